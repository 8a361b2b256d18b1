"""From a line of a tangled file to the chapter's line, and any tool's output rewritten so."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from literate import config, project
from literate.errors import CallError
from literate.program import Target
from literate.writer import read

_PLACE = re.compile(
    r"""(?P<open>File\ ")(?P<quoted>[^"\n]+\.py)(?P<close>",\ line\ )(?P<row>\d+)"""
    r"""|(?P<path>[^\s:"'()\[\],]+\.py):(?P<line>\d+)(?::(?P<column>\d+))?""",
    re.VERBOSE,
)


@dataclass(frozen=True)
class Place:
    """A chapter's line, the section it stands in, and the tangled file it was asked for."""

    path: str
    line: int
    title: str
    source: str
    shift: int = 0


class Places:
    """Finds chapter places for the tangled files of a project."""

    def __init__(self, book: project.Project) -> None:
        self.root = book.config.root
        self.targets = book.targets
        self._rows: dict[str, list[int]] = {}

    @classmethod
    def of_folder(cls, root: Path) -> Places | None:
        """The places of the project in `root`; None when it is no such project."""
        try:
            return cls(project.load(config.load(root)))
        except CallError:
            return None

    def find(self, file: str, line: int) -> Place | None:
        """The chapter's place of `file`:`line`; None when no chapter makes that file."""
        name = self._name(file)
        if name is None or not self.targets[name].origins:
            return None
        target = self.targets[name]
        origin = target.origin(self._row(name, target, line))
        shift = (origin.column or 0) - origin.indent
        return Place(origin.path, origin.line, origin.block.section.title, name, shift)

    def notes(self, text: str) -> list[str]:
        """For every tangled place named in `text`, a line that says where in the chapters it is."""
        found = [
            (match["quoted"] or match["path"], match["row"] or match["line"])
            for match in _PLACE.finditer(text)
        ]
        return self.note([(file, int(line)) for file, line in found])

    def note(self, frames: Iterable[tuple[str, int]]) -> list[str]:
        """For every (file, line) that is tangled, a line that says where in the chapters it is."""
        lines: dict[str, None] = {}
        for file, line in frames:
            place = self.find(file, line)
            if place is not None:
                lines[f"{place.source}:{line} is {place.path}:{place.line}, section {place.title!r}"] = None
        return list(lines)

    def rewrite(self, text: str) -> str:
        """Replace every tangled place in `text` by the chapter's."""
        return _PLACE.sub(self._replaced, text)

    def _replaced(self, match: re.Match[str]) -> str:
        place = self.find(match["quoted"] or match["path"], int(match["row"] or match["line"]))
        if place is None:
            return match[0]
        if match["quoted"]:
            return f"{match['open']}{place.path}{match['close']}{place.line}"
        column = f":{max(int(match['column']) + place.shift, 1)}" if match["column"] else ""
        return f"{place.path}:{place.line}{column}"

    def _name(self, file: str) -> str | None:
        path = os.path.relpath(file, self.root) if os.path.isabs(file) else os.path.normpath(file)
        name = path.replace(os.sep, "/")
        if name not in self.targets and os.path.isabs(file):
            name = os.path.relpath(os.path.realpath(file), self.root).replace(os.sep, "/")
        return name if name in self.targets else None

    def _row(self, name: str, target: Target, line: int) -> int:
        """The line of the tangled text that a line of the file on the disk stands for."""
        if name not in self._rows:
            data = read(self.root / name)
            text = data.decode("utf-8", "replace") if data is not None else target.text
            self._rows[name] = [] if text == target.text else _aligned(text.splitlines(), target.lines)
        rows = self._rows[name]
        return rows[min(line, len(rows)) - 1] if rows else line


def _aligned(disk: list[str], tangled: list[str]) -> list[int]:
    """For each line on the disk, the tangled line it is, or the nearest one before."""
    from difflib import SequenceMatcher

    rows: list[int] = []
    for _, start, end, new_start, new_end in SequenceMatcher(
        None, disk, tangled, autojunk=False
    ).get_opcodes():
        for offset in range(end - start):
            rows.append(min(new_start + offset, max(new_end - 1, new_start)) + 1)
    return rows
