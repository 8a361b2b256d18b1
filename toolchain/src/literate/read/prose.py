"""What of a chapter counts as running text: the words that a page shows, and its formulas.

Code does not count, nor do raw HTML, references by their labels, and what a directive takes as a file's name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from markdown_it.token import Token

from literate.model import Line, Passage, Section
from literate.read import markdown

# Roles that show code, or what they refer to.
REFERENCES = ("any", "doc", "download", "eq", "numref", "ref")
_NO_WORDS = (*REFERENCES, "cite", "code", "computed", "literal")
# Directives that hold code, a drawing's description, or names of files.
_NO_PROSE = (
    "bibliography contents eval-rst graphviz iframe image include index list-of-figures literalinclude "
    "mermaid parsed-literal raw raw-cell tableofcontents toctree"
)
_CAPTION = re.compile(r"\s*:?caption:\s*(?P<words>.*)")
_TARGET = re.compile(r"\s*<[^<>]*>\s*$")


def of_token(token: Token, line: int, section: Section) -> Iterator[Passage]:
    """What a token of running text shows: nothing or one passage."""
    role = token.meta["name"].partition(":")[0] if token.type == "myst_role" else ""
    if token.type.startswith("math_inline") or role == "math":
        yield Passage(token.content.replace("\n", " "), True, line, section)
    elif (token.type in ("text", "image") and token.content.strip()) or (role and role not in _NO_WORDS):
        yield Passage(_TARGET.sub("", token.content) if role else token.content, False, line, section)


def of_line(line: Line, section: Section) -> Iterator[Passage]:
    """What a line shows whose roles are not read."""
    for token, _, _ in markdown.inline_tokens(line.text.strip()):
        yield from of_token(token, line.number, section)


def of_formula(content: str, lines: Sequence[Line], section: Section) -> Iterator[Passage]:
    """The lines of a formula that begins on the first of `lines`."""
    for row, text in enumerate(content.split("\n")):
        if text.strip():
            yield Passage(text, True, lines[min(row, len(lines) - 1)].number, section)


def has_words(directive: str) -> bool:
    """Whether what stands in a directive that is not read as Markdown counts as running text."""
    return directive not in _NO_PROSE.split()


def captions(options: Sequence[Line]) -> Iterator[Line]:
    """The lines of a directive's options that are a caption."""
    depth: int | None = None
    for line in options:
        indent = len(line.text) - len(line.text.lstrip())
        if depth is not None and indent > depth:
            yield line
            continue
        match = _CAPTION.match(line.text)
        depth = indent if match else None
        if match and match["words"] not in ("|", ">", "|-", ">-", ""):
            yield Line(match["words"], line.number, None)
