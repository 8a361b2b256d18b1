"""The ``[tool.literate]`` table of the pyproject.toml in the folder the tool runs in.

- ``chapters``: patterns of the chapters' paths; chapters are read in the order of their names.
- ``outputs``: the folders that tangled files may go into.
- ``imports``: folders that examples and commands import from (default: the parent of each nested output).
- ``starters."PATH".sources``: tangled files whose bodies are taken out to make the starter PATH;
  ``starters."PATH".docstring``: the starter's module docstring.
- ``claims.unchecked``: how many numerals nothing checks; ``literate claims --check`` fails when they grow.
  ``claims.typed``: a list of ``number``, ``chapter``, ``reason``: numerals that nothing need check.
"""

from __future__ import annotations

import fnmatch
import re
import tomllib
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path, PurePosixPath
from typing import Any

from literate.errors import CallError, nearest

KEYS = ("chapters", "outputs", "imports", "starters", "claims")
STARTER_KEYS = ("sources", "docstring")
CLAIMS_KEYS = ("unchecked", "typed")
TYPED_KEYS = ("number", "chapter", "reason")


@dataclass(frozen=True)
class StarterConfig:
    """One derived file and the tangled files it is derived from."""

    target: str
    sources: tuple[str, ...]
    docstring: str | None = None


@dataclass(frozen=True)
class Typed:
    """A numeral that may stand in a chapter though nothing checks it, and why."""

    number: str
    chapter: str
    reason: str


@dataclass(frozen=True)
class ClaimsConfig:
    """How many numerals of all chapters nothing checks, and those that need not be."""

    unchecked: int = 0
    typed: tuple[Typed, ...] = ()


@dataclass(frozen=True)
class Config:
    """The settings of one project; every path is relative to `root`."""

    root: Path
    chapters: tuple[str, ...]
    outputs: tuple[str, ...]
    imports: tuple[str, ...] = ()
    starters: tuple[StarterConfig, ...] = field(default=())
    claims: ClaimsConfig = field(default=ClaimsConfig())

    def chapter_paths(self) -> list[str]:
        """The chapters' paths, sorted by name."""
        found = {path for pattern in self.chapters for path in self.root.glob(pattern)}
        # A link that leads nowhere is a chapter that cannot be read, not one that is gone.
        names = [
            path.relative_to(self.root).as_posix() for path in found if path.is_file() or path.is_symlink()
        ]
        return sorted(filter(self.is_chapter, names))

    @staticmethod
    def takes_in(pattern: str, path: str) -> bool:
        return _pattern(pattern).fullmatch(path) is not None

    def is_chapter(self, path: str) -> bool:
        """Whether the patterns take in a path, relative to the root."""
        return any(self.takes_in(pattern, path) for pattern in self.chapters)


@cache
def _pattern(pattern: str) -> re.Pattern[str]:
    """A pattern of paths as `Path.glob` reads it: ``**`` is any number of folders, also none."""
    parts = PurePosixPath(pattern).parts
    folders = ["(?:[^/]+/)*" if part == "**" else _part(part) + "/" for part in parts[:-1]]
    return re.compile("".join(folders) + _part(parts[-1]))


def _part(part: str) -> str:
    return fnmatch.translate(part).removeprefix("(?s:").removesuffix(")\\Z").replace(".*", "[^/]*")


def load(root: Path) -> Config:
    """Read the settings of the project in the folder `root`."""
    try:
        data = (root / "pyproject.toml").read_bytes()
    except FileNotFoundError:
        raise CallError(f"no pyproject.toml in {root}: run literate in the project's top folder") from None
    return parse(data, root.resolve())


@lru_cache(maxsize=4)  # a build asks for them at every block
def parse(data: bytes, root: Path) -> Config:
    """Read the settings from a pyproject.toml's bytes."""
    try:
        table = tomllib.loads(data.decode("utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise CallError(f"pyproject.toml cannot be read: {error}") from None
    tool = table.get("tool", {})
    if "literate" not in tool:
        guess = nearest("literate", tool)
        raise CallError(
            f"pyproject.toml has no [tool.literate] table.{guess} Add it, with chapters and outputs."
        )
    return _config(root, tool["literate"])


def _config(root: Path, table: dict[str, Any]) -> Config:
    _known(table, KEYS, "tool.literate")
    chapters = _strings(table, "chapters", "tool.literate")
    outputs = tuple(PurePosixPath(out).as_posix() for out in _strings(table, "outputs", "tool.literate"))
    for pattern in chapters:
        if not PurePosixPath(pattern).parts or any(
            "**" in p and p != "**" for p in PurePosixPath(pattern).parts
        ):
            raise CallError(
                f"[tool.literate]: {pattern!r} is no pattern of chapters. Write, for example, book/*.md."
            )
    for path in (*chapters, *outputs):
        if PurePosixPath(path).is_absolute() or ".." in PurePosixPath(path).parts:
            raise CallError(
                f"[tool.literate]: {path!r} leaves the project. Give a path below its top folder."
            )
    if "imports" in table:
        imports = _strings(table, "imports", "tool.literate")
    else:
        parents = {PurePosixPath(out).parent.as_posix() for out in outputs}
        imports = tuple(sorted(parents - {"."})) or (".",)
    starters = []
    for target, entry in table.get("starters", {}).items():
        where = f'tool.literate.starters."{target}"'
        _known(entry, STARTER_KEYS, where)
        sources = _strings(entry, "sources", where)
        starters.append(StarterConfig(target, sources, entry.get("docstring")))
    return Config(root, chapters, outputs, imports, tuple(starters), _claims(table.get("claims", {})))


def _claims(table: Any) -> ClaimsConfig:
    where = "tool.literate.claims"
    _known(table, CLAIMS_KEYS, where)
    unchecked = table.get("unchecked", 0)
    if not isinstance(unchecked, int) or unchecked < 0:
        raise CallError(f"[{where}] needs unchecked = NUMBER.")
    typed = []
    for entry in table.get("typed", []):
        _known(entry, TYPED_KEYS, f"{where}.typed")
        for key in TYPED_KEYS:
            if not isinstance(entry.get(key), str) or not entry[key].strip():
                raise CallError(f'[{where}.typed] needs {key} = "…" in every entry.')
        typed.append(Typed(entry["number"], entry["chapter"], entry["reason"]))
    return ClaimsConfig(unchecked, tuple(typed))


def _known(table: Any, keys: tuple[str, ...], where: str) -> None:
    if not isinstance(table, dict):
        raise CallError(f"[{where}] must be a table.")
    for key in table:
        if key not in keys:
            raise CallError(
                f"[{where}] has no key {key!r}.{nearest(key, keys)} Known keys: {', '.join(keys)}."
            )


def _strings(table: dict[str, Any], key: str, where: str) -> tuple[str, ...]:
    value = table.get(key)
    if not isinstance(value, list) or not value or not all(isinstance(item, str) for item in value):
        raise CallError(f'[{where}] needs {key} = ["…"]: a list of at least one path.')
    return tuple(value)
