"""Reading the ``[tool.literate]`` table: what is no setting is refused, with the nearest that is one."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import Any

from literate.config import ClaimsConfig, Config, StarterConfig, Typed
from literate.errors import CallError, nearest

_KEYS = ("chapters", "outputs", "whole", "imports", "starters", "claims")
_STARTER_KEYS = ("sources", "docstring")
_CLAIMS_KEYS = ("unchecked", "typed")
_TYPED_KEYS = ("number", "chapter", "reason")
_TOOL = "tool.literate"


@lru_cache(maxsize=4)  # a build asks for them at every block
def parse(data: bytes, root: Path) -> Config:
    """Read the settings from a pyproject.toml's bytes."""
    try:
        table = tomllib.loads(data.decode("utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise CallError(f"pyproject.toml cannot be read: {error}") from None
    tool = _table(table.get("tool", {}), "tool")
    if "literate" not in tool:
        guess = nearest("literate", tool)
        raise CallError(f"pyproject.toml has no [{_TOOL}] table.{guess} Add it, with chapters and outputs.")
    return _config(root, _known(tool["literate"], _KEYS, _TOOL))


def _config(root: Path, table: dict[str, Any]) -> Config:
    chapters = _strings(table, "chapters", _TOOL)
    for pattern in chapters:
        parts = PurePosixPath(_inside(pattern, _TOOL)).parts
        if not parts or any("**" in part and part != "**" for part in parts):
            raise CallError(
                f"[{_TOOL}]: {pattern!r} is no pattern of chapters. Write, for example, book/*.md."
            )
    outputs = _paths(table, "outputs", _TOOL)
    whole = _paths(table, "whole", _TOOL) if "whole" in table else ()
    for folder in whole:
        if not any(PurePosixPath(folder).is_relative_to(output) for output in outputs):
            raise CallError(f"[{_TOOL}]: {folder!r} of whole lies in none of the outputs.")
    if "imports" in table:
        imports = _paths(table, "imports", _TOOL)
    else:
        parents = {PurePosixPath(output).parent.as_posix() for output in outputs}
        imports = tuple(sorted(parents - {"."})) or (".",)
    starters = [
        _starter(target, entry)
        for target, entry in _table(table.get("starters", {}), f"{_TOOL}.starters").items()
    ]
    targets = [starter.target for starter in starters]
    for target in targets:
        if targets.count(target) > 1:
            raise CallError(f"[{_TOOL}.starters] makes {target} twice. Give each starter a file of its own.")
    claims = _claims(table.get("claims", {}))
    return Config(root, chapters, outputs, imports, tuple(starters), claims, whole)


def _starter(target: str, entry: Any) -> StarterConfig:
    where = f'{_TOOL}.starters."{target}"'
    sources = _paths(_known(entry, _STARTER_KEYS, where), "sources", where)
    for source in sources:
        if sources.count(source) > 1:
            raise CallError(f"[{where}] names {source} twice.")
    docstring = entry.get("docstring")
    if not isinstance(docstring, str | None):
        raise CallError(f'[{where}] needs docstring = "…": a text.')
    return StarterConfig(PurePosixPath(target).as_posix(), sources, docstring)


def _claims(table: Any) -> ClaimsConfig:
    where = f"{_TOOL}.claims"
    unchecked = _known(table, _CLAIMS_KEYS, where).get("unchecked", 0)
    if not isinstance(unchecked, int) or isinstance(unchecked, bool) or unchecked < 0:
        raise CallError(f"[{where}] needs unchecked = NUMBER.")
    entries = table.get("typed", [])
    if not isinstance(entries, list):
        raise CallError(f"[{where}] needs typed as a list of tables: write each as [[{where}.typed]].")
    typed = []
    for entry in entries:
        for key in _TYPED_KEYS:
            text = _known(entry, _TYPED_KEYS, f"{where}.typed").get(key)
            if not isinstance(text, str) or not text.strip():
                raise CallError(f'[{where}.typed] needs {key} = "…" in every entry.')
        typed.append(Typed(entry["number"], entry["chapter"], entry["reason"]))
    return ClaimsConfig(unchecked, tuple(typed))


def _table(table: Any, where: str) -> dict[str, Any]:
    if not isinstance(table, dict):
        raise CallError(f"[{where}] must be a table.")
    return table


def _known(table: Any, keys: tuple[str, ...], where: str) -> dict[str, Any]:
    for key in _table(table, where):
        if key not in keys:
            raise CallError(
                f"[{where}] has no key {key!r}.{nearest(key, keys)} Known keys: {', '.join(keys)}."
            )
    found: dict[str, Any] = table
    return found


def _strings(table: dict[str, Any], key: str, where: str) -> tuple[str, ...]:
    value = table.get(key)
    if not isinstance(value, list) or not value or not all(isinstance(item, str) for item in value):
        raise CallError(f'[{where}] needs {key} = ["…"]: a list of at least one path.')
    return tuple(value)


def _paths(table: dict[str, Any], key: str, where: str) -> tuple[str, ...]:
    """Paths in the project, each in its one spelling."""
    values = _strings(table, key, where)
    if "" in values:
        raise CallError(f'[{where}] has an empty path in {key}. Write "." for the top folder.')
    return tuple(PurePosixPath(_inside(path, where)).as_posix() for path in values)


def _inside(path: str, where: str) -> str:
    if "\\" in path or any(ord(letter) < 32 for letter in path):
        raise CallError(f"[{where}]: {path!r} holds a character no path of ours may have.")
    if PurePosixPath(path).is_absolute() or ".." in PurePosixPath(path).parts:
        raise CallError(f"[{where}]: {path!r} leaves the project. Give a path below its top folder.")
    return path
