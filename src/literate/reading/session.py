"""Interactive sessions (``>>>``) and transcripts (``$``), cut into code and the output it must have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from literate.errors import BadExample, BadTranscript, Problem
from literate.reading.events import Line
from literate.reading.shell_lines import goes_on


class Example(NamedTuple):
    """One statement, the line of its prompt, and the exact output that must follow."""

    source: str
    want: str
    line: int


class Command(NamedTuple):
    """One shell command, the line of its prompt, and the exact output that must follow."""

    source: str
    want: str
    line: int


def examples(lines: Sequence[Line], path: str) -> tuple[list[Example], list[Problem]]:
    """Cut a session. What is neither prompt nor output is a problem: it would be shown and never checked."""
    found: list[Example] = []
    problems: list[Problem] = []
    index = 0
    while index < len(lines):
        line = lines[index]
        if not line.text.strip():
            index += 1
            continue
        if not _prompt(line.text, ">>>"):
            problems.append(_stray(line, path))
            break
        source, start = [line.text[4:]], line.number
        index += 1
        while index < len(lines) and _prompt(lines[index].text, "..."):
            source.append(lines[index].text[4:])
            index += 1
        want = []
        while index < len(lines) and lines[index].text.strip() and not lines[index].text.startswith(">>>"):
            want.append("" if lines[index].text == "<BLANKLINE>" else lines[index].text)
            index += 1
        code = "\n".join(source) + "\n"
        problems += _faults(code, path, start)
        found.append(Example(code, "".join(line + "\n" for line in want), start))
    return found, problems


def commands(lines: Sequence[Line], path: str) -> tuple[list[Command], list[Problem]]:
    """Cut a transcript. A command that a shell would not run yet goes on in the next line, after ``> ``."""
    if not lines or not lines[0].text.startswith("$ "):
        return [], [BadTranscript(path, lines[0].number if lines else 0)]
    found: list[Command] = []
    problems: list[Problem] = []
    index = 0
    while index < len(lines):
        start, source = lines[index].number, lines[index].text[2:]
        if not source.strip():
            problems.append(BadTranscript(path, start))
        index += 1
        while index < len(lines) and _prompt(lines[index].text, ">") and goes_on(source):
            source += "\n" + lines[index].text[2:]
            index += 1
        want = []
        while index < len(lines) and not lines[index].text.startswith("$ "):
            want.append(lines[index].text)
            index += 1
        found.append(Command(source, "".join(line + "\n" for line in want), start))
    return found, problems


def _prompt(text: str, prompt: str) -> bool:
    return text == prompt or text.startswith(prompt + " ")


def _stray(line: Line, path: str) -> Problem:
    if line.text.startswith((">>>", "...")):
        return BadExample(
            path, line.number, "a prompt needs a space after it", 'Write ">>> code" or "... code"'
        )
    return BadExample(
        path,
        line.number,
        "text after a blank line in an example is not compared with anything",
        "Write an empty line of output as <BLANKLINE>, or take the text out of the block",
    )


def _faults(code: str, path: str, line: int) -> list[Problem]:
    if "# doctest:" in code:
        advice = "Outputs are compared exactly: print less, or rounded"
        return [BadExample(path, line, "doctest options are not used here", advice)]
    return []
