"""What stands in a chapter, piece by piece in reading order, each at its exact line."""

from __future__ import annotations

from enum import Enum
from itertools import count, repeat
from typing import NamedTuple


class Line(NamedTuple):
    """A line of a block: its text, its number in the chapter, and how many characters stand before it there.

    `column` is None where the text is not a tail of the chapter's line: a list's indentation splits a tab.
    """

    text: str
    number: int
    column: int | None


class Heading(NamedTuple):
    title: str
    level: int
    line: int


class Fence(NamedTuple):
    """A fence as written: its info line, the lines inside, whether a list, quote or directive holds it."""

    info: str
    markup: str
    line: int
    lines: tuple[Line, ...]
    closed: bool
    nested: bool


class Indented(NamedTuple):
    """A code block made by indentation alone."""

    lines: tuple[Line, ...]


class Place(Enum):
    """Where text stands in which no fence can open."""

    PARAGRAPH = "a paragraph"
    HTML = "raw HTML"
    COMMENT = "an HTML comment"
    FRONT_MATTER = "the front matter"
    FORMULA = "the formula"
    DEEP = "quotes and lists nested so deep that no page shows it"


class Running(NamedTuple):
    """The lines of a paragraph, of a formula, of raw HTML or of front matter, in which no fence can open."""

    lines: tuple[Line, ...]
    place: Place


class Break(NamedTuple):
    """A block break, ``+++``, and what it says of the text that follows."""

    content: str
    line: int


class Role(NamedTuple):
    """An inline role: its name, its content and the line it begins on."""

    name: str
    content: str
    line: int


class Substitution(NamedTuple):
    """A name in double braces: the page shows in its place what front matter or a configuration says."""

    name: str
    line: int


class Unread(NamedTuple):
    """A piece of running text or of a formula that begins as a computed number does, and is no role."""

    maths: bool
    line: int


class Prose(NamedTuple):
    """A piece of running text or of a formula, on one line; code and roles are left out."""

    text: str
    maths: bool
    line: int


Event = Heading | Fence | Indented | Running | Break | Role | Substitution | Unread | Prose


def source_lines(text: str) -> list[Line]:
    """Cut a chapter's text (line feeds only) into lines."""
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    return list(map(Line._make, zip(lines, count(1), repeat(0), strict=False)))
