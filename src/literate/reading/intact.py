"""Whether a chapter's text is whole: no merge left unfinished, no character that moves line numbers."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from literate.errors import ConflictMarker, Problem, Unreadable

# Searching for a fixed string is many times faster than for a pattern; most texts hold none of these.
_SIDES = ("<<<<<<< ", ">>>>>>> ", "||||||| ")
_UNFINISHED = re.compile(r"^[<>|]{7} ", re.MULTILINE)
_CONFLICT = re.compile(r"^(<{7} |>{7} |\|{7} |={7}$)", re.MULTILINE)
_LINE_BREAKERS = "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029\0"


def faults(text: str, path: str) -> Iterator[Problem]:
    """Conflict markers, and characters that break lines in some programs and not in others."""
    if any(side in text for side in _SIDES) and _UNFINISHED.search(text):
        for match in _CONFLICT.finditer(text):
            yield ConflictMarker(path, _line(text, match.start()))
    if any(letter in text for letter in _LINE_BREAKERS):
        for match in re.finditer(f"[{_LINE_BREAKERS}]", text):
            detail = f"the character U+{ord(match[0]):04X} breaks lines in some programs and not in others"
            yield Unreadable(path, _line(text, match.start()), detail)


def unfit(text: str) -> str:
    """The first character that should not come into a chapter, by its number; nothing when there is none.

    It is a control character, one that breaks lines in some programs, or half of a pair.
    """
    for letter in text:
        if letter not in "\n\t" and unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp"):
            return f"U+{ord(letter):04X}"
    return ""


def _line(text: str, position: int) -> int:
    return text.count("\n", 0, position) + 1
