"""Edits made by hand in tangled files, and what to say about them."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import unified_diff
from typing import NamedTuple

from literate import writer
from literate.assembling.program import Target
from literate.project import Project
from literate.reading import source
from literate.tangling import three_way
from literate.tangling.alignment import likeness
from literate.tangling.carry import carry
from literate.tangling.past import Bases
from literate.tangling.three_way import Change

_UNCERTAIN = (
    "it may have begun from what was tangled last or from what git put there, and that decides what the "
    "chapter loses"
)
_UNKNOWN = (
    "what it began from is not known: .literate has no note of it, and git no commit in which the file was "
    "what the chapters make"
)


class HandEdit(NamedTuple):
    """A target whose text on the disk is not the tangler's own.

    `chapters` holds the changed chapters' new texts; it is empty when the edit cannot be carried back, and
    `reason` says why. Beside new texts, `reason` says why they do not give the edited file exactly. A
    `foreign` file is no edit: no chapter ever made it. `file` is where the `text` lies: the target's file,
    or the one that it was before it was renamed.
    """

    target: str
    places: tuple[str, ...]
    chapters: dict[str, str]
    reason: str = ""
    changes: str = ""
    foreign: bool = False
    file: str = ""
    text: str = ""

    @property
    def carried(self) -> bool:
        """Whether the chapters hold all of it already."""
        return not self.chapters and not self.reason


def find(book: Project, target: Target, disk: str, bases: Bases) -> HandEdit:
    """Carry the edit that made `disk` back to the chapters; it began from one of `bases`."""
    lines = _lines(disk)
    if any(line.startswith(("<<<<<<< ", ">>>>>>> ")) for line in lines):
        reason = "the file holds the markers of a merge"
        return HandEdit(target.path, (), {}, reason, _diff(target.lines, lines, target.path))
    nearness = {base: likeness(_lines(base), lines) for base in bases.texts}
    nearest, *others = sorted(bases.texts, key=lambda base: -nearness[base])
    edit = _edit(book, target, lines, nearest)
    for other in others:
        seen = _edit(book, target, lines, other)
        if (seen.chapters, bool(seen.reason)) == (edit.chapters, bool(edit.reason)) or edit.reason:
            continue
        # A text that is farther, and from which the edit could not be carried, is not what it began from.
        if not seen.reason or nearness[other] == nearness[nearest]:
            return edit._replace(chapters={}, reason=_UNCERTAIN)
    return (
        edit if bases.certain or edit.carried or edit.reason else edit._replace(chapters={}, reason=_UNKNOWN)
    )


def _edit(book: Project, target: Target, lines: list[str], text: str) -> HandEdit:
    """The edit, if it began from `text`."""
    base = _lines(text)
    found = three_way.changes(base, lines, target.lines)
    places = tuple(dict.fromkeys(_place(target, change) for change in found))
    chapters, reason = carry(book, target, found) if found else ({}, "")
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
    head = f"{edit.file or edit.target} was edited by hand, so nothing was written."
    return [head, *(f"  It belongs to {place}" for place in edit.places)]


def _lines(text: str) -> list[str]:
    lines = text.split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def _place(target: Target, change: Change) -> str:
    origins = target.origins[change.start : change.end] or [target.origin(change.start)]
    first, last = origins[0], origins[-1]
    until = f"-{last.line}" if last.line > first.line and last.path == first.path else ""
    return f"{first.path}:{first.line}{until}, section {first.block.section.title!r}"


def alike(text: str, other: str, least: float) -> bool:
    """Whether one text is the other with some changes: `least` of their lines are in both."""
    return likeness(_lines(text), _lines(other)) > least
