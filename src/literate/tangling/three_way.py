"""An edit seen from three sides: the text it began from, the text it made, and what the chapters make now.

What the chapters changed themselves since that beginning is no part of the edit, whether the file has it
or not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from literate.tangling.alignment import Opcode, opcodes


class Change(NamedTuple):
    """Rows `start` to `end` of what the chapters make become `lines`; `contested` if they changed it too."""

    start: int
    end: int
    lines: tuple[str, ...]
    contested: bool = False


class _Hunk(NamedTuple):
    """Rows `start` to `end` of the base became other rows, on one side."""

    start: int
    end: int
    new_start: int
    new_end: int
    edit: bool
    # How far equal lines let it slide up and down: with each step it makes the same text.
    up: int = 0
    down: int = 0

    @property
    def first(self) -> int:
        return self.start - self.up

    @property
    def last(self) -> int:
        return self.end + self.down

    @property
    def low(self) -> _Hunk:
        """The same as far down as it goes, so that two that make the same text are the same."""
        start, end, new_start, new_end = (row + self.down for row in self[:4])
        return _Hunk(start, end, new_start, new_end, self.edit, self.up + self.down)

    @property
    def growth(self) -> int:
        return (self.new_end - self.new_start) - (self.end - self.start)

    def touches(self, other: _Hunk) -> bool:
        """Whether two hunks may have lines in common; an insertion also touches what it stands beside."""
        if self.start == self.end or other.start == other.end:
            return other.first <= self.last and self.first <= other.last
        return self.first < other.last and other.first < self.last


def changes(base: Sequence[str], edited: Sequence[str], tangled: Sequence[str]) -> list[Change]:
    """What the edit of `base` that gave `edited` changes in `tangled`."""
    here = _hunks(base, tangled, False)
    there = _hunks(base, edited, True)
    found: list[Change] = []
    shift = edit_shift = 0
    for group in _groups([*here, *there]):
        first, last = min(hunk.first for hunk in group), max(hunk.last for hunk in group)
        growth = sum(hunk.growth for hunk in group if not hunk.edit)
        edit_growth = sum(hunk.growth for hunk in group if hunk.edit)
        rows = range(first + shift, last + shift + growth)
        edit_rows = range(first + edit_shift, last + edit_shift + edit_growth)
        if all(hunk.edit for hunk in group):
            for hunk in group:
                lines = _lines(edited, range(hunk.new_start, hunk.new_end))
                found.append(Change(hunk.start + shift, hunk.end + shift, lines))
        elif any(hunk.edit for hunk in group):
            found += _between(tangled, rows, edited, edit_rows, [hunk.low for hunk in group])
        shift, edit_shift = shift + growth, edit_shift + edit_growth
    return found


def _hunks(base: Sequence[str], new: Sequence[str], edit: bool) -> list[_Hunk]:
    codes = [("equal", 0, 0, 0, 0), *opcodes(base, new), ("equal", 0, 0, 0, 0)]
    return [
        _Hunk(*code[1:], edit, *_room(base, new, before, code, after))
        for before, code, after in zip(codes, codes[1:], codes[2:], strict=False)
        if code[0] != "equal"
    ]


def _room(
    base: Sequence[str], new: Sequence[str], before: Opcode, code: Opcode, after: Opcode
) -> tuple[int, int]:
    """How many lines an insertion or a deletion may slide up and down, within the equal lines around it."""
    tag, start, end, new_start, new_end = code
    if tag == "replace":
        return 0, 0
    rows, first, last = (new, new_start, new_end) if tag == "insert" else (base, start, end)
    above, below = before[2] - before[1], after[2] - after[1]
    up = next((row for row in range(above) if rows[first - 1 - row] != rows[last - 1 - row]), above)
    down = next((row for row in range(below) if rows[first + row] != rows[last + row]), below)
    return up, down


def _groups(hunks: list[_Hunk]) -> Iterator[list[_Hunk]]:
    """The hunks in order; those that touch, and so may be about the same, together."""
    group: list[_Hunk] = []
    for hunk in sorted(hunks, key=lambda hunk: (hunk.first, hunk.last)):
        if group and not any(hunk.touches(other) for other in group):
            yield group
            group = []
        group.append(hunk)
    if group:
        yield group


def _between(
    tangled: Sequence[str], rows: range, edited: Sequence[str], edit_rows: range, group: list[_Hunk]
) -> Iterator[Change]:
    """The changes where both sides changed the base: those that leave the chapters' own changes alone."""
    added = {row for hunk in group if not hunk.edit for row in range(hunk.new_start, hunk.new_end)}
    removed = _kept_though_removed(group, edit_rows)
    found = []
    for hunk in _hunks(_lines(tangled, rows), _lines(edited, edit_rows), True):
        low = hunk.low
        out = range(low.start + rows.start, low.end + rows.start)
        into = range(low.new_start + edit_rows.start, low.new_end + edit_rows.start)
        by_chapter = [row in added for row in out] + [row in removed for row in into]
        if all(by_chapter):
            # The file never had these lines, or still has them: nobody edited anything.
            continue
        if any(by_chapter):
            yield Change(rows.start, rows.stop, _lines(edited, edit_rows), contested=True)
            return
        found.append(Change(out.start, out.stop, _lines(edited, into)))
    yield from found


def _kept_though_removed(group: list[_Hunk], edit_rows: range) -> set[int]:
    """The rows of the edited text that are the base's, and that the chapters have taken out."""
    gone = {row for hunk in group if not hunk.edit for row in range(hunk.start, hunk.end)}
    kept = set()
    row, place = min(hunk.first for hunk in group), edit_rows.start
    for hunk in [hunk for hunk in group if hunk.edit]:
        kept |= {place + there - row for there in range(row, hunk.start) if there in gone}
        row, place = hunk.end, hunk.new_end
    kept |= {there for there in range(place, edit_rows.stop) if there - place + row in gone}
    return kept


def _lines(text: Sequence[str], rows: range) -> tuple[str, ...]:
    return tuple(text[rows.start : rows.stop])
