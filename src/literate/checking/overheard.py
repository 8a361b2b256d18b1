"""What a statement says that does not go through ``sys.stdout``: the text of an example does not show it."""

from __future__ import annotations

import contextlib
import io
import os
import sys
import tempfile
import threading
import warnings
from collections.abc import Iterator

# The interpreter does not show these to a user of a library.
_NOT_SHOWN = (DeprecationWarning, PendingDeprecationWarning, ImportWarning, ResourceWarning)


class Overheard:
    """Gathers what is written to stderr, by other processes or below Python, and what is warned of."""

    def __init__(self) -> None:
        self._stderr = io.StringIO()
        self._below = ""
        self._warned: list[warnings.WarningMessage] = []

    @property
    def text(self) -> str:
        shown = [found for found in self._warned if not issubclass(found.category, _NOT_SHOWN)]
        said = [f"{found.category.__name__}: {found.message}\n" for found in shown]
        return self._below + self._stderr.getvalue() + "".join(said)

    @contextlib.contextmanager
    def listening(self) -> Iterator[None]:
        with (
            contextlib.redirect_stderr(self._stderr),
            warnings.catch_warnings(record=True) as self._warned,
            _threads_told(),
            tempfile.TemporaryFile() as file,
        ):
            warnings.simplefilter("always")
            try:
                with _descriptors(file.fileno()):
                    yield
            finally:
                file.seek(0)
                self._below = file.read().decode("utf-8", "replace")


@contextlib.contextmanager
def _threads_told() -> Iterator[None]:
    """An error that ends a thread is written to stderr, as in a session, whatever pytest does with it."""
    before = threading.excepthook
    threading.excepthook = threading.__excepthook__
    try:
        yield
    finally:
        threading.excepthook = before


@contextlib.contextmanager
def _descriptors(into: int) -> Iterator[None]:
    """What goes to the descriptors of stdout and stderr goes elsewhere."""
    _flush()
    saved = []
    for number in (1, 2):
        # A process may have been started without one of them.
        with contextlib.suppress(OSError):
            saved.append((os.dup(number), number))
            os.dup2(into, number)
    try:
        yield
    finally:
        _flush()
        for copy, number in saved:
            os.dup2(copy, number)
            os.close(copy)


def _flush() -> None:
    for stream in (sys.__stdout__, sys.__stderr__):
        if stream is not None:
            with contextlib.suppress(OSError, ValueError):
                stream.flush()
