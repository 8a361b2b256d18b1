"""Carrying changed lines of a tangled file back into the blocks of the chapters that they come from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from literate.assembling.layout import INDENT
from literate.assembling.program import Target
from literate.project import Project
from literate.reading.chapter import Block


@dataclass(frozen=True)
class Change:
    """Rows `start` to `end` of the tangled text become `lines`; `start` is None when they are not there."""

    start: int | None
    end: int
    lines: tuple[str, ...]


@dataclass(frozen=True)
class _Write:
    """Rows `above` to `below` of a chapter become `lines`, as part of `block`."""

    block: Block
    above: int
    below: int
    lines: tuple[str, ...]


Texts = dict[str, str]
# Up to so many lines of a change that spans two blocks, every way to share them out is tried.
_FEW = 8


def carry(book: Project, target: Target, changes: Sequence[Change]) -> tuple[Texts, str]:
    """The new texts of the chapters that change, and why they are missing or do not hold the changes exactly.

    Each change is tried out: the chapters must tangle to the changed file and to nothing else that is new.
    """
    if target.derived:
        return {}, "it is derived from other files: keep your work in a copy of it"
    if any(change.start is None for change in changes):
        return {}, "the chapter has changed in the same place"
    made: Texts = {}
    # From the last one up, so that the rows of those above stay where they are.
    for change in reversed(changes):
        merged = _merged(target, change)
        texts, reason = _one(book, target, change, merged)
        if reason:
            return ({**made, **texts} if texts else {}), reason
        made.update(texts)
        book = book.revised(texts)
        target = book.targets[target.path]
    return made, ""


def _one(book: Project, target: Target, change: Change, merged: str) -> tuple[Texts, str]:
    tries: list[Texts] = []
    exact: list[Texts] = []
    spread = len(_blocks(target, change)) > 1 and any(change.lines)
    for writes in _ways(target, change):
        texts = _written(book, writes)
        if texts is None or texts in tries or not _new(book, texts):
            continue
        tries.append(texts)
        if _tangles_to(book, texts, target.path, merged):
            exact.append(texts)
            if not spread or len(exact) > 1:
                break
    if len(exact) == 1:
        return exact[0], ""
    if exact:
        return {}, "it spans blocks, and its lines could be shared out among them in more than one way"
    gone = _emptied(target, change)
    if gone is not None and not any(change.lines):
        return {}, f"it takes out all of the block at {gone.path}:{gone.line}: take it out of the chapter"
    if not _own(target, change) and not any(change.lines):
        return {}, "the empty lines between blocks are put in by the tangler"
    if tries and not spread:
        return tries[0], "blocks do not hold it exactly"
    return {}, "it does not lie within blocks of the chapter"


def _new(book: Project, texts: Texts) -> bool:
    return any(texts.get(chapter.path, chapter.text) != chapter.text for chapter in book.chapters)


def _merged(target: Target, change: Change) -> str:
    """The text that the chapters must tangle to once they hold the change."""
    lines = list(target.lines)
    lines[change.start or 0 : change.end] = change.lines
    return "".join(line + "\n" for line in lines)


def _own(target: Target, change: Change) -> list[int]:
    return [row for row in range(change.start or 0, change.end) if target.origins[row].own]


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


def _ways(target: Target, change: Change) -> Iterator[list[_Write]]:
    """The ways to write a change into blocks, the likeliest first."""
    for slid in _slides(target, change):
        yield from _ways_here(target, slid)
    if change.start == change.end:
        yield from _at_the_end_of_an_open_block(target, change)


def _slides(target: Target, change: Change) -> Iterator[Change]:
    """The change, and others that give the same file: equal lines around it may count as its own."""
    yield change
    rows, lines = target.lines, change.lines
    start, end = change.start or 0, change.end
    if lines and start != end:
        return
    span = list(lines) or rows[start:end]
    for _ in span:
        if start == 0 or rows[start - 1] != span[-1]:
            break
        span, start, end = [span[-1], *span[:-1]], start - 1, end - 1
        yield Change(start, end, tuple(span) if lines else ())
    span, start, end = list(lines) or rows[change.start or 0 : change.end], change.start or 0, change.end
    for _ in span:
        if end >= len(rows) or rows[end] != span[0]:
            break
        span, start, end = [*span[1:], span[0]], start + 1, end + 1
        yield Change(start, end, tuple(span) if lines else ())


def _at_the_end_of_an_open_block(target: Target, change: Change) -> Iterator[list[_Write]]:
    """Code at the top of a file may follow a class that blocks elsewhere go on with."""
    for row in range((change.start or 0) - 1, -1, -1):
        block = target.origins[row].block
        if not block.attributes.class_name:
            last = [line for line in block.lines if line.text.strip()][-1].number
            yield [_Write(block, last, last, ("", "", *_trimmed(change.lines)))]
            return


def _ways_here(target: Target, change: Change) -> Iterator[list[_Write]]:
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


def _over(target: Target, block: Block, rows: list[int], lines: tuple[str, ...]) -> _Write:
    return _Write(block, target.origins[rows[0]].line - 1, target.origins[rows[-1]].line, lines)


def _beside(target: Target, change: Change, side: int) -> list[_Write]:
    """An insertion, after the line above it (-1) or before the one below it (1)."""
    row = change.start or 0
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
    return [_Write(near.block, at, at, _trimmed(change.lines) if between else change.lines)]


def _written(book: Project, writes: list[_Write]) -> Texts | None:
    """The chapters with the lines written in; None when a block's lines cannot be written so."""
    texts = {chapter.path: chapter.text.split("\n") for chapter in book.chapters}
    touched: dict[str, None] = {}
    for write in sorted(writes, key=lambda write: -write.above):
        chapter = texts[write.block.path]
        lines = _as_in_chapter(write, chapter)
        if lines is None:
            return None
        chapter[write.above : write.below] = lines
        touched[write.block.path] = None
    return {path: "\n".join(texts[path]) for path in touched}


def _as_in_chapter(write: _Write, chapter: list[str]) -> list[str] | None:
    """The lines as the chapter writes them: without the class's indentation, after what holds the block."""
    block = write.block
    model = next((line for line in block.lines if line.text.strip()), None)
    if model is None or model.column is None:
        return None
    prefix = chapter[model.number - 1][: model.column]
    indent = " " * (INDENT if block.attributes.class_name else 0)
    written = []
    for line in write.lines:
        if not line.strip():
            written.append(prefix.rstrip())
        elif line.startswith(indent):
            written.append(prefix + line.removeprefix(indent))
        else:
            # Only a string of several lines may stand further left; whether it does is tried out.
            written.append(prefix + line)
    return written


def _tangles_to(book: Project, texts: Texts, target: str, text: str) -> bool:
    again = book.revised(texts)
    if again.problems or [len(c.blocks) for c in again.chapters] != [len(c.blocks) for c in book.chapters]:
        return False
    expected = {path: made.text for path, made in book.targets.items() if not made.derived} | {target: text}
    return expected == {path: made.text for path, made in again.targets.items() if not made.derived}
