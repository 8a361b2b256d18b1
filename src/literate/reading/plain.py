"""The blocks that can be told at sight, so that most of a chapter needs no Markdown parser.

They are headings by ``#``, fences that begin in the first column, and paragraphs all of whose lines begin
with a letter. Nothing else in Markdown begins so. What follows can still make something else of such a
paragraph (a table, an underlined heading, a term that is defined): it is left to the parser
then, as is everything else.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from literate.reading.events import Fence, Line

_HEADING = re.compile(r"(?P<marks>#{1,6})(?P<title>[ \t].*[^# \t])[ \t]*")
_FENCE = re.compile(r"(?P<markup>`{3,}(?=[^`]*$)|~{3,})(?P<info>.*)")
_DEFINITION = re.compile(r"[ \t]*[:~][ \t]")


class Title(NamedTuple):
    """A heading: the index of its line."""

    content: str
    level: int
    row: int


class Paragraph(NamedTuple):
    """A paragraph: the index of its first line, and of the line after its last."""

    content: str
    row: int
    end: int


Plain = Title | Paragraph | Fence


def scan(lines: list[Line], row: int, nested: bool) -> tuple[list[Plain], int]:
    """Read plain blocks from `row` on, where nothing holds what begins; return them and where they end.

    `nested` says that a directive holds these lines.
    """
    found: list[Plain] = []
    while row < len(lines):
        text = lines[row].text
        if _empty(text):
            row += 1
        elif text[0].isalpha():
            end = _paragraph(lines, row)
            if not end:
                break
            content = "\n".join([line.text for line in lines[row:end]]).strip()
            found.append(Paragraph(content, row, end))
            row = end
        elif heading := _HEADING.fullmatch(text):
            found.append(Title(heading["title"].strip(), len(heading["marks"]), row))
            row += 1
        elif fence := _FENCE.fullmatch(text):
            markup = fence["markup"]
            end = _closing(lines, row + 1, markup)
            inside = tuple(lines[row + 1 : end])
            found.append(
                Fence(fence["info"].strip(), markup, lines[row].number, inside, end < len(lines), nested)
            )
            row = end + 1
        else:
            break
    return found, min(row, len(lines))


def _empty(text: str) -> bool:
    return not text.strip(" \t")


def _paragraph(lines: list[Line], row: int) -> int:
    """The index of the line after a plain paragraph's last; 0 when it may be something else."""
    while row < len(lines) and lines[row].text[:1].isalpha():
        row += 1
    if row == len(lines):
        return row
    after = lines[row].text
    if _empty(after):
        defined = row + 1 < len(lines) and _DEFINITION.match(lines[row + 1].text)
        return 0 if defined else row
    return row if _HEADING.fullmatch(after) or _FENCE.fullmatch(after) else 0


def _closing(lines: list[Line], row: int, markup: str) -> int:
    """The index of the line that closes a fence; of the line after the last when none does."""
    pattern = _closing_pattern(markup)
    while row < len(lines) and not (markup in lines[row].text and pattern.fullmatch(lines[row].text)):
        row += 1
    return row


@cache
def _closing_pattern(markup: str) -> re.Pattern[str]:
    return re.compile(rf" {{0,3}}{markup}{markup[0]}*[ \t]*")
