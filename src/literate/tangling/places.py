"""The place of every tangled line, saved by the tangler, so that one is told without reading a chapter.

They are kept in ``.literate/`` with a digest of all that they depend on, and of each file. Whoever asks is
told nothing when either has changed, and then has to read the chapters.
"""

from __future__ import annotations

import hashlib
import json
import os
from bisect import bisect
from collections.abc import Container, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from literate import writer
from literate.config import Config
from literate.tangling import record

if TYPE_CHECKING:
    from literate.assembling.program import Target

PLACE = ".literate/places.json"


@dataclass(frozen=True)
class Place:
    """A chapter's line, the section it stands in, and the tangled file it was asked for."""

    path: str
    line: int
    title: str
    source: str
    shift: int = 0


def save(root: Path, fingerprint: str, targets: Mapping[str, Target]) -> None:
    """Keep the places of all lines of the targets."""
    data = {"chapters": fingerprint, "targets": {path: _table(target) for path, target in targets.items()}}
    writer.write(root, {PLACE: json.dumps(data, ensure_ascii=False)}, [])


def _table(target: Target) -> dict[str, Any]:
    """For each line the chapter's, negative when it is only put beside; each section with its first line."""
    starts: list[int] = []
    sections: list[tuple[str, str]] = []
    last = None
    for row, origin in enumerate(target.origins):
        if origin.block is not last:
            last = origin.block
            section = (last.path, last.section.title)
            if sections[-1:] != [section]:
                starts.append(row)
                sections.append(section)
    return {
        "digest": _digest(target.text.encode()),
        "lines": [origin.line if origin.own else -origin.line for origin in target.origins],
        "starts": starts,
        "sections": sections,
    }


def find(settings: Config, file: str, line: int) -> Place | None:
    """The chapter's place of `file`:`line`; None when it is not known, or anything has changed."""
    tables = _load(settings)
    name = tangled_name(file, settings.root, tables)
    if name is None:
        return None
    table = tables[name]
    if not 1 <= line <= len(table["lines"]) or table["digest"] != _digest(writer.read(settings.root / name)):
        return None
    path, title = table["sections"][bisect(table["starts"], line - 1) - 1]
    return Place(path, abs(table["lines"][line - 1]), title, name)


def back(settings: Config, file: str, line: int) -> list[tuple[str, int]]:
    """The lines of the tangled files that a chapter's line goes into; none when anything has changed."""
    path = os.path.normpath(file).replace(os.sep, "/")
    return [
        (name, row + 1)
        for name, table in _load(settings).items()
        for row, origin in enumerate(table["lines"])
        if origin == line and table["sections"][bisect(table["starts"], row) - 1][0] == path
    ]


def tangled_name(file: str, root: Path, known: Container[str]) -> str | None:
    """The name, among the known, of a file that may be named by its absolute path or through a link."""
    if "\0" in file:
        return None
    path = os.path.relpath(file, root) if os.path.isabs(file) else os.path.normpath(file)
    name = path.replace(os.sep, "/")
    if name not in known and os.path.isabs(file):
        name = os.path.relpath(os.path.realpath(file), root).replace(os.sep, "/")
    return name if name in known else None


def _load(settings: Config) -> dict[str, Any]:
    """The tables that were saved, when they still hold."""
    try:
        data = json.loads((settings.root / PLACE).read_text(encoding="utf-8"))
        tables: dict[str, Any] = data["targets"]
        return tables if data["chapters"] == record.present(settings) else {}
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def _digest(data: bytes | None) -> str:
    return hashlib.sha256(data or b"").hexdigest()
