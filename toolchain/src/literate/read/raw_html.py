"""Raw HTML and comments: what they show, and where one goes on for longer than it was meant to."""

from __future__ import annotations

import re
from collections.abc import Sequence

from literate.model import Line
from literate.read.fences import own_start

# What begins with one of these tags goes on, over empty lines too, to a closing tag of any of them.
_OPENING = re.compile(r"<(?P<name>pre|script|style|textarea)(?=[\s>]|$)", re.IGNORECASE)
_CLOSING = re.compile(r"</(?:pre|script|style|textarea)>", re.IGNORECASE)
_MISTYPED_END = re.compile(r"(?:(?<!-)->|(?<!-)(?<!<!)--|--[ !]+>|[\u2013\u2014]>)\s*$")


def is_comment(content: str) -> bool:
    return content.lstrip().startswith("<!--")


def unclosed(lines: Sequence[Line], comment: bool) -> tuple[str, str] | None:
    """The comment or element that takes in all that follows, and what would close it, if nothing does."""
    if comment:
        return None if any("-->" in line.text for line in lines) else ("HTML comment", "-->")
    name = _element(lines[0])
    if not name or any(_CLOSING.search(line.text) for line in lines):
        return None
    return f"<{name}>", f"</{name}>"


def shows_text(lines: Sequence[Line]) -> bool:
    """Whether an element shows the text in it as it stands, and has the end that was meant."""
    again = any(_OPENING.search(line.text) for line in lines[1:])
    return _element(lines[0]) in ("pre", "textarea") and not again


def meant_rows(lines: Sequence[Line]) -> int:
    """How many lines a comment was meant to have: fewer than it has where its end is mistyped."""
    for row, line in enumerate(lines[:-1]):
        if _MISTYPED_END.search(line.text):
            return row + 1
    # Comments do not nest: where another one begins, the first was to be over.
    return 1 if any("<!--" in line.text for line in lines[1:]) else len(lines)


def _element(line: Line) -> str:
    """The element that goes on over empty lines and begins a line, behind the marks of what holds it."""
    match = _OPENING.match(line.text, own_start(line.text))
    return match["name"].lower() if match else ""
