"""One spelling per target, and none outside the declared outputs."""

from __future__ import annotations

import os
from collections.abc import Container
from functools import lru_cache
from pathlib import Path, PurePosixPath

from literate.errors import BadTarget


@lru_cache(maxsize=1024)
def normal(target: str) -> str:
    """The one spelling of a target: ``./a.py`` and ``a//b.py`` are ``a.py`` and ``a/b.py``."""
    return PurePosixPath(target).as_posix()


@lru_cache(maxsize=1024)
def above(target: str) -> tuple[str, ...]:
    """The folders that a target lies in, the nearest first."""
    return tuple(parent.as_posix() for parent in PurePosixPath(target).parents)


def known(file: str, root: Path, names: Container[str]) -> str | None:
    """The one of `names` that a file has, given by its path below `root`, by its absolute one or a link."""
    if "\0" in file:
        return None
    path = os.path.relpath(file, root) if os.path.isabs(file) else os.path.normpath(file)
    name = path.replace(os.sep, "/")
    if name not in names and os.path.isabs(file):
        name = os.path.relpath(os.path.realpath(file), root).replace(os.sep, "/")
    return name if name in names else None


def entry(place: Path) -> str:
    """Where a file really lies; when it is a link itself, that is where the link lies."""
    return os.path.join(os.path.realpath(place.parent), place.name)


def refuse(
    target: str, outputs: tuple[str, ...], root: Path | None, path: str, line: int
) -> BadTarget | None:
    """Say what is wrong with a target named at `path`:`line`; with `root`, links on the disk count too."""
    fault = _fault(target, outputs) or (_fault_on_disk(normal(target), outputs, root) if root else None)
    return BadTarget(path, line, target, *fault) if fault else None


@lru_cache(maxsize=1024)
def _fault(target: str, outputs: tuple[str, ...]) -> tuple[str, str] | None:
    """What is wrong with a target, and how to mend it, from its name alone."""
    below = f"Give a path below one of: {', '.join(outputs)}"
    if "\\" in target or any(ord(letter) < 32 for letter in target):
        return "holds a character no path of ours may have", "Use / and plain names"
    if PurePosixPath(target).is_absolute() or target[1:2] == ":":
        return "is absolute", below
    if ".." in PurePosixPath(target).parts:
        return "goes up with '..'", below
    if not target.endswith(".py"):
        return "is not a Python file", "Give it a name that ends in .py"
    if not any(PurePosixPath(out) in PurePosixPath(target).parents for out in outputs):
        return "lies outside the declared outputs", below
    return None


def _fault_on_disk(target: str, outputs: tuple[str, ...], root: Path) -> tuple[str, str] | None:
    """What is wrong with a target because of the files that are there."""
    place = root / target
    if place.is_dir():
        return "is a folder", "Name a file"
    real = Path(os.path.realpath(place))
    if not any(Path(os.path.realpath(root)) / out in real.parents for out in outputs):
        return (
            f"leads out of the outputs through a link, to {real}",
            "Take the link away, or name another file",
        )
    for parent in place.parents:
        if parent.is_file():
            return f"lies below {parent.name!r}, which is a file", "Name another folder"
        if parent == root:
            break
    return None
