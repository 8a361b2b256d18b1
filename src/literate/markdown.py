"""MyST Markdown as Jupyter Book's own parser reads it: headings, fences and roles, at exact lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from mdit_py_plugins.amsmath import amsmath_plugin
from mdit_py_plugins.attrs import attrs_block_plugin, attrs_plugin
from mdit_py_plugins.colon_fence import colon_fence_plugin
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.front_matter import front_matter_plugin
from mdit_py_plugins.myst_blocks import myst_block_plugin
from mdit_py_plugins.myst_role import myst_role_plugin
from mdit_py_plugins.substitution import substitution_plugin


@dataclass(frozen=True)
class Line:
    """A line of a block: its text, its number in the chapter, and how many characters stand before it there.

    `column` is None where the text is not a tail of the chapter's line: a list's indentation splits a tab.
    """

    text: str
    number: int
    column: int | None


@dataclass(frozen=True)
class Heading:
    title: str
    level: int
    line: int


@dataclass(frozen=True)
class Fence:
    """A fence as written: its info line, the lines inside, whether a list, quote or directive holds it."""

    info: str
    markup: str
    line: int
    lines: tuple[Line, ...]
    closed: bool
    nested: bool


@dataclass(frozen=True)
class Indented:
    """A code block made by indentation alone."""

    lines: tuple[Line, ...]


class Place(Enum):
    """Where text stands in which no fence can open."""

    PARAGRAPH = "a paragraph"
    HTML = "raw HTML"
    COMMENT = "an HTML comment"
    FRONT_MATTER = "the front matter"


@dataclass(frozen=True)
class Running:
    """The lines of a paragraph, of raw HTML or of front matter, in which no fence can open."""

    lines: tuple[Line, ...]
    place: Place


@dataclass(frozen=True)
class Role:
    """An inline role: its name, its content and the line it begins on."""

    name: str
    content: str
    line: int


_FORMULAS = ("math_block", "math_block_label", "amsmath")
_MARKS = ("```", "~~~", ":::", "{computed} ")


@dataclass(frozen=True)
class Prose:
    """A piece of running text or of a formula, on one line; code and roles are left out."""

    text: str
    maths: bool
    line: int


Event = Heading | Fence | Indented | Running | Role | Prose


def source_lines(text: str) -> list[Line]:
    """Cut a chapter's text (line feeds only) into lines."""
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    return [Line(line, number, 0) for number, line in enumerate(lines, start=1)]


def events(lines: list[Line], nested: bool = False, prose: bool = False) -> Iterator[Event]:
    """Yield what the lines hold, in reading order; with `prose`, the running text and formulas as well.

    `nested` says that a directive holds these lines.
    """
    parser = _parser(not nested)
    last = 0
    tokens = parser.parse("\n".join(line.text for line in lines) + "\n")
    for index, token in enumerate(tokens):
        if token.map:
            last = token.map[0]
        if token.type in ("fence", "colon_fence"):
            yield _fence(token, lines, nested or token.level > 0)
        elif token.type == "code_block":
            start, end = token.map or [0, 0]
            yield Indented(tuple(lines[start:end]))
        elif token.type in ("html_block", "front_matter"):
            start, end = token.map or [0, 0]
            comment = token.content.lstrip().startswith("<!--")
            place = Place.COMMENT if comment else Place.HTML
            place = Place.FRONT_MATTER if token.type == "front_matter" else place
            yield Running(tuple(lines[start:end]), place)
        elif token.type == "heading_open" and token.level == 0 and not nested:
            yield Heading(_plain(tokens[index + 1].content), int(token.tag[1]), lines[last].number)
        elif token.type == "inline":
            start, end = token.map or [last, last + 1]
            if any(mark in token.content for mark in _MARKS) or lines[start].text.startswith(">>> "):
                yield Running(tuple(lines[start:end]), Place.PARAGRAPH)
            if "}`" in token.content:
                yield from _roles(parser, token.content, lines[start:])
            if prose:
                yield from _prose(parser, token.content, lines[start:])
        elif prose and token.type in _FORMULAS:
            yield from formula(token.content, lines[(token.map or [last])[0] :])


def roles(text: str, line: int) -> Iterator[Role]:
    """Yield the roles of one line of running text, such as a directive's title."""
    yield from _roles(_parser(False), text, [Line(text, line, 0)])


def title(text: str, line: int) -> Iterator[Prose]:
    """Yield the running text of a directive's title."""
    return _prose(_parser(False), text, [Line(text, line, 0)])


def formula(content: str, lines: list[Line]) -> Iterator[Prose]:
    """Yield a formula line by line; it begins on the first of `lines`."""
    for row, text in enumerate(content.split("\n")):
        if text.strip():
            yield Prose(text, True, lines[min(row, len(lines) - 1)].number)


def _prose(parser: MarkdownIt, content: str, lines: list[Line]) -> Iterator[Prose]:
    row = 0
    for token in _inline(parser, content):
        line = lines[min(row, len(lines) - 1)].number
        if token.type == "text" and token.content.strip():
            yield Prose(token.content, False, line)
        elif token.type.startswith("math_inline"):
            yield Prose(token.content.replace("\n", " "), True, line)
        row += token.type in ("softbreak", "hardbreak")
        row += token.content.count("\n") if token.type in ("math_inline", "myst_role") else 0


@cache
def _parser(front_matter: bool) -> MarkdownIt:
    parser = MarkdownIt("commonmark").enable("table")
    if front_matter:
        parser.use(front_matter_plugin)
    parser.use(myst_block_plugin).use(myst_role_plugin).use(footnote_plugin)
    parser.disable(["footnote_inline", "footnote_tail", "inline"])
    parser.use(dollarmath_plugin, allow_labels=True, allow_space=True, allow_digits=True, double_inline=False)
    parser.use(colon_fence_plugin).use(amsmath_plugin).use(deflist_plugin).use(substitution_plugin)
    parser.use(attrs_plugin, after=("image", "code_inline", "link_close", "span_close"), spans=True)
    parser.use(attrs_block_plugin)
    parser.inline.ruler.at("myst_role", _placed_role)
    return parser


def _placed_role(state: StateInline, silent: bool) -> bool:
    """Read a role as the plugin does, and note where it stands: inline tokens have no lines of their own."""
    from mdit_py_plugins.myst_role.index import myst_role

    start = state.pos
    found: bool = myst_role(state, silent)
    if found and not silent:
        state.tokens[-1].meta["start"] = start
    return found


def _roles(parser: MarkdownIt, content: str, lines: list[Line]) -> Iterator[Role]:
    for token in _inline(parser, content):
        if token.type == "myst_role":
            row = content.count("\n", 0, token.meta["start"])
            yield Role(token.meta["name"], token.content, lines[min(row, len(lines) - 1)].number)


def _inline(parser: MarkdownIt, content: str) -> list[Token]:
    tokens: list[Token] = []
    parser.inline.parse(content, parser, {}, tokens)
    flat: list[Token] = []
    while tokens:
        token = tokens.pop(0)
        flat.append(token)
        tokens = list(token.children or []) + tokens
    return flat


def _fence(token: Token, lines: list[Line], nested: bool) -> Fence:
    start, end = token.map or [0, 0]
    texts = token.content.split("\n")
    if texts[-1] == "":
        texts.pop()
    # The lines between the fences are as many as the content's; one line more is the closing fence.
    closed = end - start == len(texts) + 2
    inside = tuple(_inner(text, lines[start + 1 + row]) for row, text in enumerate(texts))
    return Fence(token.info.strip(), token.markup, lines[start].number, inside, closed, nested)


def _inner(text: str, outer: Line) -> Line:
    tail = outer.text.endswith(text) and outer.column is not None
    return Line(text, outer.number, (outer.column or 0) + len(outer.text) - len(text) if tail else None)


def _plain(title: str) -> str:
    """A heading's text without the marks of emphasis, code and roles."""
    title = re.sub(r"\{[\w:+-]+\}`([^`<]*?)\s*(?:<[^>]*>)?`", r"\1", title)
    title = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title)
    return re.sub(r"[`*]", "", title).strip()
