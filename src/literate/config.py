"""The settings of a project: the ``[tool.literate]`` table of its pyproject.toml.

- ``chapters``: patterns of the chapters' paths; chapters are read in the order of their names.
- ``outputs``: the folders that tangled files may go into.
- ``whole``: those of them, or folders in them, whose Python files must all come from chapters.
- ``imports``: folders that examples and commands import from (default: the parent of each nested output).
- ``starters."PATH".sources``: tangled files whose bodies are taken out to make the starter PATH;
  ``starters."PATH".docstring``: the starter's module docstring.
- ``claims.unchecked``: how many numerals nothing checks; ``literate claims --check`` fails when they grow.
  ``claims.typed``: a list of ``number``, ``chapter``, ``reason``: numerals that nothing need check.
"""

from __future__ import annotations

import fnmatch
import os
import sys
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from literate.errors import NOT_UTF8, CallError


class StarterConfig(NamedTuple):
    """One derived file and the tangled files it is derived from."""

    target: str
    sources: tuple[str, ...]
    docstring: str | None = None


class Typed(NamedTuple):
    """A numeral that may stand in a chapter though nothing checks it, and why."""

    number: str
    chapter: str
    reason: str


class ClaimsConfig(NamedTuple):
    """How many numerals of all chapters nothing checks, and those that need not be."""

    unchecked: int = 0
    typed: tuple[Typed, ...] = ()


class Config(NamedTuple):
    """The settings of one project; every path is relative to `root`."""

    root: Path
    chapters: tuple[str, ...]
    outputs: tuple[str, ...]
    imports: tuple[str, ...] = ()
    starters: tuple[StarterConfig, ...] = ()
    claims: ClaimsConfig = ClaimsConfig()
    whole: tuple[str, ...] = ()

    def chapter_paths(self) -> list[str]:
        """The chapters' paths, sorted by name."""
        found = {path for pattern in self.chapters for path in self.root.glob(pattern)}
        # A link that leads nowhere is a chapter that cannot be read, not one that is gone.
        names = [path.relative_to(self.root).as_posix() for path in found if not _is_folder(path)]
        chapters = sorted(filter(self.is_chapter, names))
        for name in chapters:
            _demand_readable_name_and_kind(self.root, name)
        self._demand_no_other_case(chapters)
        return chapters

    def _demand_no_other_case(self, chapters: list[str]) -> None:
        """A file beside the chapters that a pattern misses only by the case of its letters is forgotten."""
        for folder in {PurePosixPath(path).parent.as_posix() for path in chapters}:
            for name in os.listdir(self.root / folder):
                path = name if folder == "." else f"{folder}/{name}"
                if not self.is_chapter(path):
                    for pattern in self.chapters:
                        if self.takes_in(pattern.lower(), path.lower()):
                            raise CallError(
                                f"[tool.literate]: {pattern} does not take in {path}, for the case of its "
                                "letters. Rename it, or name it in chapters."
                            )

    @staticmethod
    def takes_in(pattern: str, path: str) -> bool:
        """Whether a pattern, read as `Path.glob` does, takes in a path."""
        return _fits(PurePosixPath(pattern).parts, PurePosixPath(path).parts)

    def is_chapter(self, path: str) -> bool:
        """Whether the patterns take in a path, relative to the root."""
        return any(self.takes_in(pattern, path) for pattern in self.chapters)


def _is_folder(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink()


def _demand_readable_name_and_kind(root: Path, name: str) -> None:
    """A chapter is a file: to open a pipe or a device would wait for ever. Its name is told and noted."""
    try:
        name.encode()
    except UnicodeEncodeError:
        if sys.getfilesystemencoding() != "utf-8":
            raise CallError(f"{name}: {NOT_UTF8}") from None
        raise CallError(f"the name of the chapter {name!r} is not UTF-8. Rename it.") from None
    place = root / name
    if place.exists() and not place.is_file() and not place.is_dir():
        raise CallError(f"{name} is no file with text, so it cannot be a chapter. Move it, or mend chapters.")


def _fits(pattern: Sequence[str], path: Sequence[str]) -> bool:
    """Whether a path fits, part by part: ``**`` is any number of folders, also none."""
    if not pattern or not path:
        return not pattern and not path
    if pattern[0] == "**" and len(pattern) > 1:
        return _fits(pattern[1:], path) or _fits(pattern, path[1:])
    return fnmatch.fnmatchcase(path[0], pattern[0]) and _fits(pattern[1:], path[1:])


def top_folder(pattern: str) -> str:
    """The folder of a pattern, up to its first wildcard."""
    parts = PurePosixPath(pattern).parts[:-1]
    fixed = next((n for n, part in enumerate(parts) if any(mark in part for mark in "*?[")), len(parts))
    return "/".join(parts[:fixed]) or "."


def load(root: Path) -> Config:
    """Read the settings of the project in the folder `root`."""
    from literate.settings import parse

    try:
        data = (root / "pyproject.toml").read_bytes()
    except FileNotFoundError:
        raise CallError(f"no pyproject.toml in {root}: run literate in the project's top folder") from None
    except OSError as error:
        raise CallError(f"pyproject.toml cannot be read: {error.strerror}") from None
    return parse(data, root.resolve())
