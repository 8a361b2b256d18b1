"""What every layer speaks of: a chapter and its parts, the files they make, and what is wrong with them.

Paths are relative to the project's top folder and written with ``/``; lines count from 1.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from literate.settings import Settings


class Line(NamedTuple):
    """A line of a block: its text, its number in the chapter, and how many characters stand before it there.

    `column` is None where the text is not a tail of the chapter's line: a list's indentation splits a tab.
    """

    text: str
    number: int
    column: int | None


class Section(NamedTuple):
    """A heading and its place. `level` is 1 for the chapter's title.

    `number` is the heading's in the book, when the chapter's file name begins with the chapter's number.
    """

    title: str
    level: int
    path: str
    line: int
    number: str = ""


class Attributes(NamedTuple):
    """What an info line says about its block."""

    tangle: str | None = None
    class_name: str | None = None
    given: bool = False
    explained: str | None = None
    shared: bool = False
    illustrative: str | None = None


class Kind(Enum):
    """What is done with a block."""

    TANGLED = "tangled"
    EXAMPLE = "example"
    ILLUSTRATIVE = "illustrative"
    TRANSCRIPT = "transcript"
    CELL = "cell"


class Block(NamedTuple):
    """A block of code. `line` is its opening fence's; `lines` are its own.

    `hidden` says that the page shows what a cell draws and hides its code.
    """

    kind: Kind
    path: str
    line: int
    lines: tuple[Line, ...]
    section: Section
    attributes: Attributes = Attributes()
    hidden: bool = False

    @property
    def text(self) -> str:
        return "\n".join([*(line.text for line in self.lines), ""])

    @property
    def target(self) -> str:
        """The one spelling of where it goes: ``./a.py`` and ``a//b.py`` are ``a.py`` and ``a/b.py``."""
        return PurePosixPath(self.attributes.tangle or "").as_posix()


class ClaimKind(Enum):
    """How a claim is checked."""

    EXAMPLE = "example"
    COMMAND = "command"
    CELL = "cell"
    NUMBER = "number"


class Claim(NamedTuple):
    """Something that the chapter states and that can be run.

    `source` is what runs: a statement without its prompts, a shell command, a cell's code, or a number's
    expression. `want` is what the chapter shows for it: the exact output, the number as written, nothing for
    a cell. `line` is that of the prompt, of the cell's first line of code, or of the number's role. `block`
    is None for a number.
    """

    kind: ClaimKind
    path: str
    line: int
    source: str
    want: str
    section: Section
    block: Block | None = None


class Passage(NamedTuple):
    """A piece of running text or of a formula, on one line; code and roles are left out."""

    text: str
    maths: bool
    line: int
    section: Section


class Problem(NamedTuple):
    """Something that is wrong at one place: `what` it is and how to `mend` it, each without its full stop."""

    path: str
    line: int
    what: str
    mend: str

    def message(self) -> str:
        """What is wrong and how to mend it, without the place."""
        return f"{self.what}{'' if self.what.endswith('?') else '.'} {self.mend}."

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.message()}"


class Chapter(NamedTuple):
    """All that a chapter holds, in reading order, and what is wrong with it."""

    path: str
    text: str
    sections: tuple[Section, ...]
    blocks: tuple[Block, ...]
    claims: tuple[Claim, ...]
    passages: tuple[Passage, ...]
    problems: tuple[Problem, ...]


class Origin(NamedTuple):
    """Where a tangled line comes from.

    `column` counts the characters before the line's text in the chapter, `indent` those put before it in the
    file; `own` is False for the empty lines put between blocks, which count as their neighbour's.
    """

    block: Block
    line: int
    column: int | None
    indent: int
    own: bool = True

    @property
    def path(self) -> str:
        return self.block.path


@dataclass
class Target:
    """One tangled file; `derived` when it is made from other tangled files."""

    path: str
    lines: list[str] = field(default_factory=list)
    origins: list[Origin] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    derived: bool = False

    @property
    def text(self) -> str:
        return "\n".join([*self.lines, ""])

    def origin(self, line: int) -> Origin:
        """The origin of a line, counted from 1; a line beyond the end counts as the last."""
        return self.origins[min(max(line, 1), len(self.origins)) - 1]


class TextErrors(Exception):
    """All problems of one run, sorted by place; `outcome` says what that means for the run."""

    outcome = "nothing was written"

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = sorted(set(problems))
        super().__init__("\n".join(map(str, self.problems)))


class Book(NamedTuple):
    """The chapters of a project and the files they make. `problems` is empty when these can be written."""

    settings: Settings
    chapters: tuple[Chapter, ...]
    targets: dict[str, Target]
    problems: tuple[Problem, ...]

    def sections(self) -> list[Section]:
        """The sections of all chapters, in reading order."""
        return [section for chapter in self.chapters for section in chapter.sections]

    def demand(self) -> Book:
        """Return itself, or raise all problems together."""
        if self.problems:
            raise TextErrors(self.problems)
        return self
