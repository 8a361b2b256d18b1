"""Lines written into the blocks of chapters, in the form in which each chapter writes its blocks."""

from __future__ import annotations

from typing import NamedTuple

from literate.assembling.layout import INDENT
from literate.project import Project
from literate.reading.chapter import Block

Texts = dict[str, str]


class InString(str):
    """A line inside a string of several lines: it stands in the block of a class as it does in the file."""

    __slots__ = ()


class Write(NamedTuple):
    """Rows `above` to `below` of a chapter become `lines`, as part of `block`."""

    block: Block
    above: int
    below: int
    lines: tuple[str, ...]


def written(book: Project, writes: list[Write]) -> Texts | None:
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


def _as_in_chapter(write: Write, chapter: list[str]) -> list[str] | None:
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
        elif line.startswith(indent) and not isinstance(line, InString):
            written.append(prefix + line.removeprefix(indent))
        else:
            # Only a string of several lines may stand further left; whether it does is tried out.
            written.append(prefix + line)
    return written
