"""What is wrong with a ``{code-cell}``, the block that draws a figure."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from literate.errors import UNPARSED, BadSyntax, NotReadHere, Problem, UnknownLanguage
from literate.reading.events import Fence, Line

_LANGUAGES = ("", "python", "python3", "ipython", "ipython3")
_HIDING_TAGS = ("hide-cell", "hide-input", "remove-cell", "remove-input")
_UNCHECKED_TAGS = ("skip-execution", "raises-exception")


def misplaced(fence: Fence) -> bool:
    """Whether the book would not run a cell that stands here."""
    return fence.nested or fence.markup.startswith(":")


def hidden(options: tuple[Line, ...]) -> bool:
    """Whether the page hides a cell's code."""
    return any(tag in line.text for line in options for tag in _HIDING_TAGS)


def faults(fence: Fence, language: str, skip: int, path: str) -> Iterator[Problem]:
    """Another language, a wrong place, tags that hide an error, code that is not plain Python.

    The first `skip` lines are options.
    """
    if language.strip() not in _LANGUAGES:
        yield UnknownLanguage(path, fence.line, fence.info, "{code-cell}")
    if misplaced(fence):
        place = "a {code-cell} inside another block or a colon fence"
        yield NotReadHere(path, fence.line, place, "Put it at the top level, in backticks")
        return
    for line in fence.lines[:skip]:
        for tag in _UNCHECKED_TAGS:
            if tag in line.text:
                place = f"a cell tagged {tag}"
                advice = "Take the tag out; show an error as an example, with its traceback"
                yield NotReadHere(path, line.number, place, advice)
    yield from _syntax(fence.lines[skip:], path)


def _syntax(lines: tuple[Line, ...], path: str) -> Iterator[Problem]:
    try:
        ast.parse("".join(line.text + "\n" for line in lines))
    except UNPARSED as error:
        line = lines[min(getattr(error, "lineno", None) or 1, len(lines)) - 1].number
        detail = getattr(error, "msg", None) or type(error).__name__
        yield BadSyntax(path, line, detail, "Write plain Python, without % or !")
