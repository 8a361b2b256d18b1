"""Lines that look like the opening of a block of ours, wherever they stand."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from literate.reading.infoline import ATTRIBUTES

PYTHON_LIKE = frozenset(
    {
        "py",
        "py3",
        "python2",
        "python3",
        "ipython",
        "ipython3",
        "pycon",
        "pycon3",
        "python-console",
        "python-repl",
        "doctest",
        "testcode",
    }
)
CONSOLE_LIKE = frozenset({"console", "shell-session", "sh-session", "bash-session"})
# Languages of their own, near as their names are.
_OTHERS = frozenset({"cython", "jython", "micropython"})
_NEAR = 0.8
# What may hold the same characters twice in a row gives nothing back: the time stays linear.
_FENCE = re.compile(
    r"^[\s>]*+(?:(?:[-*+]|\d+[.)])\s++)*+[\s>]*+(?P<markup>`{3,}|~{3,}|:{3,})\s*(?P<info>[^`\s].*)$"
)
# A fence of any language: what stands behind its markup makes it no closing one.
_NAMED = re.compile(r" {0,3}(?P<markup>`{3,}(?=[^`]*$)|~{3,}|:{3,})[ \t]*[^\s`~:].*")
_OURS = re.compile(rf"(?:^|\s|\{{)(?:{'|'.join(ATTRIBUTES[:-2])}|illustrative)\s*=")


def language_of(info: str) -> str:
    """The language that a fence's info line seems to mean: 'python', 'console', or nothing of ours."""
    word = (info.split() or [""])[0].lower().strip("{}.,:;")
    name = re.split(r"[={(:,]", word)[0]
    if name in _OTHERS and not _OURS.search(info):
        return ""
    if name.startswith("python") or name in PYTHON_LIKE or _OURS.search(info) or _near(name, "python"):
        return "python"
    return "console" if name in CONSOLE_LIKE or _near(name, "console") else ""


def opening(text: str) -> str:
    """The markup of the fence of ours that a line seems to open; nothing when it opens none."""
    match = _FENCE.match(text)
    if match is None:
        return ""
    cell = match["info"].lower().startswith("{code-cell}")
    return match["markup"] if cell or language_of(match["info"]) else ""


def opens_within(text: str, markup: str) -> bool:
    """Whether a line of a fence with this markup opens another, which would end together with it."""
    if opening(text).startswith(markup):
        return True
    match = _NAMED.fullmatch(text)
    return match is not None and match["markup"].startswith(markup)


def near_miss(name: str, known: str) -> bool:
    """Whether a name is another one misspelt."""
    return name != known and _near(name.lower(), known)


def _near(name: str, known: str) -> bool:
    if abs(len(name) - len(known)) > 2 or not set(name) & set(known):
        return False
    return name == known or SequenceMatcher(None, name, known).ratio() >= _NEAR
