"""The place of every tangled line, saved by the tangler, so that one is told without reading a chapter.

They are kept in ``.literate/`` with a digest of all that they depend on, and of each file. Whoever asks is
told nothing when either has changed, and then has to read the chapters.
"""

from __future__ import annotations

import hashlib
import json
from bisect import bisect
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from literate import writer
from literate.assembling import paths
from literate.config import Config
from literate.tangling import record

if TYPE_CHECKING:
    from literate.assembling.program import Target

PLACE = record.PLACES


class Place(NamedTuple):
    """A chapter's line, the section it stands in, and the tangled file it was asked for."""

    path: str
    line: int
    title: str
    source: str
    shift: int = 0


def save(root: Path, text: str) -> None:
    """Keep what `dump` made."""
    writer.write(root, {PLACE: text}, [])


def dump(fingerprint: str, targets: Mapping[str, Target]) -> str:
    """The places of all lines of the targets, as they are saved."""
    data = {"chapters": fingerprint, "targets": {path: _table(target) for path, target in targets.items()}}
    return json.dumps(data, ensure_ascii=False)


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
        "digest": digest(target.text.encode()),
        "lines": [origin.line if origin.own else -origin.line for origin in target.origins],
        "starts": starts,
        "sections": sections,
    }


def find(settings: Config, file: str, line: int) -> Place | None:
    """The chapter's place of `file`:`line`; None when it is not known, or anything has changed."""
    tables = _load(settings)
    name = paths.known(file, settings.root, tables)
    if name is None:
        return None
    table = tables[name]
    if not 1 <= line <= len(table["lines"]) or not _holds(settings, name, table):
        return None
    path, title = table["sections"][bisect(table["starts"], line - 1) - 1]
    return Place(path, abs(table["lines"][line - 1]), title, name)


def back(settings: Config, file: str, line: int) -> list[tuple[str, int]]:
    """The lines of the tangled files that a chapter's line goes into; none when anything has changed."""
    tables = _load(settings)
    chapters = {section[0] for table in tables.values() for section in table["sections"]}
    path = paths.known(file, settings.root, chapters)
    found = [
        (name, row + 1)
        for name, table in tables.items()
        for row, origin in enumerate(table["lines"])
        if origin == line and table["sections"][bisect(table["starts"], row) - 1][0] == path
    ]
    return found if all(_holds(settings, name, tables[name]) for name, _ in found) else []


def _holds(settings: Config, name: str, table: dict[str, Any]) -> bool:
    """Whether a file is what its table is about."""
    return bool(table["digest"] == digest(writer.read(settings.root / name)))


def _load(settings: Config) -> dict[str, Any]:
    """The tables that were saved, when they still hold; none when they are damaged."""
    try:
        text = (settings.root / PLACE).read_bytes()
        data = json.loads(text) if record.Record.load(settings.root).places == digest(text) else {}
        tables: dict[str, Any] = data.get("targets", {})
        return tables if data.get("chapters") == record.present(settings) else {}
    except (OSError, ValueError):
        return {}


def digest(data: bytes | None) -> str:
    return hashlib.sha256(data or b"").hexdigest()
