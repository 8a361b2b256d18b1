"""Reading a chapter: what every fence and role of it is, and what is wrong with it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from pathlib import Path

from literate import directives, infoline, markdown, openings, session, source, unread
from literate.chapter import Block, Chapter, Computed, Kind, Passage, Section
from literate.errors import (
    BadComputed,
    BadSyntax,
    ConflictMarker,
    EmptyBlock,
    NoPurpose,
    NotReadHere,
    Problem,
    UnclosedFence,
    UnknownAttribute,
    UnknownLanguage,
    UnknownRole,
    Unreadable,
)
from literate.events import Fence, Heading, Indented, Line, Prose, Role, Running, source_lines
from literate.numbering import Numbering

# What Python's parser raises on text that it cannot take in.
_UNPARSED = (SyntaxError, ValueError, RecursionError, MemoryError)
_PLAIN = infoline.Attributes()
_CELL_LANGUAGES = ("", "python", "python3", "ipython", "ipython3")
_UNCHECKED_TAGS = ("skip-execution", "raises-exception")
_CONFLICT = re.compile(r"^(<{7} |>{7} |\|{7} |={7}$)", re.MULTILINE)
_UNFINISHED = re.compile(r"^[<>|]{7} ", re.MULTILINE)
_NUMBER_SHOWN = re.compile(r"^\s*[-+\u2212]?\d[\d.,]*(?:[eE][-+\u2212]?\d+)?\s*<.+>\s*$", re.DOTALL)
# Their content may look like a computed number's.
_REFERENCES = frozenset({"any", "doc", "download", "eq", "numref", "ref", "term"})
_COMPUTED_ROLE = "{computed}`"
_LINE_BREAKERS = re.compile("[\x0b\x0c\x1c-\x1e\x85\u2028\u2029\x00]")
_COMPUTED = re.compile(r"^(?P<shown>[^<]*?)\s*<(?P<expression>.+)>$", re.DOTALL)
_HIDDEN = re.compile(
    r"\.\.\s+(code|code-block|sourcecode|doctest|testcode)::\s*(py\w*)?\s*$"
    r"|(`{3,}|~{3,}|:{3,})\s*\{?(py\w*|ipython3?|code-cell|console)\b|^\s*>>> |\{computed\}`",
    re.IGNORECASE,
)


def load(root: Path, path: str) -> Chapter:
    """Read the chapter at `path`, relative to `root`."""
    try:
        return decode((root / path).read_bytes(), path)
    except OSError as error:
        problem = Unreadable(path, 1, f"this chapter cannot be read ({error.strerror})")
        return Chapter(path, "", (), (), (), (problem,))


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
    return _Reading(text, path, prose).chapter()


def split_computed(content: str) -> tuple[str, str] | None:
    """Cut a role's ``SHOWN <EXPRESSION>``; None when it is not of that form."""
    match = _COMPUTED.match(content.strip())
    return (match["shown"], match["expression"].strip()) if match and match["shown"] else None


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
        if _UNFINISHED.search(self.text):
            for match in _CONFLICT.finditer(self.text):
                self.problems.append(ConflictMarker(self.path, self._line(match.start())))
        for match in _LINE_BREAKERS.finditer(self.text):
            detail = f"the character U+{ord(match[0]):04X} breaks lines in some programs and not in others"
            self.problems.append(Unreadable(self.path, self._line(match.start()), detail))
        if not self.problems:
            self._walk(source_lines(self.text), nested=False)
        blocks, computed = tuple(self.blocks), tuple(self.computed)
        problems, passages = tuple(self.problems), tuple(self.passages)
        return Chapter(self.path, self.text, tuple(self.sections), blocks, computed, problems, passages)

    def _line(self, position: int) -> int:
        return self.text.count("\n", 0, position) + 1

    def _walk(self, lines: list[Line], nested: bool) -> None:
        for event in markdown.events(lines, nested, self.prose):
            if isinstance(event, Heading):
                number = self.numbering.number(event.level)
                self.section = Section(event.title, event.level, self.path, event.line, number)
                self.sections.append(self.section)
            elif isinstance(event, Role):
                self._role(event)
            elif isinstance(event, Prose):
                self._passages([event])
            elif isinstance(event, Running):
                self._running(event)
            elif isinstance(event, Indented):
                self._indented(event)
            else:
                self._fence(event)

    def _role(self, role: Role) -> None:
        if role.name != "computed":
            shows_number = role.name not in _REFERENCES and _NUMBER_SHOWN.match(role.content)
            if shows_number or openings.near_miss(role.name, "computed"):
                self.problems.append(UnknownRole(self.path, role.line, role.name, role.content))
            return
        parts = split_computed(role.content)
        if parts is None:
            detail = "does not say what it shows and what gives it"
            self.problems.append(BadComputed(self.path, role.line, role.content, detail))
            return
        try:
            ast.parse(parts[1], mode="eval")
        except _UNPARSED as error:
            detail = f"holds no Python expression ({getattr(error, 'msg', error)})"
            self.problems.append(BadComputed(self.path, role.line, role.content, detail))
            return
        self.computed.append(Computed(*parts, self.path, role.line, self.section))

    def _indented(self, block: Indented) -> None:
        for line in block.lines:
            if line.text.lstrip().startswith((">>> ", "$ ")):
                place, advice = "an example made by indentation", "Put it in a fence"
            elif openings.opening(line.text):
                place = "a fence that is indented so far that it is shown as text"
                advice = "Write it in the column of the text around it"
            else:
                continue
            self.problems.append(NotReadHere(self.path, line.number, place, advice))
            return

    def _running(self, text: Running) -> None:
        self.problems += unread.in_running_text(text, self.path)

    def _fence(self, fence: Fence) -> None:
        if not fence.closed:
            self.problems.append(UnclosedFence(self.path, fence.line, fence.markup))
            return
        self._swallowed(fence)
        directive = directives.split(fence.info)
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
            self._other(fence, language)

    def _swallowed(self, fence: Fence) -> None:
        """A closing fence that was taken for an opening one swallows the next block."""
        for line in fence.lines if not fence.info else ():
            markup = openings.opening(line.text)
            if markup.startswith(fence.markup):
                place = f"a fence inside the fence of line {fence.line}"
                advice = f"Close the one before it; to show a fence, use more than {fence.markup}"
                self.problems.append(NotReadHere(self.path, line.number, place, advice))

    def _division(self, fence: Fence, name: str) -> None:
        """A colon fence that is no directive holds Markdown, whatever its name."""
        if name in ("python", "console"):
            place = f"code in a colon fence named {name!r}"
            self.problems.append(NotReadHere(self.path, fence.line, place, "Fence it with backticks"))
            return
        self._walk(list(fence.lines), nested=True)

    def _other(self, fence: Fence, language: str) -> None:
        """A fence in another language is only shown, unless it looks like one of ours."""
        first = next((line.text for line in fence.lines if line.text.strip()), "")
        meant = openings.language_of(fence.info)
        shows_fences = any(line.text.lstrip().startswith(("```", "~~~")) for line in fence.lines)
        prompts = any(line.text.startswith(">>> ") for line in fence.lines) and not shows_fences
        if meant == "python" or prompts:
            self.problems.append(UnknownLanguage(self.path, fence.line, language, "python"))
        elif meant == "console" or first.startswith("$ "):
            self.problems.append(UnknownLanguage(self.path, fence.line, language, "console"))

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
        self._unread_numbers(fence, name, argument, skip)
        if name == "code-cell":
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
        elif openings.near_miss(name, "code-cell"):
            self.problems.append(UnknownLanguage(self.path, fence.line, fence.info, "{code-cell}"))
        elif name == "python" or _shows_python(name, argument, fence.lines):
            self.problems.append(UnknownLanguage(self.path, fence.line, fence.info, "python"))
        elif directives.includes_files(name):
            place, advice = f"text brought in by {{{name}}}", "Write it in the chapter itself"
            self.problems.append(NotReadHere(self.path, fence.line, place, advice))
        elif self.prose and name == "math":
            lines = list(fence.lines[skip:])
            self._passages(markdown.formula("\n".join(line.text for line in lines), lines))
        elif not directives.holds_text(name):
            for line in fence.lines:
                if _HIDDEN.search(line.text):
                    place = f"code inside the directive {{{name}}}"
                    advice = "Move it out: this tool does not know what that directive holds"
                    self.problems.append(NotReadHere(self.path, line.number, place, advice))

    def _passages(self, pieces: Iterable[Prose]) -> None:
        self.passages += [Passage(piece.text, piece.maths, piece.line, self.section) for piece in pieces]

    def _unread_numbers(self, fence: Fence, name: str, argument: str, skip: int) -> None:
        """Computed numbers where the page shows them and nothing here reads them."""
        lines = [(line.text, line.number) for line in fence.lines[:skip]]
        if directives.renders_text(name):
            lines = [(argument, fence.line), *((line.text, line.number) for line in fence.lines)]
        for text, number in lines:
            if _COMPUTED_ROLE in text:
                place = f"a computed number in this part of {{{name}}}"
                self.problems.append(NotReadHere(self.path, number, place, "Move it into running text"))

    def _cell(self, fence: Fence, language: str, skip: int) -> None:
        if language.strip() not in _CELL_LANGUAGES:
            self.problems.append(UnknownLanguage(self.path, fence.line, fence.info, "{code-cell}"))
        if fence.nested or fence.markup.startswith(":"):
            place = "a {code-cell} inside another block or a colon fence"
            self.problems.append(
                NotReadHere(self.path, fence.line, place, "Put it at the top level, in backticks")
            )
            return
        for line in fence.lines[:skip]:
            for tag in _UNCHECKED_TAGS:
                if tag in line.text:
                    place = f"a cell tagged {tag}"
                    advice = "Take the tag out; show an error as an example, with its traceback"
                    self.problems.append(NotReadHere(self.path, line.number, place, advice))
        if self.prose:
            for line in directives.caption(fence.lines[:skip]):
                self._passages(markdown.title(line.text.strip(), line.number))
        self._add(Kind.CELL, fence, fence.lines[skip:])

    def _add(
        self,
        kind: Kind,
        fence: Fence,
        lines: tuple[Line, ...],
        attributes: infoline.Attributes = _PLAIN,
    ) -> None:
        if not any(line.text.strip() for line in lines):
            self.problems.append(EmptyBlock(self.path, fence.line))
            return
        if kind is Kind.EXAMPLE:
            self.problems += session.examples(lines, self.path)[1]
        elif kind is Kind.TRANSCRIPT:
            self.problems += session.commands(lines, self.path)[1]
        elif kind is Kind.CELL:
            self._parse_cell(lines)
        self.blocks.append(Block(kind, self.path, fence.line, lines, self.section, attributes))

    def _parse_cell(self, lines: tuple[Line, ...]) -> None:
        try:
            ast.parse("".join(line.text + "\n" for line in lines))
        except _UNPARSED as error:
            line = lines[min(getattr(error, "lineno", None) or 1, len(lines)) - 1].number
            detail = getattr(error, "msg", None) or type(error).__name__
            self.problems.append(BadSyntax(self.path, line, detail, "Write plain Python, without % or !"))


def _shows_python(directive: str, argument: str, lines: tuple[Line, ...]) -> bool:
    if directive not in ("code", "code-block", "sourcecode"):
        return False
    language = argument.strip().lower()
    prompts = any(line.text.lstrip().startswith((">>> ", "$ ")) for line in lines)
    return prompts or language == "python" or language in openings.PYTHON_LIKE
