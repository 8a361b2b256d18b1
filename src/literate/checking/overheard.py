"""What a statement says: what it prints, and what does not go through ``sys.stdout``.

The text of an example does not show the second.
"""

from __future__ import annotations

import contextlib
import io
import logging
import os
import sys
import tempfile
import threading
import warnings
from collections.abc import Iterator

from literate.checking.isolation import of_test_runner

# The interpreter does not show these.
_NOT_SHOWN = (PendingDeprecationWarning, ImportWarning, ResourceWarning)


class _Standing(io.TextIOBase):
    """One stream for all statements: what an earlier one has kept of it writes into the present one's."""

    def __init__(self, otherwise: str) -> None:
        self._otherwise = otherwise
        self._into: io.StringIO | None = None

    @contextlib.contextmanager
    def going(self, into: io.StringIO) -> Iterator[None]:
        before, self._into = self._into, into
        try:
            yield
        finally:
            self._into = before

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        into = self._into or getattr(sys, self._otherwise)
        if into is not None:
            into.write(text)
        return len(text)


_STDOUT, _STDERR = _Standing("__stdout__"), _Standing("__stderr__")


class Overheard:
    """Gathers what is printed, what is written to stderr, by other processes or below Python, and warnings.

    `path` is the file that the statement stands in.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._stdout, self._stderr = io.StringIO(), io.StringIO()
        self._below = ""
        self._warned: list[warnings.WarningMessage] = []

    @property
    def printed(self) -> str:
        return self._stdout.getvalue()

    @property
    def text(self) -> str:
        """What is said in any other way."""
        said = [
            f"{found.category.__name__}: {found.message}\n" for found in self._warned if self._seen(found)
        ]
        # A statement may be compiled more than once.
        return self._below + self._stderr.getvalue() + "".join(dict.fromkeys(said))

    def _seen(self, found: warnings.WarningMessage) -> bool:
        """Whether the interpreter shows a warning: of something deprecated only where it is used directly."""
        if issubclass(found.category, DeprecationWarning):
            return found.filename == self._path
        return not issubclass(found.category, _NOT_SHOWN)

    @contextlib.contextmanager
    def listening(self) -> Iterator[None]:
        with (
            _STDOUT.going(self._stdout),
            contextlib.redirect_stdout(_STDOUT),
            _STDERR.going(self._stderr),
            contextlib.redirect_stderr(_STDERR),
            _plain_logging(),
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
def _plain_logging() -> Iterator[None]:
    """Records of a log are written to stderr, as in a session, and pytest does not take them in."""
    root = logging.getLogger()
    aside = [handler for handler in root.handlers if of_test_runner(handler)]
    for handler in aside:
        root.removeHandler(handler)
    try:
        yield
    finally:
        for handler in aside:
            root.addHandler(handler)


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
