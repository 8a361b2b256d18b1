"""Nothing that a chapter runs ends the process: neither at once, nor later from a thread or at exit."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, NoReturn

_ENDINGS: dict[str, Callable[..., Any]] = {
    name: getattr(os, name) for name in ("_exit", "abort", "execv", "execve")
}


class Ended(Exception):
    """Something that would have ended the process, and with it all the checks to come."""


def refuse() -> None:
    """Refuse them from now on, as long as this process runs; what it forks may end."""
    for name, ending in _ENDINGS.items():
        setattr(os, name, _refusing(name, ending, os.getpid()))


def end(status: int) -> NoReturn:
    """End this process at once, whatever still runs in it."""
    _ENDINGS["_exit"](status)
    raise AssertionError


def _refusing(name: str, ending: Callable[..., Any], process: int) -> Callable[..., Any]:
    def refusing(*arguments: object) -> Any:
        if os.getpid() != process:
            return ending(*arguments)
        raise Ended(f"os.{name}{arguments!r} would end the run".replace(",)", ")"))

    return refusing
