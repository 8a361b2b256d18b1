"""Which lines of a text are which of another: difflib, spared the lines at both ends that are the same.

difflib takes the square of the number of equal lines. Most edits leave nearly all lines as they were.
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher

# The lines next to a change stay for difflib to look at: where the change begins depends on them.
_NEAR = 50
Opcode = tuple[str, int, int, int, int]


def opcodes(old: Sequence[str], new: Sequence[str]) -> list[Opcode]:
    """How to make `new` of `old`, as `SequenceMatcher.get_opcodes` says it."""
    head, tail = _ends(old, new)
    codes: list[Opcode] = [("equal", 0, head, 0, head)] if head else []
    middle = SequenceMatcher(None, _middle(old, head, tail), _middle(new, head, tail), autojunk=False)
    for tag, start, end, new_start, new_end in middle.get_opcodes():
        codes.append((tag, start + head, end + head, new_start + head, new_end + head))
    if tail:
        codes.append(("equal", len(old) - tail, len(old), len(new) - tail, len(new)))
    return _joined(codes)


def _joined(codes: list[Opcode]) -> list[Opcode]:
    """The opcodes with runs of equal lines in one piece."""
    joined: list[Opcode] = []
    for code in codes:
        if joined and joined[-1][0] == code[0] == "equal":
            joined[-1] = ("equal", joined[-1][1], code[2], joined[-1][3], code[4])
        else:
            joined.append(code)
    return joined


def likeness(old: Sequence[str], new: Sequence[str]) -> float:
    """How much of two texts is the same, from 0 to 1."""
    length = len(old) + len(new)
    same = sum(end - start for tag, start, end, _, _ in opcodes(old, new) if tag == "equal")
    return 2 * same / length if length else 1.0


def _ends(old: Sequence[str], new: Sequence[str]) -> tuple[int, int]:
    """How many lines at the beginning, and at the end, are the same and far from any change."""
    most = min(len(old), len(new))
    head = next((row for row in range(most) if old[row] != new[row]), most)
    tail = next((row for row in range(most - head) if old[-1 - row] != new[-1 - row]), most - head)
    return max(head - _NEAR, 0), max(tail - _NEAR, 0)


def _middle(lines: Sequence[str], head: int, tail: int) -> Sequence[str]:
    return lines[head : len(lines) - tail]
