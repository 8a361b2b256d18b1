"""What ends a command, apart from faults in the text (`model.Problem`); and the wording of guesses."""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Iterable, Iterator
from difflib import get_close_matches

# What Python's parser raises on text that it cannot take in.
UNPARSED = (SyntaxError, ValueError, RecursionError, MemoryError)


class CallError(Exception):
    """The command was called wrongly, or its settings cannot be used."""


def nearest(word: str, known: Iterable[str]) -> str:
    """Return " Did you mean …?" for the known spelling nearest to `word`, or nothing."""
    found = get_close_matches(word, list(known), n=1, cutoff=0.5)
    return f" Did you mean {found[0]!r}?" if found else ""


@contextlib.contextmanager
def unwarned() -> Iterator[None]:
    """Parse code without a warning, also where warnings are errors: what Python warns of is for a linter."""
    with warnings.catch_warnings():
        # An escape that means nothing is deprecated in Python 3.11, and a syntax warning after that.
        warnings.simplefilter("ignore", SyntaxWarning)
        warnings.simplefilter("ignore", DeprecationWarning)
        yield
