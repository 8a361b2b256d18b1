"""Which scripts and modules the commands of a transcript run."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Iterator

_PYTHON = re.compile(r"(?:python|pypy|ipython|micropython)[\d.]*$")
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*=")
# Programs that run the command behind them, by words of their own: `time`, `uv run`, `coverage run`.
_RUNNERS = frozenset({"time", "env", "exec", "nohup", "!", "uv", "poetry", "hatch", "pdm", "coverage"})
# What a shell writes before a command in a compound one.
_KEYWORDS = frozenset({"if", "then", "else", "elif", "while", "until", "do", "{", "("})
_WITH_VALUE = frozenset({"-W", "-X"})


def invoked(commands: Iterable[str]) -> set[str]:
    """The paths of scripts and the dotted names of modules that some of the commands run.

    One that a command only names, to show it or to copy it, is not among them.
    """
    return {name for command in commands for words in _simple(command) if (name := _run_by(words))}


def _simple(command: str) -> Iterator[list[str]]:
    """The words of each simple command."""
    lexer = shlex.shlex(command.replace("\\\n", " ").replace("\n", ";"), posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    words: list[str] = []
    try:
        for word in lexer:
            if set(word) <= set(";&|()"):
                yield words
                words = []
            else:
                words.append(word)
    except ValueError:
        # A here-document may hold any text.
        pass
    yield words


def _run_by(words: list[str]) -> str:
    """What a simple command runs: a path without ./, or a dotted name after -m; nothing when neither."""
    words = words[:]
    while words and (words[0] in _KEYWORDS | _RUNNERS or _ASSIGNMENT.match(words[0])):
        if words.pop(0) in _RUNNERS and words[:1] == ["run"]:
            words.pop(0)
            if words[:1] and not _PYTHON.match(words[0].rpartition("/")[2]):
                return _first(words)
    if not words:
        return ""
    if _PYTHON.match(words[0].rpartition("/")[2]):
        return _first(words[1:])
    return words[0].removeprefix("./")


def _first(words: list[str]) -> str:
    """The script or module among the words after ``python``."""
    while words and words[0].startswith("-"):
        option, *words = words
        if option == "-m":
            break
        if option == "-c":
            return ""
        if option in _WITH_VALUE:
            words = words[1:]
    return words[0].removeprefix("./") if words else ""
