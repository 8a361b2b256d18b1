"""Untangling: edits made by hand in tangled files, carried back into the blocks that the lines come from.

What the chapters changed themselves since an edit began is no part of it. Each edit is tried before it is
applied: the new chapters must tangle to exactly the file with the edit, and change no other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher, unified_diff
from itertools import groupby
from typing import NamedTuple

from literate import build, writer
from literate.errors import CallError
from literate.git import git
from literate.join import INDENT
from literate.model import Block, Book, Origin, Target
from literate.read.text import decode, encode
from literate.tangle import Plan, Record, Tangler, plain

Texts = dict[str, str]
_UNCERTAIN = (
    "it may have begun from what was tangled last or from what git put there, and that decides what the "
    "chapter loses"
)
_UNKNOWN = (
    "what it began from is not known: .literate has no note of it, and in git's last commit the file is not "
    "what the chapters make"
)


class Edit(NamedTuple):
    """An edit of a tangled file: the chapters' new texts that hold it, or the `reason` why there are none.

    With both, the new texts only come near it; with neither, the chapters hold the edit already. `places` are
    the chapters' that it belongs to, `changes` is the edit as a diff. A `foreign` file is no edit: no chapter
    ever made it.
    """

    path: str
    text: str = ""
    places: tuple[str, ...] = ()
    chapters: Mapping[str, str] = {}
    reason: str = ""
    changes: str = ""
    foreign: bool = False

    @property
    def held(self) -> bool:
        """Whether the chapters hold the edit already."""
        return not self.chapters and not self.reason


class Hunk(NamedTuple):
    """Rows `start` to `end` of a text become `lines`; `contested` if the chapters changed them too.

    So far as `room` the hunk may slide down among equal lines, and still make the same text.
    """

    start: int
    end: int
    lines: tuple[str, ...]
    room: int = 0
    contested: bool = False

    def touches(self, other: Hunk) -> bool:
        """Whether two hunks may have lines in common; an insertion also touches what it stands beside."""
        first, last = max(self.start, other.start), min(self.end + self.room, other.end + other.room)
        return first <= last if self.start == self.end or other.start == other.end else first < last


class _Write(NamedTuple):
    """Rows `above` to `below` of a chapter become `lines`, as part of `block`; `verbatim` inside a string."""

    block: Block
    above: int
    below: int
    lines: tuple[str, ...]
    verbatim: bool = False


class CarriedBack(NamedTuple):
    """The chapters' new texts, the edits that they hold, those refused, and the book that they make."""

    texts: Texts
    edits: tuple[Edit, ...]
    refused: tuple[Edit, ...]
    book: Book


def edits(tangler: Tangler, plan: Plan) -> list[Edit]:
    """The edits of a plan's edited files; what the chapters hold already is none, and the file is stale."""
    found = [_edit(tangler, tangler.book, path) for path in plan.edited]
    plan.stale += [edit.path for edit in found if edit.held]
    return [edit for edit in found if not edit.held]


def carry_back(tangler: Tangler, files: Sequence[str] = ()) -> CarriedBack:
    """Carry the edits of `files`, or of all tangled files, back to the chapters; nothing is written."""
    book, texts = tangler.book, Texts()
    carried, refused = list[Edit](), list[Edit]()
    for path in (path for path in tangler.plan().edited if path in files or not files):
        # What this edit is carried into already holds those before it.
        edit = _edit(tangler, book, path)
        if edit.reason:
            refused.append(edit)
        elif edit.chapters:
            carried.append(edit)
            texts.update(edit.chapters)
            book = build.revised(book, edit.chapters)
    return CarriedBack(texts, tuple(carried), tuple(refused), book)


def write(tangler: Tangler, result: CarriedBack) -> None:
    """Write the chapters, with a note that they hold the edits: beside equal lines one could be seen again.

    The note holds only as long as the chapters make the same files: it may be written first.
    """
    made = {edit.path: (edit.text, result.book.targets[edit.path].text) for edit in result.edits}
    Record(tangler.record.texts, tangler.record.carried | made).save(tangler.root)
    apply(tangler.book, result.texts)


def apply(book: Book, texts: Mapping[str, str]) -> None:
    """Write the chapters' new texts, in each chapter's own line ends."""
    root = book.settings.root
    before = {path: writer.read(root / path) or b"" for path in texts}
    for chapter in book.chapters:
        if chapter.path in texts and decode(before[chapter.path]) != chapter.text:
            raise CallError(f"{chapter.path} was saved in the meantime. Nothing was written; run it again.")
    writer.write(root, {path: encode(text, before[path]) for path, text in texts.items()}, [], before)


def _edit(tangler: Tangler, book: Book, path: str) -> Edit:
    """The edit made by hand in a target's file, carried back to the chapters of `book`."""
    target = book.targets[path]
    text = plain(writer.read(tangler.root / path) or b"")
    if text is None:
        return Edit(path, reason="it is not UTF-8 text")
    if any(line.startswith(("<<<<<<< ", ">>>>>>> ")) for line in _lines(text)):
        differs = _diff(target.text, text, path)
        return Edit(path, text, reason="the file holds the markers of a merge", changes=differs)
    head = plain(git(tangler.root, "show", f"HEAD:./{path}") or b"") or None
    in_step = head is not None and head == tangler.committed.get(path)
    carried, made = tangler.record.carried.get(path, ("", None))
    last = [carried] if made == tangler.book.targets[path].text else tangler.record.texts.get(path, [])
    known = [*last, head] if head and in_step else last
    nearness = {base: _likeness(base, text) for base in known}
    bases = sorted(nearness, key=lambda base: -nearness[base])
    if not bases or (head and head not in bases and _likeness(head, text) >= nearness[bases[0]]):
        # Whose text git has put there, no chapter tells.
        foreign = not bases and path not in tangler.committed
        differs = _diff(bases[0] if bases else target.text, text, path)
        reason = "no chapter is known to have made it" if foreign else _UNKNOWN
        return Edit(path, text, (), {}, reason, differs, foreign)
    nearest, *others = (_edit_of(base, book, target, text) for base in bases)
    for base, other in zip(bases[1:], others, strict=True):
        as_near = nearness[base] == nearness[bases[0]]
        same = (other.chapters, bool(other.reason)) == (nearest.chapters, bool(nearest.reason))
        # A text that is farther, and from which the edit cannot be carried, is not what it began from.
        if not nearest.reason and not same and (as_near or not other.reason):
            return nearest._replace(chapters={}, reason=_UNCERTAIN)
    return nearest


def _edit_of(base: str, book: Book, target: Target, text: str) -> Edit:
    """The edit, if it began from `base`."""
    hunks = changes(_lines(base), _lines(text), target.lines)
    places = tuple(dict.fromkeys(_place(target, hunk) for hunk in hunks))
    edit = Edit(target.path, text, places, changes=_diff(base, text, target.path))
    if target.derived:
        return edit._replace(reason="it is derived from other files: keep your work in a copy of it")
    if any(hunk.contested for hunk in hunks):
        return edit._replace(reason="the chapter has changed in the same place")
    chapters, reason, _ = _carried(book, target.path, hunks) if hunks else ({}, "", book)
    return edit._replace(chapters=chapters, reason=reason)


def changes(base: Sequence[str], edited: Sequence[str], made: Sequence[str]) -> list[Hunk]:
    """What the edit of `base` that gave `edited` changes in `made`, which the chapters make of `base` now."""
    theirs = _hunks(base, made)
    found = []
    for hunk in _hunks(base, edited):
        if any(hunk[:3] == other[:3] for other in theirs):
            continue
        above = [other for other in theirs if other.end <= hunk.start]
        shift = sum(len(other.lines) - (other.end - other.start) for other in above)
        contested = any(hunk.touches(other) for other in theirs)
        found.append(hunk._replace(start=hunk.start + shift, end=hunk.end + shift, contested=contested))
    return found


def _hunks(old: Sequence[str], new: Sequence[str]) -> list[Hunk]:
    """What makes `new` of `old`; an insertion or deletion among equal lines as far up as it goes."""
    codes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    found = []
    for number, (tag, start, end, new_start, new_end) in enumerate(codes):
        if tag == "equal":
            continue
        up = down = 0
        if tag != "replace":
            text, first, last = (new, new_start, new_end) if tag == "insert" else (old, start, end)
            above = codes[number - 1][2] - codes[number - 1][1] if number else 0
            below = codes[number + 1][2] - codes[number + 1][1] if number + 1 < len(codes) else 0
            while up < above and text[first - 1 - up] == text[last - 1 - up]:
                up += 1
            while down < below and text[first + down] == text[last + down]:
                down += 1
        lines = tuple(new[new_start - up : new_end - up])
        found.append(Hunk(start - up, end - up, lines, up + down))
    return found


def _carried(book: Book, path: str, hunks: Sequence[Hunk]) -> tuple[Texts, str, Book]:
    """The chapters' new texts with the hunks, or why there are none, and the book that they make.

    All hunks at once, each in its likeliest way; where that does not do, the later half first, so that the
    rows of the others stay where they are, and so on down to one, of which every way is tried.
    """
    target = book.targets[path]
    if len(hunks) == 1:
        candidates: Iterable[list[_Write]] = _ways(target, hunks[0])
    else:
        ways = [next(_ways(target, hunk), None) for hunk in hunks]
        candidates = [] if None in ways else [[write for way in ways for write in way or ()]]
    tried: list[Texts] = []
    for writes in candidates:
        texts = _written(book, writes)
        if texts and texts not in tried:
            tried.append(texts)
            again = build.revised(book, texts)
            if _holds(again, book, target, hunks):
                return texts, "", again
    if len(hunks) == 1:
        return *_refusal(target, hunks[0], tried), book
    middle = len(hunks) // 2
    made, reason, book = _carried(book, path, hunks[middle:])
    if reason:
        return {}, reason, book
    rest, reason, book = _carried(book, path, hunks[:middle])
    return ({} if reason else made | rest), reason, book


def _holds(again: Book, book: Book, target: Target, hunks: Sequence[Hunk]) -> bool:
    """Whether the revised book makes the target with the hunks, and nothing else new."""
    lines = [*target.lines]
    for hunk in reversed(hunks):
        lines[hunk.start : hunk.end] = hunk.lines
    wanted, made = (
        {path: made.text for path, made in each.targets.items() if not made.derived} for each in (book, again)
    )
    wanted[target.path] = "\n".join([*lines, ""])
    return not again.problems and made == wanted


def _refusal(target: Target, hunk: Hunk, tried: Sequence[Texts]) -> tuple[Texts, str]:
    """Why a hunk cannot be carried back, and the texts that come nearest to it, if any do."""
    blocks = _blocks(target, hunk)
    if not any(hunk.lines):
        for block, rows in blocks:
            filled = {line.number for line in block.lines if line.text.strip()}
            if filled <= {target.origins[row].line for row in rows}:
                place = f"{block.path}:{block.line}"
                return {}, f"it takes out all of the block at {place}: take it out of the chapter"
        if not blocks:
            return {}, "the empty lines between blocks are put in by the tangler"
    if tried:
        return tried[0], "blocks do not hold it exactly"
    return {}, "it does not lie within blocks of the chapter"


def _ways(target: Target, hunk: Hunk) -> Iterator[list[_Write]]:
    """The ways to write a hunk into blocks, the likeliest first."""
    slid = []
    for down in range(hunk.room + 1):
        turn = down % len(hunk.lines) if hunk.lines else 0
        lines = hunk.lines[turn:] + hunk.lines[:turn]
        slid.append(Hunk(hunk.start + down, hunk.end + down, lines))
    # Best is what takes out no line that is put in between blocks.
    slid.sort(key=lambda each: sum(not origin.own for origin in target.origins[each.start : each.end]))
    for each in slid:
        for way in _ways_here(target, each):
            yield way
            if any(write.block.attributes.class_name for write in way):
                yield [write._replace(verbatim=True) for write in way]
    if hunk.start == hunk.end:
        # Code at the top of a file may follow a class that blocks elsewhere go on with.
        for origin in reversed(target.origins[: hunk.start]):
            if not origin.block.attributes.class_name:
                last = [line.number for line in origin.block.lines if line.text.strip()][-1]
                yield [_Write(origin.block, last, last, ("", "", *_trimmed(hunk.lines)))]
                return


def _ways_here(target: Target, hunk: Hunk) -> Iterator[list[_Write]]:
    blocks = _blocks(target, hunk)
    if not blocks:
        lines = hunk.lines if hunk.start == hunk.end else _trimmed(hunk.lines)
        above = next((origin for origin in reversed(target.origins[: hunk.start]) if origin.own), None)
        below = next((origin for origin in target.origins[hunk.end :] if origin.own), None)
        for origin, at in ((above, above and above.line), (below, below and below.line - 1)):
            if origin is not None and at is not None:
                yield [_Write(origin.block, at, at, lines)]
    elif len(blocks) == 1 or not any(hunk.lines):
        yield [
            _Write(block, target.origins[rows[0]].line - 1, target.origins[rows[-1]].line, hunk.lines)
            for block, rows in blocks
        ]


def _blocks(target: Target, hunk: Hunk) -> list[tuple[Block, list[int]]]:
    """The blocks that a hunk touches, in order, and its rows in each."""
    own = [row for row in range(hunk.start, hunk.end) if target.origins[row].own]
    parts = [[*rows] for _, rows in groupby(own, key=lambda row: id(target.origins[row].block))]
    return [(target.origins[rows[0]].block, rows) for rows in parts]


def _trimmed(lines: tuple[str, ...]) -> tuple[str, ...]:
    filled = [row for row, line in enumerate(lines) if line.strip()]
    return lines[filled[0] : filled[-1] + 1] if filled else ()


def _written(book: Book, writes: Sequence[_Write]) -> Texts:
    """The chapters that change, with the lines as each writes its blocks; none where one cannot."""
    texts = {chapter.path: chapter.text.split("\n") for chapter in book.chapters}
    for write in sorted(writes, key=lambda write: -write.above):
        lines = texts[write.block.path]
        model = next(line for line in write.block.lines if line.text.strip())
        if model.column is None:
            return {}
        prefix = lines[model.number - 1][: model.column]
        indent = " " * (INDENT if write.block.attributes.class_name and not write.verbatim else 0)
        lines[write.above : write.below] = [
            prefix + line.removeprefix(indent) if line.strip() else prefix.rstrip() for line in write.lines
        ]
    old = {chapter.path: chapter.text for chapter in book.chapters}
    return {path: "\n".join(lines) for path, lines in texts.items() if "\n".join(lines) != old[path]}


def _likeness(old: str, new: str) -> float:
    """How much of two texts is the same, from 0 to 1."""
    return SequenceMatcher(None, _lines(old), _lines(new), autojunk=False).ratio()


def _place(target: Target, hunk: Hunk) -> str:
    origins: list[Origin] = target.origins[hunk.start : hunk.end] or [target.origin(hunk.start)]
    first, last = origins[0], origins[-1]
    until = f"-{last.line}" if last.line > first.line and last.path == first.path else ""
    return f"{first.path}:{first.line}{until}, section {first.block.section.title!r}"


def patch(book: Book, texts: Mapping[str, str]) -> str:
    """The chapters' new texts as a unified diff, such that it applies to the files as they stand."""
    before = {chapter.path: chapter.text.encode() for chapter in book.chapters}
    diffs = []
    for path, text in texts.items():
        old = writer.read(book.settings.root / path) or before[path]
        before_it, after = (data.decode("utf-8", "surrogateescape") for data in (old, encode(text, old)))
        diffs.append(_diff(before_it, after, path))
    return "\n".join(diffs)


def _diff(before: str, after: str, path: str) -> str:
    old, new = _marked(before), _marked(after)
    return "\n".join(unified_diff(old, new, f"a/{path}", f"b/{path}", lineterm=""))


def _marked(text: str) -> list[str]:
    """The lines without their line feeds; what has none at its end is marked as diff does."""
    lines = _lines(text)
    if text and not text.endswith("\n"):
        lines[-1] += "\n\\ No newline at end of file"
    return lines


def describe(book: Book, edit: Edit) -> str:
    """What was edited, where it belongs, and how to go on."""
    if not edit.chapters:
        return refusal(edit)
    how = 'Run "literate untangle", or apply this patch to the chapter; then tangle again:'
    if edit.reason:
        how = f"This patch of the chapter comes near it, but {edit.reason}. Look at what it gives:"
    return "\n".join([*_head(edit), how, patch(book, edit.chapters)])


def refusal(edit: Edit) -> str:
    """Why an edit cannot be carried back, and the edit itself."""
    if edit.foreign:
        return (
            f"{edit.path} was there before, and {edit.reason}, so nothing was written.\n"
            "Name another file in the chapter, or move or delete this one. "
            f"How it differs from what the chapters make:\n{edit.changes}"
        )
    reason = f"The edit cannot be carried back to a chapter: {edit.reason}."
    advice = "Move it there by hand, or delete the file, then tangle again. The edit:"
    return "\n".join([*_head(edit), reason, advice, edit.changes])


def _head(edit: Edit) -> list[str]:
    head = f"{edit.path} was edited by hand, so nothing was written."
    return [head, *(f"  It belongs to {place}" for place in edit.places)]


def _lines(text: str) -> list[str]:
    lines = text.split("\n")
    return lines[:-1] if lines[-1] == "" else lines
