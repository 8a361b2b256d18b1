"""Reading a chapter: what every fence, role and heading of it is, and what is wrong with it.

Markdown-it finds the blocks, as Jupyter Book's own parser does. Then one law is held: a line that looks like
the opening of a fence of ours, a prompt or a computed number has been read as one, or stands where it is
shown as it is: in a fence, a comment or an element. Any other such line would pass in silence: it is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from literate.errors import unwarned
from literate.model import Attributes, Block, Chapter, Claim, Kind, Line, Passage, Problem, Section
from literate.read import claims, computed_numbers, fences, markdown, prose, raw_html
from literate.read.fences import Fence
from literate.read.section_numbers import Numbering
from literate.read.text import decode as text_of
from literate.read.text import faults, lines_of

_PLAIN = Attributes()
_FORMULAS = ("math_block", "math_block_label", "amsmath")
_CODE_DIRECTIVES = ("code", "code-block", "sourcecode")
_CELL_LANGUAGES = ("", "python", "python3", "ipython", "ipython3")
_HIDING_TAGS = re.compile(r"hide-cell|hide-input|remove-cell|remove-input")
_UNCHECKED_TAG = re.compile(r"skip-execution|raises-exception")
_PYTHON_FILE = re.compile(r"\.pyi?\s*$|:language:\s*i?py", re.IGNORECASE | re.MULTILINE)
# What looks like the beginning of a shell's command there is none.
_WITH_DOLLARS = ("latex", "tex", "math")

_COMPUTED = re.compile(r"\{computed")
_NUMBER = re.compile(r"\{computed\} *`")
# Behind a tag, as HTML writes it, or without its space.
_PROMPT_IN_HTML = re.compile(r"(?:^|<[^<>]*>)\s*(?:>>>|&gt;&gt;&gt;)(?: |[\w('\"\[{])")
# A prompt that lacks its space counts in the first column alone: elsewhere it may be an operator.
_PROMPT_IN_CODE = re.compile(r"\s*>>> |>>>[\w('\"\[{]")


class _Look(NamedTuple):
    """Something of ours that a line may look like, how such a line is told, and how it is mended mostly."""

    name: str
    fits: Callable[[str], object]
    mend: str


_FENCE = _Look("a fence", fences.opening, "Write it in the chapter's own text, with an empty line before it")
_SESSION = _Look(
    "a session",
    # Markdown takes such a prompt for the marks of three quotes.
    lambda text: ">>> " in text[: fences.own_start(text)],
    "Put it in a ```python fence",
)
_SESSION_IN_HTML = _Look("a session", _PROMPT_IN_HTML.search, _SESSION.mend)
_TRANSCRIPT = _Look(
    "a transcript",
    lambda text: text.startswith("$ ", fences.own_start(text)),
    "Put it in a ```console fence",
)
_CLAIM = _Look("a computed number", _NUMBER.search, "Move it into running text")
_LOOKS = (_FENCE, _SESSION, _SESSION_IN_HTML, _TRANSCRIPT, _CLAIM)


class _Place(NamedTuple):
    """Where lines stand that are read by nothing, or in part; `shows` is what may look like ours there.

    `fence` says how a fence there is mended.
    """

    where: str
    shows: tuple[_Look, ...] = (_TRANSCRIPT,)
    fence: str = _FENCE.mend


_READ = _Place("", _LOOKS)
_FENCE_LINE = _Place("in the line that opens a fence", (_FENCE, _SESSION, _SESSION_IN_HTML, _TRANSCRIPT))
_ELSEWHERE = _Place("where the page shows none")
_PARAGRAPH = _Place(
    "in running text",
    (_SESSION_IN_HTML, _CLAIM),
    "An info line holds no backtick: take it out",
)
_WITH_MATHS = _PARAGRAPH._replace(shows=(*_PARAGRAPH.shows, _TRANSCRIPT))
_HTML = _Place("inside raw HTML", fence="Put an empty line before it")
_ELEMENT = _Place("inside raw HTML", (_FENCE, _TRANSCRIPT, _CLAIM))
_FORMULA = _Place("inside the formula", fence="Close the formula first")
_FRONT_MATTER = _Place("inside the front matter", fence="Close the front matter first")
_FRONT_MATTER_TEXT = _Place("inside the front matter", (_FENCE, _TRANSCRIPT))
_INDENTED = _Place(
    "inside code made by indentation", (_CLAIM,), "Write it in the column of the text around it"
)


def load(root: Path, path: str) -> Chapter:
    """Read the chapter at `path`, relative to `root`; what cannot be read is a problem of it."""
    try:
        return decode((root / path).read_bytes(), path)
    except OSError as error:
        what = f"this chapter cannot be read ({error.strerror})"
        return _unread(Problem(path, 1, what, "Mend its link or its permissions, or take it away"))


def decode(data: bytes, path: str) -> Chapter:
    """Read a chapter from its bytes: UTF-8, with or without a byte order mark, any line ends."""
    try:
        return read(text_of(data), path)
    except UnicodeDecodeError as error:
        line, what = data.count(b"\n", 0, error.start) + 1, f"this line is not UTF-8 ({error.reason})"
        return _unread(Problem(path, line, what, "Save the chapter as plain UTF-8 text"))


def read(text: str, path: str) -> Chapter:
    """Read a chapter from its text."""
    with unwarned():
        return _Reading(text, path).chapter()


def _unread(problem: Problem) -> Chapter:
    return Chapter(problem.path, "", (), (), (), (), (problem,))


class _Reading:
    """One pass over one chapter."""

    def __init__(self, text: str, path: str) -> None:
        self.text, self.path = text, path
        self.section = Section("", 0, path, 1)
        self.numbering = Numbering(path)
        self.sections: list[Section] = []
        self.blocks: list[Block] = []
        self.claims: list[Claim] = []
        self.passages: list[Passage] = []
        self.problems: list[Problem] = list(faults(text, path))
        self.places: dict[int, _Place] = {}

    def chapter(self) -> Chapter:
        if not self.problems:
            lines = lines_of(self.text)
            self._walk(lines, nested=False)
            self._hold_the_law(lines)
        return Chapter(
            self.path,
            self.text,
            tuple(self.sections),
            tuple(self.blocks),
            tuple(claim for claim in self.claims if not self._is_faulty(claim.block)),
            tuple(self.passages),
            tuple(sorted(self.problems)),
        )

    def _is_faulty(self, block: Block | None) -> bool:
        """Whether something is wrong inside a block, so that it states nothing."""
        lines = range(block.line, block.lines[-1].number + 1) if block else ()
        return any(problem.line in lines for problem in self.problems)

    def _hold_the_law(self, lines: Iterable[Line]) -> None:
        """Refuse what looks like ours and was not read, once for each look in a stretch of such lines."""
        told = {problem.line for problem in self.problems}
        before, refused = _READ, set[str]()
        for line in lines:
            if line.number in told:
                continue
            place = self.places.get(line.number, _ELSEWHERE)
            if place is not before:
                before, refused = place, set()
            for look in _LOOKS:
                if look not in place.shows and look.name not in refused and look.fits(line.text):
                    refused.add(look.name)
                    mend = place.fence if look is _FENCE else look.mend
                    self._not_read(line.number, f"{look.name} {place.where}", mend)

    def _place(self, lines: Iterable[Line], place: _Place) -> None:
        self.places.update((line.number, place) for line in lines)

    def _problem(self, line: int, what: str, mend: str) -> None:
        self.problems.append(Problem(self.path, line, what, mend))

    def _not_read(self, line: int, what: str, mend: str) -> None:
        self._problem(line, f"{what} is not read, so nothing checks it", mend)

    def _walk(self, lines: list[Line], nested: bool) -> None:
        """Read the lines' blocks; `nested` says that a directive holds them."""
        tokens = markdown.block_tokens(lines, whole=not nested)
        start = 0
        for index, token in enumerate(tokens):
            start, end = token.map or (start, start + 1)
            # The plugin for lists of definitions gives a term no line.
            held = lines[start : max(end, start + 1)]
            if token.type in ("fence", "colon_fence"):
                self._fence(Fence.of(token, lines, nested or token.level > 0))
            elif token.type == "heading_open" and not nested and token.level == 0:
                self._heading(tokens[index + 1].content, int(token.tag[1]), held[0].number)
            elif token.type == "inline":
                self._running_text(token.content, held)
            elif token.type == "html_block":
                self._html(held, raw_html.is_comment(token.content))
            elif token.type == "myst_line_comment":
                self._place(held, _READ)
            elif token.type == "front_matter":
                self._place(held, _FRONT_MATTER)
                self._place((line for line in held if line.text[:1].isspace()), _FRONT_MATTER_TEXT)
            elif token.type == "code_block":
                self._place(held, _INDENTED)
            elif token.type in _FORMULAS:
                self._place(held, _FORMULA)
                self.passages += prose.of_formula(token.content, held, self.section)
            elif token.type == "substitution_block":
                self._substitution(token.content, held[0].number)
            elif token.type == "myst_block_break" and re.search(r"\bremove[-_]cell\b", token.content):
                what = "this block break is tagged remove-cell, so no page shows what follows it"
                self._problem(held[0].number, what, "Take the tag out")

    def _heading(self, content: str, level: int, line: int) -> None:
        title = re.sub(r"\{[\w:+-]+\}`([^`<]*?)\s*(?:<[^>]*>)?`", r"\1", content)
        title = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title)
        title = re.sub(r"[`*]", "", title).strip()
        self.section = Section(title, level, self.path, line, self.numbering.number(level))
        self.sections.append(self.section)

    def _running_text(self, content: str, lines: Sequence[Line]) -> None:
        """The roles and the words of running text, which begins on the first of the lines."""
        self._place(lines, _PARAGRAPH)

        def row_of(position: int) -> int:
            return min(content.count("\n", 0, position), len(lines) - 1)

        # Where a computed number may begin: it has been read, or is shown as it is.
        settled: list[range] = []
        for token, start, end in markdown.inline_tokens(content):
            line = lines[row_of(start)].number
            if token.type == "myst_role":
                found = computed_numbers.claim_of(token.meta["name"], token.content, self.section, line)
                if isinstance(found, Claim):
                    self.claims.append(found)
                elif found:
                    self.problems.append(found)
                settled.append(range(start, start + 1))
            elif token.type == "substitution_inline":
                self._substitution(token.content, line)
            elif token.type.startswith("math_inline"):
                self._place(lines[row_of(start) : row_of(end) + 1], _WITH_MATHS)
            elif token.type in ("code_inline", "text_special") or token.content.startswith("<!--"):
                settled.append(range(start, end))
            self.passages += prose.of_token(token, line, self.section)
        for match in _COMPUTED.finditer(content):
            if not any(match.start() in span for span in settled):
                line = lines[row_of(match.start())].number
                mend = "Write {computed}`SHOWN <EXPRESSION>`, and close it in the same paragraph"
                self._not_read(line, "what begins like a computed number", mend)

    def _substitution(self, name: str, line: int) -> None:
        self._not_read(line, f"text put in by {{{{ {name} }}}}", "Write it in the chapter itself")

    def _html(self, lines: Sequence[Line], comment: bool) -> None:
        if swallowed := raw_html.unclosed(lines, comment):
            name, end = swallowed
            self._place(lines, _READ)
            self._not_read(lines[0].number, f"all that follows this unclosed {name}", f"Close it with {end}")
        elif not comment:
            self._place(lines, _ELEMENT if raw_html.shows_text(lines) else _HTML)
        else:
            self._place(lines, _READ)
            meant = raw_html.meant_rows(lines)
            looks = [look for look in _LOOKS if look not in _HTML.shows]
            if any(look.fits(line.text) for line in lines[meant:] for look in looks):
                what = f"all down to line {lines[-1].number}, where this HTML comment ends,"
                self._not_read(lines[meant - 1].number, what, "Close the comment here, with -->")

    def _fence(self, fence: Fence) -> None:
        self.places[fence.line] = _FENCE_LINE
        self._place(fence.lines, _READ)
        if not fence.closed:
            what = f"this fence is never closed: it swallows the text after it (opened with {fence.mark})"
            self._problem(fence.line, what, f"Close it with a line of {fence.mark}, indented as it is")
        elif fence.holds_markdown:
            self._holder(fence)
        else:
            for line in fence.lines:
                if fences.opens_within(line.text, fence.mark):
                    mend = f"Close the one before it; to show a fence, use more than {fence.mark}"
                    self._not_read(line.number, f"a fence inside the fence of line {fence.line}", mend)
            if fence.info.startswith("{code-cell}"):
                self._cell(fence)
            elif fence.directive in _CODE_DIRECTIVES:
                self._options(fence)
                self._shown_code(fence, fence.info, fence.rest)
            elif fence.directive:
                self._directive(fence)
            elif fence.language == "python":
                self._python(fence)
            elif fence.language == "console":
                if fence.rest:
                    self._problem(fence.line, *fences.unknown_attribute(fence.rest.split()[0], ()))
                self._add(Kind.TRANSCRIPT, fence, fence.lines)
            else:
                self._shown_code(fence, fence.language, fence.info)

    def _holder(self, fence: Fence) -> None:
        """A directive that holds Markdown, or a colon fence that is none: it does so whatever its name."""
        if not fence.directive:
            if fence.language in ("python", "console"):
                what = f"code in a colon fence named {fence.language!r}"
                self._not_read(fence.line, what, "Fence it with backticks")
            else:
                self._walk(list(fence.lines), nested=True)
            return
        options, body = self._options(fence)
        for line in options:
            if line.text.startswith(":::"):
                what = "a colon fence on a directive's first line"
                self._not_read(line.number, what, "Put an empty line before it")
                return
        self._running_text(fence.rest, [Line(fence.rest, fence.line, 0)])
        self.places[fence.line] = _READ
        self._walk(list(body), nested=True)

    def _options(self, fence: Fence) -> tuple[Sequence[Line], Sequence[Line]]:
        """The options, of which none are read and a caption is shown, and the lines after them."""
        count = fence.option_count()
        options, body = fence.lines[:count], fence.lines[count:]
        self._place(options, _Place(f"in this part of {{{fence.directive}}}"))
        for line in prose.captions(options):
            self.passages += prose.of_line(line, self.section)
        return options, body

    def _directive(self, fence: Fence) -> None:
        """A directive that holds no Markdown, or that this tool does not know."""
        name = fence.directive
        if name == "code-cell" or fences.misspells(name, "code-cell"):
            self._other_language(fence, fence.info, "{code-cell}")
            return
        # A colon stands in the names of a domain's directives: {py:function} is no Python.
        if ":" not in name and (right := fences.meant_language(name)):
            self._other_language(fence, fence.info, right)
            return
        _, body = self._options(fence)
        text = "\n".join([fence.rest, *(line.text for line in fence.lines)])
        if name == "include" or (name == "literalinclude" and _PYTHON_FILE.search(text)):
            what = f"{'text' if name == 'include' else 'code'} brought in by {{{name}}}"
            self._not_read(fence.line, what, "Write it in the chapter itself")
        what = f"inside the directive {{{name}}}"
        mend = "Move it out: this tool does not know what that directive holds"
        self._place(body, _Place(what, fence=mend))
        if name == "math":
            self.passages += prose.of_formula("\n".join(line.text for line in body), body, self.section)
        elif prose.has_words(name):
            for line in (Line(fence.rest, fence.line, 0), *body):
                self.passages += prose.of_line(line, self.section)

    def _other_language(self, fence: Fence, found: str, right: str) -> None:
        what = f"a fence marked {found!r} is neither tangled nor run"
        self._problem(fence.line, what, f"Write {right!r}")

    def _shown_code(self, fence: Fence, found: str, info: str) -> None:
        """Code in another language is only shown, unless it looks like ours."""
        right = fences.meant_language(info)
        texts = [line.text.lstrip() for line in fence.lines]
        # A chapter that is shown holds prompts of its own.
        if not right and not any(text.startswith(("```", "~~~")) for text in texts):
            if any(_PROMPT_IN_CODE.match(line.text) for line in fence.lines):
                right = "python"
            elif info.lower() not in _WITH_DOLLARS and any(text.startswith("$ ") for text in texts):
                right = "console"
        if right:
            self._other_language(fence, found, right)

    def _python(self, fence: Fence) -> None:
        attributes, problems = fences.attributes_of(fence.rest, self.path, fence.line)
        self.problems += problems
        first = next((line.text for line in fence.lines if line.text.strip()), "")
        if attributes.illustrative is not None:
            self._add(Kind.ILLUSTRATIVE, fence, fence.lines, attributes)
        elif attributes.tangle is not None:
            if first.startswith(">>> "):
                what = "an example inside a tangled block"
                self._not_read(fence.line, what, "Take tangle= out, or the prompts")
            self._add(Kind.TANGLED, fence, fence.lines, attributes)
        elif first.startswith(">>>") or not first:
            self._add(Kind.EXAMPLE, fence, fence.lines)
        elif not problems:
            what = "this Python fence is neither tangled, nor an example, nor illustrative"
            mend = 'Add tangle=PATH, begin it with ">>> ", or add illustrative="the reason"'
            self._problem(fence.line, what, mend)

    def _cell(self, fence: Fence) -> None:
        if fence.rest.strip() not in _CELL_LANGUAGES:
            self._other_language(fence, fence.info, "{code-cell}")
        if fence.nested or fence.colons:
            what = "a {code-cell} inside another block or a colon fence"
            self._not_read(fence.line, what, "Put it at the top level, in backticks")
            return
        options, body = self._options(fence)
        for line in options:
            if tag := _UNCHECKED_TAG.search(line.text):
                mend = "Take the tag out; show an error as an example, with its traceback"
                self._not_read(line.number, f"a cell tagged {tag[0]}", mend)
        hidden = any(_HIDING_TAGS.search(line.text) for line in options)
        self._add(Kind.CELL, fence, body, hidden=hidden)

    def _add(
        self,
        kind: Kind,
        fence: Fence,
        lines: Sequence[Line],
        attributes: Attributes = _PLAIN,
        hidden: bool = False,
    ) -> None:
        """Add a block and its claims."""
        if not any(line.text.strip() for line in lines):
            self._problem(fence.line, "this block is empty", "Write its code or take it out")
            return
        block = Block(kind, self.path, fence.line, tuple(lines), self.section, attributes, hidden)
        found, problems = claims.claims_of(block)
        self.blocks.append(block)
        self.claims += found
        self.problems += problems
