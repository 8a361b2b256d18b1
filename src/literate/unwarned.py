"""What Python warns of in the chapters' code is for a linter to say; it must not depend on who calls."""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Iterator

# An escape that means nothing is deprecated in Python 3.11, and a syntax warning after that.
CATEGORIES = (SyntaxWarning, DeprecationWarning)


@contextlib.contextmanager
def unwarned() -> Iterator[None]:
    """Read code without a warning, also where warnings are errors."""
    with warnings.catch_warnings():
        ignore()
        yield


def ignore() -> None:
    """Say none of these warnings from now on."""
    for category in CATEGORIES:
        warnings.simplefilter("ignore", category)
