"""Raw HTML and comments, and where one goes on for longer than it was meant to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from literate.reading.events import Line

# What begins with one of these tags goes on, over empty lines too, to a closing tag of any of them.
_OPENING = re.compile(r"<(?P<name>pre|script|style|textarea)(?=[\s>]|$)", re.IGNORECASE)
# The marks of the quotes and lists that hold it.
_HOLDERS = re.compile(r"[\s>]*(?:(?:[-*+]|\d+[.)])\s+[\s>]*)*")
_CLOSING = re.compile(r"</(?:pre|script|style|textarea)>", re.IGNORECASE)
_SHOWN = frozenset({"pre", "textarea"})
_MISTYPED_END = re.compile(r"(?:(?<!-)->|(?<!-)(?<!<!)--|--[ !]+>|[\u2013\u2014]>)\s*$")
# The end of a comment of one line, when the text before it opens no tag.
_MISTYPED_LINE = re.compile(r"\s*<!--[^<]*(?<!--)>\s*$")


class Swallowing(NamedTuple):
    """Text that takes in what follows it: the line to mend, what it is, and how to mend it."""

    number: int
    place: str
    advice: str


def shows_text(lines: Sequence[Line]) -> bool:
    """Whether raw HTML shows the text in it as it stands, and has the end that was meant."""
    first = _opening(lines[0])
    again = any(_OPENING.search(line.text) for line in lines[1:])
    return first is not None and first["name"].lower() in _SHOWN and not again


def unclosed_element(lines: Sequence[Line]) -> Swallowing | None:
    """An element that nothing closes."""
    first = _opening(lines[0])
    if first is None or any(_CLOSING.search(line.text) for line in lines):
        return None
    name = first["name"].lower()
    return Swallowing(lines[0].number, f"all that follows this unclosed <{name}>", f"Close it with </{name}>")


def unclosed_comment(lines: Sequence[Line]) -> Swallowing | None:
    """A comment that nothing closes."""
    if any("-->" in line.text for line in lines):
        return None
    return Swallowing(lines[0].number, "all that follows this unclosed HTML comment", "Close it with -->")


def mistyped_end(lines: Sequence[Line]) -> tuple[Line, Sequence[Line]] | None:
    """The line of a comment that seems to be meant to end it, and what the comment takes in after that."""
    for row, line in enumerate(lines[:-1]):
        if _MISTYPED_END.search(line.text) or (row == 0 and _MISTYPED_LINE.match(line.text)):
            return line, lines[row + 1 :]
    # Comments do not nest: where another one begins, the first was to be over.
    return (lines[0], lines[1:]) if any("<!--" in line.text for line in lines[1:]) else None


def _opening(line: Line) -> re.Match[str] | None:
    return _OPENING.match(_HOLDERS.sub("", line.text, count=1))
