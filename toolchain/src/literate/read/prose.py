"""What of a chapter counts as running text: the words that a page shows, and its formulas.

Code does not count, nor do raw HTML, references by their labels, and what a directive takes as a file's name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from markdown_it.token import Token

from literate.model import Line

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


class Words(NamedTuple):
    """A piece of running text or of a formula, and the number of its line."""

    text: str
    maths: bool
    line: int


def of_inline(token: Token) -> tuple[str, bool] | None:
    """The words that a token of running text shows, and whether they are a formula; None for no words."""
    if token.type in ("text", "image") and token.content.strip():
        return token.content, False
    if token.type.startswith("math_inline") or (token.type == "myst_role" and token.meta["name"] == "math"):
        return token.content.replace("\n", " "), True
    if token.type == "myst_role" and token.meta["name"].partition(":")[0] not in _NO_WORDS:
        return _TARGET.sub("", token.content), False
    return None


def of_formula(content: str, lines: Sequence[Line]) -> Iterator[Words]:
    """The lines of a formula that begins on the first of `lines`."""
    for row, text in enumerate(content.split("\n")):
        if text.strip():
            yield Words(text, True, lines[min(row, len(lines) - 1)].number)


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
