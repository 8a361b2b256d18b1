"""MyST Markdown as Jupyter Book's own parser reads it: headings, fences and roles, at exact lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from literate.reading import plain
from literate.reading.events import (
    Break,
    Event,
    Fence,
    Heading,
    Indented,
    Line,
    Place,
    Prose,
    Role,
    Running,
    Substitution,
    Unread,
)

# The parser takes longer to import than a plain chapter to read: it is imported when it is needed.
if TYPE_CHECKING:
    from markdown_it.token import Token

_FORMULAS = ("math_block", "math_block_label", "amsmath")
# What is a paragraph's or a list's own is never too deep: these hold blocks.
_HOLDERS = ("blockquote_open", "list_item_open", "dd_open", "footnote_reference_open")
_MARKS = ("```", "~~~", ":::", "{computed} ")
# With a space before its quotation it is told of as such.
_UNREAD = re.compile(r"\{computed(?!\} +$)")
_MARKS_IN_FORMULAS = (*_MARKS, "{computed}`", ">>> ")


def events(lines: list[Line], nested: bool = False, prose: bool = False) -> Iterator[Event]:
    """Yield what the lines hold, in reading order; with `prose`, the running text and formulas as well.

    `nested` says that a directive holds these lines.
    """
    found, row = plain.scan(lines, 0, nested)
    yield from _plain(found, lines, nested, prose)
    if row < len(lines):
        yield from _parsed(lines[row:], nested, prose, first=row == 0 and not nested)


def roles(text: str, line: int) -> Iterator[Role | Substitution | Unread]:
    """Yield the roles and substitutions of one line of running text, such as a directive's title."""
    lines = [Line(text, line, 0)]
    yield from _roles(text, lines)
    yield from _unread(text, lines)


def title(text: str, line: int) -> Iterator[Prose]:
    """Yield the running text of a directive's title."""
    return _prose(text, [Line(text, line, 0)])


def formula(content: str, lines: list[Line]) -> Iterator[Prose]:
    """Yield a formula line by line; it begins on the first of `lines`."""
    for row, text in enumerate(content.split("\n")):
        if text.strip():
            yield Prose(text, True, lines[min(row, len(lines) - 1)].number)


def _plain(found: list[plain.Plain], lines: list[Line], nested: bool, prose: bool) -> Iterator[Event]:
    for block in found:
        if isinstance(block, Fence):
            yield block
        elif isinstance(block, plain.Paragraph):
            yield from _text(block.content, lines, block.row, block.end, prose)
        else:
            if not nested:
                yield Heading(_unmarked(block.content), block.level, lines[block.row].number)
            yield from _text(block.content, lines, block.row, block.row + 1, prose)


def _parsed(lines: list[Line], nested: bool, prose: bool, first: bool) -> Iterator[Event]:
    from literate.reading import myst

    last = 0
    tokens = myst.block_tokens(lines, nested, first)
    for index, token in enumerate(tokens):
        if token.map:
            last = token.map[0]
        if token.type in _HOLDERS and token.level + 1 >= myst.deepest():
            start, end = token.map or [last, last + 1]
            yield Running(tuple(lines[start:end]), Place.DEEP)
        if token.type == myst.PLAIN:
            yield from _plain(token.meta[myst.PLAIN], lines, nested, prose)
        elif token.type in ("fence", "colon_fence"):
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
        elif token.type == "substitution_block":
            yield Substitution(token.content, lines[(token.map or [last])[0]].number)
        elif token.type == "myst_block_break":
            yield Break(token.content, lines[last].number)
        elif token.type == "heading_open" and token.level == 0 and not nested:
            yield Heading(_unmarked(tokens[index + 1].content), int(token.tag[1]), lines[last].number)
        elif token.type == "inline":
            start, end = token.map or [last, last + 1]
            yield from _text(token.content, lines, start, end, prose)
        elif token.type in _FORMULAS:
            start, end = token.map or [last, last + 1]
            if any(mark in token.content for mark in _MARKS_IN_FORMULAS):
                yield Running(tuple(lines[start:end]), Place.FORMULA)
            if prose:
                yield from formula(token.content, lines[start:])


def _text(content: str, lines: list[Line], start: int, end: int, prose: bool) -> Iterator[Event]:
    """What running text holds; it stands on the lines from `start` to before `end`."""
    if any(mark in content for mark in _MARKS) or lines[start].text.startswith(">>> "):
        yield Running(tuple(lines[start:end]), Place.PARAGRAPH)
    if "}`" in content or "{{" in content:
        yield from _roles(content, lines[start:])
    if "{computed" in content:
        yield from _unread(content, lines[start:])
    if prose:
        yield from _prose(content, lines[start:])


def _prose(content: str, lines: list[Line]) -> Iterator[Prose]:
    from literate.reading import myst

    row = 0
    for token in myst.inline_tokens(content):
        line = lines[min(row, len(lines) - 1)].number
        if token.type == "text" and token.content.strip():
            yield Prose(token.content, False, line)
        elif token.type.startswith("math_inline"):
            yield Prose(token.content.replace("\n", " "), True, line)
        row += token.type in ("softbreak", "hardbreak")
        row += token.content.count("\n") if token.type in ("math_inline", "myst_role") else 0


def _unread(content: str, lines: list[Line]) -> Iterator[Unread]:
    """What begins as a computed number does, and is left as text or as part of a formula."""
    from literate.reading import myst

    row = 0
    for token in myst.inline_tokens(content):
        maths = token.type.startswith("math_inline")
        found = _UNREAD.search(token.content) if maths or token.type == "text" else None
        if found:
            at = row + token.content.count("\n", 0, found.start())
            yield Unread(maths, lines[min(at, len(lines) - 1)].number)
        if token.type == "myst_role":
            written = f"{{{token.meta['name']}}}`{token.content}"
            row = content.count("\n", 0, token.meta["start"] + len(written))
        else:
            row += token.content.count("\n") if maths else token.type in ("softbreak", "hardbreak")


def _roles(content: str, lines: list[Line]) -> Iterator[Role | Substitution]:
    from literate.reading import myst

    end = 0
    for token in myst.inline_tokens(content):
        if token.type == "myst_role":
            row = content.count("\n", 0, token.meta["start"])
            yield Role(token.meta["name"], token.content, lines[min(row, len(lines) - 1)].number)
        elif token.type == "substitution_inline":
            written = re.search(r"\{\{\s*" + re.escape(token.content), content[end:])
            end += written.end() if written else 0
            row = content.count("\n", 0, end)
            yield Substitution(token.content, lines[min(row, len(lines) - 1)].number)


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


def _unmarked(title: str) -> str:
    """A heading's text without the marks of emphasis, code and roles."""
    title = re.sub(r"\{[\w:+-]+\}`([^`<]*?)\s*(?:<[^>]*>)?`", r"\1", title)
    title = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title)
    return re.sub(r"[`*]", "", title).strip()
