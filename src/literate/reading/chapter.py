"""What a chapter holds: its sections, its blocks of code and its computed numbers, each at its exact line."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from literate.errors import Problem
from literate.reading.events import Line
from literate.reading.infoline import Attributes

_PLAIN = Attributes()


class Kind(Enum):
    """What is done with a block."""

    TANGLED = "tangled"
    EXAMPLE = "example"
    ILLUSTRATIVE = "illustrative"
    TRANSCRIPT = "transcript"
    CELL = "cell"


class Section(NamedTuple):
    """A heading and its place. `level` is 1 for the chapter's title.

    `number` is the heading's in the book, when the chapter's file name begins with the chapter's number.
    """

    title: str
    level: int
    path: str
    line: int
    number: str = ""


class Block(NamedTuple):
    """A block of code. `line` is its opening fence's; `lines` are its own.

    `hidden` says that the page shows what a cell draws and hides its code.
    """

    kind: Kind
    path: str
    line: int
    lines: tuple[Line, ...]
    section: Section
    attributes: Attributes = _PLAIN
    hidden: bool = False

    @property
    def text(self) -> str:
        return "\n".join([*(line.text for line in self.lines), ""])

    def __hash__(self) -> int:
        # Of all that makes two blocks equal the place tells them apart as well, and is quick to hash.
        return hash((self.path, self.line))


class Computed(NamedTuple):
    """A number in a sentence and the expression that gives it."""

    shown: str
    expression: str
    path: str
    line: int
    section: Section


class Passage(NamedTuple):
    """A piece of running text or of a formula, on one line."""

    text: str
    maths: bool
    line: int
    section: Section


class Chapter(NamedTuple):
    """All that a chapter holds for the other layers, and what is wrong with it."""

    path: str
    text: str
    sections: tuple[Section, ...]
    blocks: tuple[Block, ...]
    computed: tuple[Computed, ...]
    problems: tuple[Problem, ...]
    passages: tuple[Passage, ...] = ()
