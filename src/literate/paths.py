"""One spelling per target, and none outside the declared outputs."""

from __future__ import annotations

import os
from pathlib import Path, PurePosixPath

from literate.errors import BadTarget


def normal(target: str) -> str:
    """The one spelling of a target: ``./a.py`` and ``a//b.py`` are ``a.py`` and ``a/b.py``."""
    return PurePosixPath(target).as_posix()


def refuse(
    target: str, outputs: tuple[str, ...], root: Path | None, path: str, line: int
) -> BadTarget | None:
    """Say what is wrong with a target named at `path`:`line`; with `root`, links on the disk count too."""
    parts = PurePosixPath(target).parts
    roots = ", ".join(outputs)
    if "\\" in target or any(ord(letter) < 32 for letter in target):
        return BadTarget(
            path, line, target, "holds a character no path of ours may have", "Use / and plain names"
        )
    if PurePosixPath(target).is_absolute() or target[1:2] == ":":
        return BadTarget(path, line, target, "is absolute", f"Give a path below one of: {roots}")
    if ".." in parts:
        return BadTarget(path, line, target, "goes up with '..'", f"Give a path below one of: {roots}")
    if not target.endswith(".py"):
        return BadTarget(path, line, target, "is not a Python file", "Give it a name that ends in .py")
    if not any(PurePosixPath(out) in PurePosixPath(target).parents for out in outputs):
        return BadTarget(
            path, line, target, "lies outside the declared outputs", f"Give a path below one of: {roots}"
        )
    if root is None:
        return None
    place = root / target
    if place.is_dir():
        return BadTarget(path, line, target, "is a folder", "Name a file")
    real = Path(os.path.realpath(place))
    allowed = [Path(os.path.realpath(root)) / out for out in outputs]
    if not any(out in real.parents for out in allowed):
        detail = f"leads out of the outputs through a link, to {real}"
        return BadTarget(path, line, target, detail, "Take the link away, or name another file")
    for parent in place.parents:
        if parent.is_file():
            return BadTarget(
                path, line, target, f"lies below {parent.name!r}, which is a file", "Name another folder"
            )
        if parent == root:
            break
    return None
