"""From a line of a tangled file to the chapter's line, and back."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from literate import config, project
from literate.assembling import paths
from literate.assembling.program import Target
from literate.errors import CallError, TextErrors
from literate.tangling.places import Place
from literate.writer import read


class Places:
    """Finds chapter places for the tangled files of a project."""

    def __init__(self, book: project.Project) -> None:
        self.root = book.config.root
        self.targets = book.targets
        self._rows: dict[str, list[int]] = {}

    @classmethod
    def of_folder(cls, root: Path) -> Places | None:
        """The places of the project in `root`; None when it is no such project, or its chapters are wrong."""
        try:
            return cls(project.load(config.load(root)).demand())
        except (CallError, TextErrors):
            return None

    def find(self, file: str, line: int) -> Place | None:
        """The chapter's place of `file`:`line`; None when no chapter makes that file."""
        name = self._name(file)
        if name is None or not self.targets[name].origins:
            return None
        target = self.targets[name]
        if line < 1 or line > max(len(target.lines), self._length(name)):
            return None
        origin = target.origin(self._row(name, target, line))
        shift = (origin.column or 0) - origin.indent
        return Place(origin.path, origin.line, origin.block.section.title, name, shift)

    def lines(self, file: str) -> int:
        """How many lines of a file have a place."""
        name = self._name(file)
        return max(len(self.targets[name].lines), self._length(name)) if name is not None else 0

    def note(self, frames: Iterable[tuple[str, int]]) -> list[str]:
        """For every (file, line) that is tangled, a line that says where in the chapters it is."""
        lines: dict[str, None] = {}
        for file, line in frames:
            place = self.find(file, line)
            if place is not None:
                lines[f"{place.source}:{line} is {place.path}:{place.line}, section {place.title!r}"] = None
        return list(lines)

    def back(self, path: str, line: int) -> list[tuple[str, int]]:
        """The lines of the tangled files, derived ones too, that a chapter's line goes into.

        They are those of the files on the disk; a line that was taken out there by hand is none.
        """
        found = [(name, self._row_on_disk(name, row)) for name, row in self.tangled(path, line)]
        return [(name, row) for name, row in found if row is not None]

    def tangled(self, path: str, line: int) -> list[tuple[str, int]]:
        """The same lines in the texts that the chapters make, whatever the files on the disk hold."""
        return [
            (name, row)
            for name, target in self.targets.items()
            for row, origin in enumerate(target.origins, start=1)
            if origin.own and (origin.path, origin.line) == (path, line)
        ]

    def _name(self, file: str) -> str | None:
        return paths.known(file, self.root, self.targets)

    def _row_on_disk(self, name: str, row: int) -> int | None:
        """The line of the file on the disk that a line of the tangled text has become."""
        target = self.targets[name]
        disk = self._disk(name, target)
        if disk == target.lines:
            return row
        from literate.tangling.alignment import opcodes

        for _, start, end, new_start, new_end in opcodes(target.lines, disk):
            if start < row <= end and new_start < new_end:
                return min(new_start + row - start, new_end)
        return None

    def _disk(self, name: str, target: Target) -> list[str]:
        """The lines of the file on the disk, as Python counts them; the tangled ones when there is none."""
        data = read(self.root / name)
        if data is None:
            return target.lines
        text = data.decode("utf-8-sig", "replace").replace("\r\n", "\n").replace("\r", "\n")
        return text.removesuffix("\n").split("\n")

    def _length(self, name: str) -> int:
        """How many lines the file on the disk has, when it differs from the tangled text."""
        return len(self._disk_rows(name, self.targets[name]))

    def _row(self, name: str, target: Target, line: int) -> int:
        """The line of the tangled text that a line of the file on the disk stands for."""
        rows = self._disk_rows(name, target)
        return rows[min(line, len(rows)) - 1] if rows else line

    def _disk_rows(self, name: str, target: Target) -> list[int]:
        """For each line of the file on the disk the tangled line; empty when the two are the same."""
        if name not in self._rows:
            disk = self._disk(name, target)
            self._rows[name] = [] if disk == target.lines else _aligned(disk, target.lines)
        return self._rows[name]


def _aligned(disk: list[str], tangled: list[str]) -> list[int]:
    """For each line on the disk, the tangled line it is, or the nearest one before."""
    from literate.tangling.alignment import opcodes

    rows: list[int] = []
    for _, start, end, new_start, new_end in opcodes(disk, tangled):
        for offset in range(end - start):
            rows.append(min(new_start + offset, max(new_end - 1, new_start)) + 1)
    return rows
