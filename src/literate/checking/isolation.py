"""What examples change outside their own names is put back before another chapter runs."""

from __future__ import annotations

import builtins
import os
import random
import sys
import warnings
from dataclasses import dataclass, field
from typing import Any


def _numpy() -> Any:
    """numpy, if some example has imported it."""
    return sys.modules.get("numpy")


@dataclass
class Surroundings:
    """The state of the process that examples can reach, as it was at the beginning."""

    folder: str = field(default_factory=os.getcwd)
    environment: dict[str, str] = field(default_factory=lambda: dict(os.environ))
    builtins: dict[str, Any] = field(default_factory=lambda: dict(vars(builtins)))
    hooks: tuple[Any, ...] = field(default_factory=lambda: (sys.displayhook, sys.__displayhook__))
    path: list[str] = field(default_factory=lambda: list(sys.path))
    filters: list[Any] = field(default_factory=lambda: list(warnings.filters))
    chance: Any = field(default_factory=random.getstate)
    printing: Any = None

    def note_numpy(self) -> None:
        """Note how numpy prints, once it is there."""
        if self.printing is None and _numpy() is not None:
            self.printing = _numpy().get_printoptions()

    def restore(self) -> None:
        os.chdir(self.folder)
        for name in set(os.environ) - set(self.environment):
            del os.environ[name]
        os.environ.update(self.environment)
        for name in set(vars(builtins)) - set(self.builtins) - {"_"}:
            delattr(builtins, name)
        vars(builtins).update(self.builtins)
        sys.displayhook, sys.__displayhook__ = self.hooks
        sys.path[:] = self.path
        warnings.filters[:] = self.filters  # type: ignore[index]
        random.setstate(self.chance)
        if self.printing is not None:
            _numpy().set_printoptions(**self.printing)
