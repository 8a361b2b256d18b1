"""Reading a chapter: what every fence and role of it is, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from literate.errors import (
    EmptyBlock,
    NoPurpose,
    NotReadHere,
    Problem,
    UnclosedFence,
    UnknownAttribute,
    Unreadable,
)
from literate.reading import cells, computed, directives, infoline, intact, markdown, session, source, unread
from literate.reading.chapter import Block, Chapter, Computed, Kind, Passage, Section
from literate.reading.events import (
    Break,
    Fence,
    Heading,
    Line,
    Prose,
    Role,
    Running,
    Substitution,
    Unread,
    source_lines,
)
from literate.reading.numbering import Numbering
from literate.unwarned import unwarned

_PLAIN = infoline.Attributes()


def load(root: Path, path: str) -> Chapter:
    """Read the chapter at `path`, relative to `root`."""
    try:
        return decode((root / path).read_bytes(), path)
    except OSError as error:
        advice = "Mend its link or its permissions, or take it away"
        problem = Unreadable(path, 1, f"this chapter cannot be read ({error.strerror})", advice)
        return Chapter(path, "", (), (), (), (problem,))


@lru_cache(maxsize=64)  # a build reads each chapter to tangle it and then to show it
def decode(data: bytes, path: str) -> Chapter:
    """Read a chapter from its bytes: UTF-8, with or without a byte order mark, any line ends."""
    try:
        text = source.decode(data)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        problem = Unreadable(path, line, f"this line is not UTF-8 ({error.reason})")
        return Chapter(path, "", (), (), (), (problem,))
    return read(text, path)


def read(text: str, path: str, prose: bool = False) -> Chapter:
    """Read a chapter from its text; with `prose`, its running text and formulas too."""
    with unwarned():
        return _Reading(text, path, prose).chapter()


class _Reading:
    """One pass over one chapter."""

    def __init__(self, text: str, path: str, prose: bool) -> None:
        self.text, self.path, self.prose = text, path, prose
        self.passages: list[Passage] = []
        self.section = Section("", 0, path, 1)
        self.numbering = Numbering(path)
        self.sections: list[Section] = []
        self.blocks: list[Block] = []
        self.computed: list[Computed] = []
        self.problems: list[Problem] = []

    def chapter(self) -> Chapter:
        self.problems += intact.faults(self.text, self.path)
        if not self.problems:
            self._walk(source_lines(self.text), nested=False)
        blocks, numbers = tuple(self.blocks), tuple(self.computed)
        problems, passages = tuple(self.problems), tuple(self.passages)
        return Chapter(self.path, self.text, tuple(self.sections), blocks, numbers, problems, passages)

    def _walk(self, lines: list[Line], nested: bool) -> None:
        for event in markdown.events(lines, nested, self.prose):
            if isinstance(event, Fence):
                self._fence(event)
            elif isinstance(event, Heading):
                number = self.numbering.number(event.level)
                self.section = Section(event.title, event.level, self.path, event.line, number)
                self.sections.append(self.section)
            elif isinstance(event, (Role, Substitution, Unread)):
                self._role(event)
            elif isinstance(event, Prose):
                self._passages([event])
            elif isinstance(event, Running):
                self.problems += unread.in_running_text(event, self.path)
            elif isinstance(event, Break):
                self.problems += unread.in_break(event, self.path)
            else:
                self.problems += unread.in_indented(event, self.path)

    def _role(self, role: Role | Substitution | Unread) -> None:
        if isinstance(role, Substitution):
            self.problems += unread.in_substitution(role, self.path)
            return
        if isinstance(role, Unread):
            self.problems += unread.in_text(role, self.path)
            return
        found = computed.read(role, self.path, self.section)
        if isinstance(found, Computed):
            self.computed.append(found)
        elif found is not None:
            self.problems.append(found)

    def _fence(self, fence: Fence) -> None:
        if not fence.closed:
            self.problems.append(UnclosedFence(self.path, fence.line, fence.markup))
            return
        directive = directives.split(fence.info)
        # What is read as Markdown finds such a fence by itself.
        if not (directives.holds_markdown(directive[0]) if directive else fence.markup.startswith(":")):
            self.problems += unread.in_literal_fence(fence, self.path)
        if directive is not None:
            self._directive(fence, *directive)
            return
        language, rest = [*fence.info.split(maxsplit=1), "", ""][:2]
        if fence.markup.startswith(":"):
            self._division(fence, language)
        elif language == "python":
            self._python(fence, rest)
        elif language == "console":
            if rest.strip():
                self.problems.append(UnknownAttribute(self.path, fence.line, rest.split()[0], ()))
            self._add(Kind.TRANSCRIPT, fence, fence.lines)
        else:
            self.problems += unread.in_other_language(fence, language, self.path)

    def _division(self, fence: Fence, name: str) -> None:
        """A colon fence that is no directive holds Markdown, whatever its name."""
        if name in ("python", "console"):
            place = f"code in a colon fence named {name!r}"
            self.problems.append(NotReadHere(self.path, fence.line, place, "Fence it with backticks"))
            return
        self._walk(list(fence.lines), nested=True)

    def _python(self, fence: Fence, rest: str) -> None:
        attributes, problems = infoline.parse(rest, self.path, fence.line)
        self.problems += problems
        first = next((line.text for line in fence.lines if line.text.strip()), "")
        if attributes.illustrative is not None:
            self._add(Kind.ILLUSTRATIVE, fence, fence.lines, attributes)
        elif attributes.tangle is not None:
            if first.startswith(">>> "):
                advice = "Take tangle= out, or the prompts"
                self.problems.append(
                    NotReadHere(self.path, fence.line, "an example inside a tangled block", advice)
                )
            self._add(Kind.TANGLED, fence, fence.lines, attributes)
        elif not first:
            self.problems.append(EmptyBlock(self.path, fence.line))
        elif first.startswith(">>>"):
            self._add(Kind.EXAMPLE, fence, fence.lines)
        elif not problems:
            self.problems.append(NoPurpose(self.path, fence.line))

    def _directive(self, fence: Fence, name: str, argument: str) -> None:
        # MyST puts an empty line before a colon fence that opens another one; a backtick fence gets none.
        opens_another = (
            fence.markup.startswith(":") and fence.lines[:1] and fence.lines[0].text.startswith(":::")
        )
        skip = 0 if opens_another else directives.options(fence.lines)
        self.problems += unread.in_options(fence, name, argument, skip, self.path)
        if fence.info.startswith("{code-cell}"):
            self._cell(fence, argument, skip)
        elif directives.holds_markdown(name):
            for line in fence.lines[:skip]:
                if line.text.startswith(":::"):
                    place, advice = "a colon fence on a directive's first line", "Put an empty line before it"
                    self.problems.append(NotReadHere(self.path, line.number, place, advice))
                    return
            for role in markdown.roles(argument, fence.line):
                self._role(role)
            if self.prose:
                self._passages(markdown.title(argument, fence.line))
            self._walk(list(fence.lines[skip:]), nested=True)
        else:
            self.problems += unread.in_directive(fence, name, argument, self.path)
            if self.prose and name == "math":
                lines = list(fence.lines[skip:])
                self._passages(markdown.formula("\n".join(line.text for line in lines), lines))

    def _passages(self, pieces: Iterable[Prose]) -> None:
        self.passages += [Passage(piece.text, piece.maths, piece.line, self.section) for piece in pieces]

    def _cell(self, fence: Fence, language: str, skip: int) -> None:
        self.problems += cells.faults(fence, language, skip, self.path)
        if cells.misplaced(fence):
            return
        if self.prose:
            for line in directives.caption(fence.lines[:skip]):
                self._passages(markdown.title(line.text.strip(), line.number))
        self._add(Kind.CELL, fence, fence.lines[skip:], hidden=cells.hidden(fence.lines[:skip]))

    def _add(
        self,
        kind: Kind,
        fence: Fence,
        lines: tuple[Line, ...],
        attributes: infoline.Attributes = _PLAIN,
        hidden: bool = False,
    ) -> None:
        if not any(line.text.strip() for line in lines):
            self.problems.append(EmptyBlock(self.path, fence.line))
            return
        if kind is Kind.EXAMPLE:
            self.problems += session.examples(lines, self.path)[1]
        elif kind is Kind.TRANSCRIPT:
            self.problems += session.commands(lines, self.path)[1]
        self.blocks.append(Block(kind, self.path, fence.line, lines, self.section, attributes, hidden))
