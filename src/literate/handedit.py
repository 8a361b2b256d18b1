"""Edits made by hand in tangled files, carried back to the chapters they belong to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher, unified_diff

from literate import project, reader
from literate.program import Origin, Target
from literate.project import Project


@dataclass(frozen=True)
class HandEdit:
    """A target whose text on the disk is not the tangler's own.

    `chapters` holds the changed chapters' new texts; it is empty when the edit cannot be carried back, and
    `reason` says why. Beside new texts, `reason` says why they do not give the edited file exactly.
    """

    target: str
    places: tuple[str, ...]
    chapters: dict[str, str]
    reason: str = ""
    changes: str = ""


def find(book: Project, target: Target, disk: str, bases: Sequence[str]) -> HandEdit:
    """Carry the edit that made `disk` back to the chapters; it began from the target or one of `bases`."""
    base = max([*bases, target.text], key=lambda text: _likeness(text, disk)).splitlines()
    lines = disk.splitlines()
    changes = list(_changes(base, lines, target))
    places = tuple(dict.fromkeys(place for change in changes for place in _places(target, change)))
    chapters, reason = _carry(book, target, changes)
    shown = unified_diff(base, lines, f"a/{target.path}", f"b/{target.path}", lineterm="")
    return HandEdit(target.path, places, chapters, reason, "\n".join(shown))


def _carry(book: Project, target: Target, changes: list[_Change]) -> tuple[dict[str, str], str]:
    """The chapters with the changes made, and why they are missing or not exact."""
    if target.derived:
        return {}, "it is derived from other files: keep your work in a copy of it"
    if any(change.start is None for change in changes):
        return {}, "the chapter has changed in the same place"
    merged = _merged(target, changes)
    tries = [chapters for side in (-1, 1) if (chapters := _carried(book, target, changes, side))]
    for chapters in tries:
        if _tangles_to(book, chapters, target.path, merged):
            return chapters, ""
    if tries:
        return tries[0], "blocks do not hold it exactly"
    return {}, "it does not lie within blocks of the chapter"


def patch(book: Project, edit: HandEdit) -> str:
    """The edit as a unified diff of the chapters."""
    texts = {chapter.path: chapter.text for chapter in book.chapters}
    lines: list[str] = []
    for path, text in edit.chapters.items():
        lines += unified_diff(
            texts[path].splitlines(), text.splitlines(), f"a/{path}", f"b/{path}", lineterm=""
        )
    return "\n".join(lines)


def describe(book: Project, edit: HandEdit) -> str:
    """What was edited, where it belongs, and how to go on."""
    head = f"{edit.target} was edited by hand, so nothing was written."
    lines = [head, *(f"  It belongs to {place}" for place in edit.places)]
    if edit.chapters and not edit.reason:
        lines += ["Apply this patch to the chapter, then tangle again:", patch(book, edit)]
    elif edit.chapters:
        lines += [f"This patch of the chapter comes near it, but {edit.reason}. Look at what it gives:"]
        lines += [patch(book, edit)]
    else:
        lines += [f"The edit cannot be carried back to a chapter: {edit.reason}."]
        lines += ["Move it there by hand, or delete the file, then tangle again. The edit:", edit.changes]
    return "\n".join(lines)


@dataclass(frozen=True)
class _Change:
    """Rows `start` to `end` of the tangled text become `lines`; `start` is None when they are not there."""

    start: int | None
    end: int
    lines: tuple[str, ...]


def _changes(base: list[str], disk: list[str], target: Target) -> Iterator[_Change]:
    rows = _rows(base, target.lines)
    for tag, start, end, new_start, new_end in SequenceMatcher(
        None, base, disk, autojunk=False
    ).get_opcodes():
        if tag == "equal":
            continue
        lines = tuple(disk[new_start:new_end])
        here = [rows.get(row) for row in range(start, end)]
        if not here:
            before, after = rows.get(start - 1), rows.get(start)
            at = before + 1 if before is not None else after
            yield _Change(at, at or 0, lines)
        elif any(row is None for row in here) or here[-1] != (here[0] or 0) + len(here) - 1:
            yield _Change(None, 0, lines)
        else:
            yield _Change(here[0], (here[0] or 0) + len(here), lines)


def _rows(base: list[str], tangled: list[str]) -> dict[int, int]:
    """The row of each line of `base` in `tangled`, for lines that are in both."""
    rows: dict[int, int] = {}
    for block in SequenceMatcher(None, base, tangled, autojunk=False).get_matching_blocks():
        rows.update((block.a + offset, block.b + offset) for offset in range(block.size))
    return rows


def _merged(target: Target, changes: list[_Change]) -> str:
    """The text that the chapters must tangle to once they hold the changes."""
    lines = list(target.lines)
    for change in reversed(changes):
        lines[change.start or 0 : change.end] = change.lines
    return "".join(line + "\n" for line in lines)


def _places(target: Target, change: _Change) -> Iterator[str]:
    if change.start is not None:
        origins = target.origins[change.start : change.end] or [target.origin(change.start)]
        first, last = origins[0], origins[-1]
        until = f"-{last.line}" if last.line > first.line and last.path == first.path else ""
        yield f"{first.path}:{first.line}{until}, section {first.block.section.title!r}"


def _carried(book: Project, target: Target, changes: list[_Change], side: int) -> dict[str, str] | None:
    """The chapters with the changes made; `side` says which block takes lines put between two blocks."""
    texts = {chapter.path: chapter.text.split("\n") for chapter in book.chapters}
    touched: dict[str, None] = {}
    for change in reversed(changes):
        start = change.start or 0
        rows = [row for row in range(start, change.end) if target.origins[row].own]
        if rows and len({id(target.origins[row].block) for row in rows}) > 1:
            return None
        if rows:
            first, last = target.origins[rows[0]], target.origins[rows[-1]]
            near, above, below = first, first.line - 1, last.line
        else:
            near, above = _neighbour(target, start, side)
            below = above
        chapter = texts[near.path]
        lines = _written_back(change.lines, near, chapter)
        if lines is None:
            return None
        chapter[above:below] = lines
        touched[near.path] = None
    return {path: "\n".join(texts[path]) for path in touched}


def _neighbour(target: Target, row: int, side: int) -> tuple[Origin, int]:
    """The origin beside an insertion at `row`, and the chapter's row that it goes before."""
    if side < 0 and row > 0:
        while row > 1 and not target.origins[row - 1].own:
            row -= 1
        return target.origins[row - 1], target.origins[row - 1].line
    row = min(row, len(target.origins) - 1)
    while row < len(target.origins) - 1 and not target.origins[row].own:
        row += 1
    return target.origins[row], target.origins[row].line - 1


def _written_back(lines: tuple[str, ...], near: Origin, chapter: list[str]) -> list[str] | None:
    """The lines as the chapter writes them: without the class's indentation, after what holds the block."""
    if near.column is None:
        return None
    prefix = chapter[near.line - 1][: near.column]
    written = []
    for line in lines:
        if line.strip() and not line.startswith(" " * near.indent):
            return None
        written.append((prefix + line[near.indent :]) if line.strip() else prefix.rstrip())
    return written


def _tangles_to(book: Project, chapters: dict[str, str], target: str, text: str) -> bool:
    changed = [
        reader.read(chapters[chapter.path], chapter.path) if chapter.path in chapters else chapter
        for chapter in book.chapters
    ]
    again = project.build(book.config, changed)
    return not again.problems and again.targets[target].text == text


def _likeness(one: str, other: str) -> float:
    return SequenceMatcher(None, one.splitlines(), other.splitlines(), autojunk=False).ratio()
