"""Updating: the outputs and computed numbers of a chapter, rewritten from what really happens."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from literate.checking import evaluate, running
from literate.checking.isolation import Surroundings
from literate.config import Config
from literate.errors import NotUpdated, Problem
from literate.reading import intact, reader, session
from literate.reading.chapter import Block, Chapter, Computed, Kind
from literate.reading.session import Command, Example

# What may stand between the words of a role: a new line of a quotation begins with its mark.
_GAP = r"[ \t]*(?:\n[ \t>]*)*"


@dataclass(frozen=True)
class _Claim:
    """Something that the chapter shows, and the block that holds it."""

    item: Example | Command | Computed
    block: Block | None


@dataclass(frozen=True)
class _Change:
    """What a claim shows now: an output, or a number."""

    claim: _Claim
    shown: str


def import_from(settings: Config) -> None:
    """Let the examples find the project's own packages, as under pytest."""
    sys.path[:0] = [str(settings.root / folder) for folder in (*settings.imports, ".")]
    os.environ.setdefault("MPLBACKEND", "agg")


class Updated(NamedTuple):
    """A chapter's new text, and what could not be updated: by the lines that it has, and has had before."""

    text: str
    problems: list[Problem]
    before: list[Problem]


def update(chapter: Chapter, settings: Config, surroundings: Surroundings) -> Updated:
    """The chapter's text with every stale output rewritten, and what could not be.

    The examples run from top to bottom in one namespace. An example that raises gets no new output, unless
    the text shows that exception already.
    """
    changes: list[_Change] = []
    problems: list[Problem] = []
    namespace: dict[str, Any] = {}
    for claim in _claims(chapter):
        surroundings.enter(chapter.path)
        try:
            shown = _now(claim.item, namespace, chapter.path, settings)
        except _CannotTell as error:
            problems.append(NotUpdated(chapter.path, claim.item.line, str(error)))
            continue
        if letter := intact.unfit(shown):
            detail = f"its output holds the character {letter}, which a chapter cannot hold"
            problems.append(NotUpdated(chapter.path, claim.item.line, detail))
            continue
        before = claim.item.shown if isinstance(claim.item, Computed) else claim.item.want
        if shown != before:
            changes.append(_Change(claim, shown))
    surroundings.leave()
    text = chapter.text
    grown: list[tuple[int, int]] = []
    # From the last one up, so that the lines of those above stay where they are.
    for change in sorted(changes, key=lambda change: -change.claim.item.line):
        written = _write(text, chapter, change)
        if written is None:
            shown = change.shown.removesuffix("\n")
            detail = f"its place cannot hold {shown!r}"
            problems.append(NotUpdated(chapter.path, change.claim.item.line, detail))
        else:
            grown.append((change.claim.item.line, written.count("\n") - text.count("\n")))
            text = written
    problems.sort(key=lambda problem: problem.line)
    moved = [
        replace(problem, line=problem.line + sum(rows for line, rows in grown if line < problem.line))
        for problem in problems
    ]
    return Updated(text, moved, problems)


class _CannotTell(Exception):
    """Why there is no new output."""


def _claims(chapter: Chapter) -> Iterator[_Claim]:
    claims = [_Claim(number, None) for number in chapter.computed]
    for block in chapter.blocks:
        if block.kind is Kind.EXAMPLE:
            claims += [_Claim(item, block) for item in session.examples(block.lines, block.path)[0]]
        elif block.kind is Kind.TRANSCRIPT:
            claims += [_Claim(item, block) for item in session.commands(block.lines, block.path)[0]]
    return iter(sorted(claims, key=lambda claim: claim.item.line))


def _now(item: Example | Command | Computed, namespace: dict[str, Any], path: str, settings: Config) -> str:
    """What the item should show."""
    if isinstance(item, Computed):
        try:
            value, said = evaluate.value_of(item.expression, namespace)
            shown = evaluate.as_shown(value, item.shown)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise _CannotTell(f"{item.expression} raises {type(error).__name__}: {error}") from None
        if said:
            raise _CannotTell(f"{item.expression} also says {said.rstrip()!r}")
        return shown
    if isinstance(item, Command):
        done = running.shell(item, settings.root, settings.imports)
        if done is None:
            raise _CannotTell("the command does not end")
        if done[1]:
            raise _CannotTell(f"the command fails with exit status {done[1]}")
        return done[0]
    return _output(item, running.statement(item, namespace, path))


def _output(item: Example, outcome: running.Outcome) -> str:
    if not outcome.error:
        return outcome.printed
    shown = evaluate.shown_error(item.want)
    if shown is None:
        raise _CannotTell(f"the example raises {outcome.error.strip()}")
    if _kind(shown["error"]) != _kind(outcome.error):
        raise _CannotTell(f"the text shows another exception than {outcome.error.strip()}")
    return f"{outcome.printed}Traceback (most recent call last):\n{shown['frames']}{outcome.error}"


def _kind(error: str) -> str:
    return error.partition("\n")[0].partition(":")[0]


def _write(text: str, chapter: Chapter, change: _Change) -> str | None:
    """The text with the change made; None when the chapter would not then say just that."""
    item = change.claim.item
    lines = text.split("\n")
    if isinstance(item, Computed):
        wanted: Any = item._replace(shown=change.shown)
        if not _write_number(lines, item, change.shown):
            return None
    else:
        wanted = item._replace(want=change.shown)
        if not _write_output(lines, change.claim, change.shown):
            return None
    new = "\n".join(lines)
    again = reader.read(new, chapter.path)
    found = [claim.item for claim in _claims(again) if claim.item.line == item.line]
    before = len([*_claims(reader.read(text, chapter.path))])
    said = [_said(claim) for claim in found]
    return new if not again.problems and _said(wanted) in said and before == len([*_claims(again)]) else None


def _said(item: Example | Command | Computed) -> tuple[str, str]:
    return (item.expression, item.shown) if isinstance(item, Computed) else (item.source, item.want)


def _write_number(lines: list[str], item: Computed, shown: str) -> bool:
    """Change the number in its role, which may begin on one line and end on a later one."""
    row = item.line - 1
    text = "\n".join(lines[row:])
    parts = _words(item.shown), "<", _words(item.expression), ">"
    match = re.search(rf"\{{computed\}}(`+){_GAP}({parts[0]}){_GAP}{_GAP.join(parts[1:])}{_GAP}\1", text)
    if match is None:
        return False
    lines[row:] = f"{text[: match.start(2)]}{shown}{text[match.end(2) :]}".split("\n")
    return True


def _words(text: str) -> str:
    """A pattern of a text as a chapter may hold it: broken into lines between its words."""
    return _GAP.join(map(re.escape, re.split("[ \t\n]+", text)))


def _write_output(lines: list[str], claim: _Claim, shown: str) -> bool:
    """Change the lines below a prompt."""
    item, block = claim.item, claim.block
    prompt = next((line for line in block.lines if line.number == item.line), None) if block else None
    if prompt is None or prompt.column is None or isinstance(item, Computed) or (shown and shown[-1] != "\n"):
        return False
    prefix = lines[item.line - 1][: prompt.column]
    start = item.line + item.source.removesuffix("\n").count("\n")
    blank = "<BLANKLINE>" if isinstance(item, Example) else ""
    rows = [(prefix + (row or blank)).rstrip() if not row else prefix + row for row in shown.split("\n")[:-1]]
    lines[start : start + item.want.count("\n")] = rows
    return True
