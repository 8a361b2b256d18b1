"""A text file's text from its bytes and back, the same for everyone who reads or writes one."""

from __future__ import annotations

import io
from difflib import SequenceMatcher

_MARK = b"\xef\xbb\xbf"


def decode(data: bytes) -> str:
    """UTF-8 with or without a byte order mark, any line ends; UnicodeDecodeError for anything else."""
    return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")


def encode(text: str, before: bytes) -> bytes:
    """The bytes of a changed text: its byte order mark and line ends stay as they were in `before`."""
    mark = _MARK if before.startswith(_MARK) else b""
    if b"\r" not in before:
        return mark + text.encode()
    old, new = _lines(before.decode("utf-8-sig")), text.split("\n")
    ends = ["\n"] * len(new)
    usual = max(("\n", "\r\n", "\r"), key=[end for _, end in old].count)
    matcher = SequenceMatcher(None, [line for line, _ in old], new, autojunk=False)
    for _, start, end, new_start, new_end in matcher.get_opcodes():
        kept = [old[start + row][1] if start + row < end else usual for row in range(new_end - new_start)]
        ends[new_start:new_end] = kept
    return mark + "".join(line + end for line, end in zip(new, [*ends[:-1], ""], strict=True)).encode()


def _lines(text: str) -> list[tuple[str, str]]:
    """Each line and its end; the last one has none."""
    whole = [(line.rstrip("\r\n"), line) for line in io.StringIO(text, newline="")]
    lines = [(line, ended[len(line) :]) for line, ended in whole]
    return lines if lines and not lines[-1][1] else [*lines, ("", "")]
