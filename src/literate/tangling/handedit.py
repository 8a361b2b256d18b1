"""Edits made by hand in tangled files, and what to say about them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import unified_diff

from literate import writer
from literate.assembling.program import Target
from literate.project import Project
from literate.reading import source
from literate.tangling.alignment import likeness, opcodes
from literate.tangling.carry import Change, carry


@dataclass(frozen=True)
class HandEdit:
    """A target whose text on the disk is not the tangler's own.

    `chapters` holds the changed chapters' new texts; it is empty when the edit cannot be carried back, and
    `reason` says why. Beside new texts, `reason` says why they do not give the edited file exactly. A
    `foreign` file is no edit: no chapter ever made it.
    """

    target: str
    places: tuple[str, ...]
    chapters: dict[str, str]
    reason: str = ""
    changes: str = ""
    foreign: bool = False


def find(book: Project, target: Target, disk: str, bases: Sequence[str]) -> HandEdit:
    """Carry the edit that made `disk` back to the chapters; it began from the target or one of `bases`."""
    lines = _lines(disk)
    if any(line.startswith(("<<<<<<< ", ">>>>>>> ")) for line in lines):
        reason = "the file holds the markers of a merge"
        return HandEdit(target.path, (), {}, reason, _diff(target.lines, lines, target.path))
    base = max([*map(_lines, bases), target.lines], key=lambda known: likeness(known, lines))
    changes = list(_changes(base, lines, target))
    places = tuple(dict.fromkeys(place for change in changes for place in _places(target, change)))
    chapters, reason = carry(book, target, changes)
    return HandEdit(target.path, places, chapters, reason, _diff(base, lines, target.path))


def shown(text: str, disk: str, path: str) -> str:
    """How the file on the disk differs from a text."""
    return _diff(_lines(text), _lines(disk), path)


def _diff(before: list[str], after: list[str], path: str) -> str:
    return "\n".join(unified_diff(before, after, f"a/{path}", f"b/{path}", lineterm=""))


def patch(book: Project, texts: Mapping[str, str]) -> str:
    """The chapters' new texts as a unified diff."""
    before = {chapter.path: chapter.text.encode() for chapter in book.chapters}
    lines: list[str] = []
    for path, text in texts.items():
        # As it stands on the disk, so that the patch applies there.
        old = writer.read(book.config.root / path) or before[path]
        new = source.encode(text, old)
        lines += unified_diff(_kept(old), _kept(new), f"a/{path}", f"b/{path}", lineterm="")
    return "\n".join(lines)


def _kept(data: bytes) -> list[str]:
    """The lines with all but their line feeds; what has none at its end is marked as diff does."""
    text = data.decode("utf-8", "surrogateescape")
    lines = _lines(text)
    if text and not text.endswith("\n"):
        lines[-1] += "\n\\ No newline at end of file"
    return lines


def describe(book: Project, edit: HandEdit) -> str:
    """What was edited, where it belongs, and how to go on."""
    if not edit.chapters:
        return refusal(edit)
    lines = _head(edit)
    if edit.reason:
        lines += [f"This patch of the chapter comes near it, but {edit.reason}. Look at what it gives:"]
    else:
        lines += ['Run "literate untangle", or apply this patch to the chapter; then tangle again:']
    return "\n".join([*lines, patch(book, edit.chapters)])


def refusal(edit: HandEdit) -> str:
    """Why an edit cannot be carried back, and the edit itself."""
    if edit.foreign:
        return "\n".join(
            [
                f"{edit.target} was there before, and {edit.reason}, so nothing was written.",
                "Name another file in the chapter, or move or delete this one. "
                "How it differs from what the chapters make:",
                edit.changes,
            ]
        )
    return "\n".join(
        [
            *_head(edit),
            f"The edit cannot be carried back to a chapter: {edit.reason}.",
            "Move it there by hand, or delete the file, then tangle again. The edit:",
            edit.changes,
        ]
    )


def _head(edit: HandEdit) -> list[str]:
    head = f"{edit.target} was edited by hand, so nothing was written."
    return [head, *(f"  It belongs to {place}" for place in edit.places)]


def _lines(text: str) -> list[str]:
    lines = text.split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def _changes(base: list[str], disk: list[str], target: Target) -> Iterator[Change]:
    rows = _rows(base, target.lines)
    for tag, start, end, new_start, new_end in opcodes(base, disk):
        if tag == "equal":
            continue
        lines = tuple(disk[new_start:new_end])
        here = [rows.get(row) for row in range(start, end)]
        if not here:
            before, after = rows.get(start - 1), rows.get(start)
            at = before + 1 if before is not None else after
            yield Change(at, at or 0, lines)
        elif any(row is None for row in here) or here[-1] != (here[0] or 0) + len(here) - 1:
            yield Change(None, 0, lines)
        else:
            yield Change(here[0], (here[0] or 0) + len(here), lines)


def _rows(base: list[str], tangled: list[str]) -> dict[int, int]:
    """The row of each line of `base` in `tangled`, for lines that are in both."""
    rows: dict[int, int] = {}
    for tag, start, end, new_start, _ in opcodes(base, tangled):
        if tag == "equal":
            rows.update((start + offset, new_start + offset) for offset in range(end - start))
    return rows


def _places(target: Target, change: Change) -> Iterator[str]:
    if change.start is not None:
        origins = target.origins[change.start : change.end] or [target.origin(change.start)]
        first, last = origins[0], origins[-1]
        until = f"-{last.line}" if last.line > first.line and last.path == first.path else ""
        yield f"{first.path}:{first.line}{until}, section {first.block.section.title!r}"


def alike(text: str, other: str, least: float = 0.6) -> bool:
    """Whether one text is the other with some changes: `least` of their lines are in both."""
    return likeness(_lines(text), _lines(other)) > least
