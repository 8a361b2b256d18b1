"""The settings of a project: the ``[tool.literate]`` table of its pyproject.toml.

- ``chapters``: patterns of the chapters' paths; chapters are read in the order of their names. Hidden files
  and folders are never chapters.
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
import tomllib
from collections.abc import Container, Iterable, Sequence
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from literate.errors import CallError, nearest

_TOOL = "tool.literate"


class Starter(NamedTuple):
    """One derived file and the tangled files it is derived from."""

    target: str
    sources: tuple[str, ...]
    docstring: str | None = None


class Typed(NamedTuple):
    """A numeral that may stand in a chapter though nothing checks it, and why."""

    number: str
    chapter: str
    reason: str


class Settings(NamedTuple):
    """The settings of one project; every path is relative to `root`."""

    root: Path
    chapters: tuple[str, ...]
    outputs: tuple[str, ...]
    imports: tuple[str, ...] = ()
    starters: tuple[Starter, ...] = ()
    whole: tuple[str, ...] = ()
    unchecked: int = 0
    typed: tuple[Typed, ...] = ()

    def chapter_paths(self) -> list[str]:
        """The chapters' paths, sorted; CallError when a pattern finds none or finds what cannot be one."""
        names: set[str] = set()
        for pattern in self.chapters:
            # A link that leads nowhere is a chapter that cannot be read; a pipe or a folder is none.
            places = [place for place in self.root.glob(pattern) if place.is_file() or not place.exists()]
            found = {place.relative_to(self.root).as_posix() for place in places}
            if not any(map(self.is_chapter, found)):
                raise CallError(f"[{_TOOL}]: no chapter matches {pattern}.")
            names |= found
        return sorted(filter(self.is_chapter, names))

    def is_chapter(self, path: str) -> bool:
        """Whether the patterns take in a path, relative to the root."""
        parts = PurePosixPath(path).parts
        hidden = any(part.startswith(".") for part in parts)
        return not hidden and any(_fits(PurePosixPath(pattern).parts, parts) for pattern in self.chapters)


def _fits(pattern: Sequence[str], path: Sequence[str]) -> bool:
    """Whether a path fits, part by part: ``**`` is any number of folders, also none."""
    if not pattern or not path:
        return not pattern and not path
    if pattern[0] == "**" and len(pattern) > 1:
        return _fits(pattern[1:], path) or _fits(pattern, path[1:])
    return fnmatch.fnmatchcase(path[0], pattern[0]) and _fits(pattern[1:], path[1:])


def known(file: str, root: Path, names: Container[str]) -> str | None:
    """The one of `names` that a file has, given by its path below `root`, by its absolute one or a link."""
    if "\0" in file:
        return None
    for path in (file, os.path.realpath(file)):
        name = os.path.relpath(path, root) if os.path.isabs(path) else os.path.normpath(path)
        if (name := name.replace(os.sep, "/")) in names:
            return name
    return None


def load(root: Path) -> Settings:
    """Read the settings of the project in the folder `root`; CallError when none can be used."""
    try:
        data = (root / "pyproject.toml").read_bytes()
    except FileNotFoundError:
        raise CallError(f"no pyproject.toml in {root}: run literate in the project's top folder") from None
    except OSError as error:
        raise CallError(f"pyproject.toml cannot be read: {error.strerror}") from None
    return parse(data, root.resolve())


def parse(data: bytes, root: Path) -> Settings:
    """Read the settings from a pyproject.toml's bytes."""
    try:
        tables = tomllib.loads(data.decode("utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise CallError(f"pyproject.toml cannot be read: {error}") from None
    tool = _known(tables.get("tool", {}), None, "tool")
    if "literate" not in tool:
        guess = nearest("literate", tool)
        raise CallError(f"pyproject.toml has no [{_TOOL}] table.{guess} Add it, with chapters and outputs.")
    keys = ("chapters", "outputs", "whole", "imports", "starters", "claims")
    table = _known(tool["literate"], keys, _TOOL)
    chapters = _paths(table, "chapters", _TOOL)
    for pattern in chapters:
        if any("**" in part and part != "**" for part in PurePosixPath(pattern).parts) or pattern == ".":
            example = "Write, for example, book/*.md."
            raise CallError(f"[{_TOOL}]: {pattern!r} is no pattern of chapters. {example}")
    outputs = _paths(table, "outputs", _TOOL)
    whole = _paths(table, "whole", _TOOL) if "whole" in table else ()
    for folder in whole:
        if not any(PurePosixPath(folder).is_relative_to(output) for output in outputs):
            raise CallError(f"[{_TOOL}]: {folder!r} of whole lies in none of the outputs.")
    parents = {PurePosixPath(output).parent.as_posix() for output in outputs} - {"."}
    imports = _paths(table, "imports", _TOOL) if "imports" in table else tuple(sorted(parents)) or (".",)
    entries = _known(table.get("starters", {}), None, f"{_TOOL}.starters")
    starters = tuple(_starter(target, entry) for target, entry in entries.items())
    if len({starter.target for starter in starters}) < len(starters):
        raise CallError(f"[{_TOOL}.starters] makes one file twice. Give each starter a file of its own.")
    claims = _known(table.get("claims", {}), ("unchecked", "typed"), f"{_TOOL}.claims")
    unchecked, typed = claims.get("unchecked", 0), claims.get("typed", [])
    if type(unchecked) is not int or unchecked < 0:
        raise CallError(f"[{_TOOL}.claims] needs unchecked = NUMBER.")
    if not isinstance(typed, list):
        advice = f"write each as [[{_TOOL}.claims.typed]]."
        raise CallError(f"[{_TOOL}.claims] needs typed as a list of tables: {advice}")
    return Settings(root, chapters, outputs, imports, starters, whole, unchecked, tuple(map(_typed, typed)))


def _starter(target: str, entry: Any) -> Starter:
    where = f'{_TOOL}.starters."{target}"'
    sources = _paths(_known(entry, ("sources", "docstring"), where), "sources", where)
    if len(set(sources)) < len(sources):
        raise CallError(f"[{where}] names a source twice.")
    docstring = entry.get("docstring")
    if not isinstance(docstring, str | None):
        raise CallError(f'[{where}] needs docstring = "…": a text.')
    return Starter(PurePosixPath(target).as_posix(), sources, docstring)


def _typed(entry: Any) -> Typed:
    where = f"{_TOOL}.claims.typed"
    for key in Typed._fields:
        text = _known(entry, Typed._fields, where).get(key)
        if not isinstance(text, str) or not text.strip():
            raise CallError(f'[{where}] needs {key} = "…" in every entry.')
    return Typed(**entry)


def _known(table: Any, keys: Iterable[str] | None, where: str) -> dict[str, Any]:
    """The table, when it is one and has none but these keys."""
    if not isinstance(table, dict):
        raise CallError(f"[{where}] must be a table.")
    for key in table:
        if keys is not None and key not in keys:
            guess = nearest(key, keys)
            raise CallError(f"[{where}] has no key {key!r}.{guess} Known keys: {', '.join(keys)}.")
    return table


def _paths(table: dict[str, Any], key: str, where: str) -> tuple[str, ...]:
    """Paths below the project's top folder, each in its one spelling."""
    value = table.get(key)
    if not isinstance(value, list) or not value or not all(isinstance(item, str) for item in value):
        raise CallError(f'[{where}] needs {key} = ["…"]: a list of at least one path.')
    for path in value:
        if not path:
            raise CallError(f'[{where}] has an empty path in {key}. Write "." for the top folder.')
        if "\\" in path or any(ord(letter) < 32 for letter in path):
            raise CallError(f"[{where}]: {path!r} holds a character no path of ours may have.")
        if PurePosixPath(path).is_absolute() or ".." in PurePosixPath(path).parts:
            raise CallError(f"[{where}]: {path!r} leaves the project. Give a path below its top folder.")
    return tuple(PurePosixPath(path).as_posix() for path in value)
