"""A chapter's text from its bytes and back, its lines, and whether it is whole."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from difflib import SequenceMatcher

from literate.model import Line, Problem

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_LEFT_OVER = re.compile(r"^[<>|]{7} ", re.MULTILINE)
_CONFLICT = re.compile(r"[<>|]{7} |={7}$")
_LINE_BREAKERS = re.compile("[\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029\0]")


def decode(data: bytes) -> str:
    """UTF-8 with or without a byte order mark, any line ends; UnicodeDecodeError for anything else."""
    return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")


def encode(text: str, before: bytes) -> bytes:
    """The bytes of a changed text: its byte order mark and line ends stay as they were in `before`."""
    mark = _BYTE_ORDER_MARK if before.startswith(_BYTE_ORDER_MARK) else b""
    if b"\r" not in before:
        return mark + text.encode()
    # Cut at each end of a line: the texts stand at even places, the ends of their lines at odd ones.
    pieces = re.split("(\r\n|\r|\n)", before.decode("utf-8-sig"))
    old, old_ends = pieces[::2], pieces[1::2]
    usual = max(("\n", "\r\n", "\r"), key=old_ends.count)
    old_ends.append(usual)
    new, ends = text.split("\n"), []
    for _, start, end, new_start, new_end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        kept = old_ends[start:end][: new_end - new_start]
        ends += kept + [usual] * (new_end - new_start - len(kept))
    return mark + "".join(line + end for line, end in zip(new, [*ends[:-1], ""], strict=True)).encode()


def lines_of(text: str) -> list[Line]:
    """Cut a chapter's text (line feeds only) into lines."""
    return [Line(row, number, 0) for number, row in enumerate(text.removesuffix("\n").split("\n"), 1)]


def faults(text: str, path: str) -> Iterator[Problem]:
    """Markers of an unfinished merge, and characters that break lines in some programs and not in others."""
    unfinished = _LEFT_OVER.search(text)
    for line in lines_of(text):
        if unfinished and _CONFLICT.match(line.text):
            what = "a conflict marker: the merge of this chapter is not finished"
            yield Problem(path, line.number, what, "Settle the conflict and take the markers out")
        for letter in _LINE_BREAKERS.findall(line.text):
            what = f"the character U+{ord(letter):04X} breaks lines in some programs and not in others"
            yield Problem(path, line.number, what, "Save the chapter as plain UTF-8 text")


def unfit_character(text: str) -> str:
    """The first character that should not come into a chapter, by its number; nothing when there is none.

    It is a control character, one that breaks lines in some programs, or half of a pair.
    """
    for letter in text:
        if letter not in "\n\t" and unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp"):
            return f"U+{ord(letter):04X}"
    return ""
