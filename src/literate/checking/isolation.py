"""What examples change outside their own names is put back before another chapter runs."""

from __future__ import annotations

import builtins
import decimal
import gc
import locale
import logging
import os
import random
import sys
import warnings
from collections.abc import Callable
from typing import Any

# How to read something, and how to put it back.
_Kept = tuple[Callable[[], Any], Callable[[Any], object]]


def _put_environment(before: dict[str, str]) -> None:
    for name in set(os.environ) - set(before):
        del os.environ[name]
    os.environ.update(before)


def _put_builtins(before: dict[str, Any]) -> None:
    for name in set(vars(builtins)) - set(before):
        delattr(builtins, name)
    vars(builtins).update(before)


def _put_hooks(before: tuple[Any, Any]) -> None:
    sys.displayhook, sys.__displayhook__ = before


def _put_path(before: list[str]) -> None:
    sys.path[:] = before


def _put_filters(before: list[Any]) -> None:
    warnings.filters[:] = before  # type: ignore[index]


def _logging() -> tuple[list[logging.Handler], int, int]:
    root = logging.getLogger()
    return root.handlers[:], root.level, root.manager.disable


def _put_logging(before: tuple[list[logging.Handler], int, int]) -> None:
    root, (handlers, level, disabled) = logging.getLogger(), before
    # A test runner's own come and go with each test.
    root.handlers[:] = [
        handler for handler in root.handlers if handler in handlers or of_test_runner(handler)
    ]
    root.setLevel(level)
    logging.disable(disabled)


def of_test_runner(handler: logging.Handler) -> bool:
    """Whether pytest listens with this handler, which no reader has."""
    return type(handler).__module__.startswith("_pytest.")


_KEPT: tuple[_Kept, ...] = (
    (os.getcwd, os.chdir),
    (lambda: dict(os.environ), _put_environment),
    (lambda: dict(vars(builtins)), _put_builtins),
    (lambda: (sys.displayhook, sys.__displayhook__), _put_hooks),
    (lambda: sys.path[:], _put_path),
    (lambda: warnings.filters[:], _put_filters),
    (_logging, _put_logging),
    (random.getstate, random.setstate),
    (sys.getrecursionlimit, sys.setrecursionlimit),
    (sys.get_int_max_str_digits, sys.set_int_max_str_digits),
    (lambda: decimal.getcontext().copy(), lambda before: decimal.setcontext(before.copy())),
    (gc.isenabled, lambda before: gc.enable() if before else gc.disable()),
    (lambda: locale.setlocale(locale.LC_ALL), lambda before: locale.setlocale(locale.LC_ALL, before)),
)


def _of_numpy(numpy: Any) -> tuple[_Kept, ...]:
    return (
        (numpy.get_printoptions, lambda before: numpy.set_printoptions(**before)),
        (numpy.geterr, lambda before: numpy.seterr(**before)),
        (numpy.geterrcall, numpy.seterrcall),
        (numpy.random.get_state, numpy.random.set_state),
    )


def _of_matplotlib(matplotlib: Any) -> tuple[_Kept, ...]:
    # As plain dictionaries: reading the backend by its name would choose one.
    settings = matplotlib.rcParams
    return ((lambda: dict.copy(settings), lambda before: dict.update(settings, before)),)


# Libraries with a state of their own, known by an attribute that is there once all of them is loaded.
_LIBRARIES = (("numpy", "random", _of_numpy), ("matplotlib", "rcParams", _of_matplotlib))


class Surroundings:
    """The state of the process that examples can reach, as it was at the beginning."""

    def __init__(self) -> None:
        self._before = [(read(), put) for read, put in _KEPT]
        self._noted: set[str] = set()
        self._chapter: object = None

    def enter(self, chapter: object) -> None:
        """To be called before each claim: a chapter runs in the surroundings that the first one found."""
        self._note_libraries()
        if self._chapter != chapter:
            self._chapter = chapter
            self._restore()

    def leave(self) -> None:
        """To be called after a chapter's last claim."""
        self._chapter = None
        self._restore()

    def _note_libraries(self) -> None:
        """Note a library's own state once some example has imported it."""
        for name, last, of_library in _LIBRARIES:
            library = sys.modules.get(name)
            if name not in self._noted and hasattr(library, last):
                self._noted.add(name)
                self._before += [(read(), put) for read, put in of_library(library)]

    def _restore(self) -> None:
        for before, put in self._before:
            put(before)
