"""Carrying changed lines of a tangled file back into the blocks of the chapters that they come from."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from itertools import groupby

from literate.assembling.layout import in_strings
from literate.assembling.program import Target
from literate.errors import UNPARSED
from literate.project import Project
from literate.reading.chapter import Block
from literate.tangling.chapter_writes import InString, Texts, Write, written
from literate.tangling.three_way import Change

# The new texts, why they are missing or not exact, and the project that they make.
_Outcome = tuple[Texts, str, Project]
# Up to so many lines of a change that spans two blocks, every way to share them out is tried.
_FEW = 8


def carry(book: Project, target: Target, changes: Sequence[Change]) -> tuple[Texts, str]:
    """The new texts of the chapters that change, and why they are missing or do not hold the changes exactly.

    Each change is tried out: the chapters must tangle to the changed file and to nothing else that is new.
    """
    if target.derived:
        return {}, "it is derived from other files: keep your work in a copy of it"
    if any(change.contested for change in changes):
        return {}, "the chapter has changed in the same place"
    texts, reason, _ = _carried(book, target, _with_strings(target, changes)) if changes else ({}, "", book)
    return texts, reason


def _carried(book: Project, target: Target, changes: Sequence[Change]) -> _Outcome:
    """All the changes at once; where that does not do, the later half first, and so on down to one.

    From the last one up, so that the rows of those above stay where they are. Trying a change out takes the
    time of reading the chapters, so most edits should take one trial, however many changes they make.
    """
    if len(changes) == 1:
        return _one(book, target, changes[0])
    outcome = _together(book, target, changes)
    if outcome is not None:
        return outcome
    middle = len(changes) // 2
    made, reason, book = _carried(book, target, changes[middle:])
    if reason:
        return made, reason, book
    rest, reason, book = _carried(book, book.targets[target.path], changes[:middle])
    return ({**made, **rest} if rest else {}), reason, book


def _together(book: Project, target: Target, changes: Sequence[Change]) -> _Outcome | None:
    """The changes, each in its likeliest way; None when the chapters do not tangle to just them then."""
    writes: list[Write] = []
    for change in changes:
        way = None if _spread(target, change) else next(_ways(target, change), None)
        if way is None:
            return None
        writes += way
    texts = written(book, writes)
    if texts is None or not _new(book, texts):
        return None
    again = _tangling_to(book, texts, target.path, _merged(target, changes))
    return (texts, "", again) if again is not None else None


def _one(book: Project, target: Target, change: Change) -> _Outcome:
    merged = _merged(target, [change])
    tries: list[Texts] = []
    exact: list[tuple[Texts, Project]] = []
    spread = _spread(target, change)
    for writes in _ways(target, change):
        texts = written(book, writes)
        if texts is None or texts in tries or not _new(book, texts):
            continue
        tries.append(texts)
        again = _tangling_to(book, texts, target.path, merged)
        if again is not None:
            exact.append((texts, again))
            if not spread or len(exact) > 1:
                break
    if len(exact) == 1:
        return exact[0][0], "", exact[0][1]
    texts, reason = _refusal(target, change, tries, bool(exact))
    return texts, reason, book


def _refusal(target: Target, change: Change, tries: Sequence[Texts], ambiguous: bool) -> tuple[Texts, str]:
    """Why a change cannot be carried back, and the texts that come nearest to it, if any do."""
    if ambiguous:
        return {}, "it spans blocks, and its lines could be shared out among them in more than one way"
    gone = _emptied(target, change)
    if gone is not None and not any(change.lines):
        return {}, f"it takes out all of the block at {gone.path}:{gone.line}: take it out of the chapter"
    if not _own(target, change) and not any(change.lines):
        return {}, "the empty lines between blocks are put in by the tangler"
    if tries and not _spread(target, change):
        return tries[0], "blocks do not hold it exactly"
    return {}, "it does not lie within blocks of the chapter"


def _spread(target: Target, change: Change) -> bool:
    """Whether a change's new lines have to be shared out among blocks."""
    return len(_blocks(target, change)) > 1 and any(change.lines)


def _new(book: Project, texts: Texts) -> bool:
    return any(texts.get(chapter.path, chapter.text) != chapter.text for chapter in book.chapters)


def _merged(target: Target, changes: Sequence[Change]) -> str:
    """The text that the chapters must tangle to once they hold the changes."""
    lines = list(target.lines)
    for change in reversed(changes):
        lines[change.start : change.end] = change.lines
    return "".join(line + "\n" for line in lines)


def _with_strings(target: Target, changes: Sequence[Change]) -> list[Change]:
    """The changes, with those of their lines marked that stand inside strings of several lines."""
    text = _merged(target, changes)
    try:
        rows = in_strings(text, ast.parse(text))
    except UNPARSED:
        return [*changes]
    found, shift = [], 0
    for change in changes:
        numbered = enumerate(change.lines, start=change.start + shift)
        lines = tuple(InString(line) if row in rows else line for row, line in numbered)
        found.append(change._replace(lines=lines))
        shift += len(lines) - (change.end - change.start)
    return found


def _own(target: Target, change: Change) -> list[int]:
    return [row for row in range(change.start, change.end) if target.origins[row].own]


def _blocks(target: Target, change: Change) -> list[tuple[Block, list[int]]]:
    """The blocks that a change touches, in order, and its rows in each."""
    parts = groupby(_own(target, change), key=lambda row: id(target.origins[row].block))
    return [(target.origins[rows[0]].block, rows) for rows in (list(part) for _, part in parts)]


def _emptied(target: Target, change: Change) -> Block | None:
    for block, rows in _blocks(target, change):
        if {target.origins[row].line for row in rows} >= {
            line.number for line in block.lines if line.text.strip()
        }:
            return block
    return None


def _ways(target: Target, change: Change) -> Iterator[list[Write]]:
    """The ways to write a change into blocks, the likeliest first."""
    for slid in _slides(target, change):
        yield from _ways_here(target, slid)
    if change.start == change.end:
        yield from _at_the_end_of_an_open_block(target, change)


def _slides(target: Target, change: Change) -> Iterator[Change]:
    """The change, and others that give the same file: equal lines around it may count as its own."""
    yield change
    rows, lines = target.lines, change.lines
    start, end = change.start, change.end
    if lines and start != end:
        return
    span = list(lines) or rows[start:end]
    for _ in span:
        if start == 0 or rows[start - 1] != span[-1]:
            break
        span, start, end = [span[-1], *span[:-1]], start - 1, end - 1
        yield Change(start, end, tuple(span) if lines else ())
    span, start, end = list(lines) or rows[change.start : change.end], change.start, change.end
    for _ in span:
        if end >= len(rows) or rows[end] != span[0]:
            break
        span, start, end = [*span[1:], span[0]], start + 1, end + 1
        yield Change(start, end, tuple(span) if lines else ())


def _at_the_end_of_an_open_block(target: Target, change: Change) -> Iterator[list[Write]]:
    """Code at the top of a file may follow a class that blocks elsewhere go on with."""
    for row in range(change.start - 1, -1, -1):
        block = target.origins[row].block
        if not block.attributes.class_name:
            last = [line for line in block.lines if line.text.strip()][-1].number
            yield [Write(block, last, last, ("", "", *_trimmed(change.lines)))]
            return


def _ways_here(target: Target, change: Change) -> Iterator[list[Write]]:
    blocks = _blocks(target, change)
    if not blocks:
        for side in (-1, 1):
            yield _beside(target, change, side)
    elif len(blocks) == 1:
        yield [_over(target, *blocks[0], change.lines)]
        yield [_over(target, *blocks[0], _trimmed(change.lines))]
    elif not any(change.lines):
        yield [_over(target, block, rows, ()) for block, rows in blocks]
    elif len(blocks) == 2:
        for first, second in _cuts(change.lines):
            yield [_over(target, *blocks[0], first), _over(target, *blocks[1], second)]


def _cuts(lines: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    for row in range(len(lines) + 1):
        if len(lines) <= _FEW or not lines[row - 1].strip():
            yield _trimmed(lines[:row]), _trimmed(lines[row:])


def _trimmed(lines: tuple[str, ...]) -> tuple[str, ...]:
    filled = [row for row, line in enumerate(lines) if line.strip()]
    return lines[filled[0] : filled[-1] + 1] if filled else ()


def _over(target: Target, block: Block, rows: list[int], lines: tuple[str, ...]) -> Write:
    return Write(block, target.origins[rows[0]].line - 1, target.origins[rows[-1]].line, lines)


def _beside(target: Target, change: Change, side: int) -> list[Write]:
    """An insertion, after the line above it (-1) or before the one below it (1)."""
    row = change.start
    if side < 0 and row > 0:
        while row > 1 and not target.origins[row - 1].own:
            row -= 1
        near, at = target.origins[row - 1], target.origins[row - 1].line
    else:
        row = min(change.end, len(target.origins) - 1)
        while row < len(target.origins) - 1 and not target.origins[row].own:
            row += 1
        near, at = target.origins[row], target.origins[row].line - 1
    between = change.start != change.end
    return [Write(near.block, at, at, _trimmed(change.lines) if between else change.lines)]


def _tangling_to(book: Project, texts: Texts, target: str, text: str) -> Project | None:
    """The project with these texts, when they change the target to `text` and make nothing else new."""
    again = book.revised(texts)
    if again.problems or [len(c.blocks) for c in again.chapters] != [len(c.blocks) for c in book.chapters]:
        return None
    expected = {path: made.text for path, made in book.targets.items() if not made.derived} | {target: text}
    same = expected == {path: made.text for path, made in again.targets.items() if not made.derived}
    return again if same else None
