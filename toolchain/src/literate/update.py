"""Updating: the outputs and computed numbers of a chapter, rewritten from what really happens."""

from __future__ import annotations

import re
from typing import NamedTuple

from literate.model import Chapter, Claim, ClaimKind, Problem
from literate.read import chapter as reader
from literate.read.text import unfit_character
from literate.run.runner import Session
from literate.run.verdict import output_line, wrong
from literate.settings import Settings

# What may stand between the words of a role: a new line of a quotation begins with its mark.
_GAP = r"[ \t]*(?:\n[ \t>]*)*"
_BY_HAND = "Mend the text or the code by hand"


class Updated(NamedTuple):
    """A chapter's new text, and what could not be updated: by the lines that it has, and has had before."""

    text: str
    problems: list[Problem]
    before: list[Problem]


def update(chapter: Chapter, settings: Settings) -> Updated:
    """The chapter's text with every stale output rewritten, and what could not be.

    Whatever is wrong in another way, such as an error that the text does not show, is left alone.
    """
    changes: list[tuple[Claim, str]] = []
    problems: list[Problem] = []
    with Session(chapter, settings) as session:
        for position, claim in enumerate(chapter.claims):
            found = wrong(claim, session.outcome(position))
            if found is None:
                continue
            if found.shown is None:
                problems.append(_not_updated(claim, found.text))
            elif letter := unfit_character(found.shown):
                why = f"its output holds the character {letter}, which a chapter cannot hold"
                problems.append(_not_updated(claim, why))
            else:
                changes.append((claim, found.shown))
    text = chapter.text
    grown: list[tuple[int, int]] = []
    # From the last one up, so that the lines of those above stay where they are.
    for claim, shown in sorted(changes, key=lambda change: -change[0].line):
        written = _write(text, claim, shown)
        if written is None:
            problems.append(_not_updated(claim, f"its place cannot hold {shown.removesuffix(chr(10))!r}"))
        else:
            grown.append((claim.line, written.count("\n") - text.count("\n")))
            text = written
    problems.sort(key=lambda problem: problem.line)
    moved = [
        problem._replace(line=problem.line + sum(rows for line, rows in grown if line < problem.line))
        for problem in problems
    ]
    return Updated(text, moved, problems)


def _not_updated(claim: Claim, why: str) -> Problem:
    return Problem(claim.path, claim.line, f"not updated: {why}", _BY_HAND)


def _write(text: str, claim: Claim, shown: str) -> str | None:
    """The text with the claim changed; None when the chapter would not then say just that."""
    lines = text.split("\n")
    write = _write_number if claim.kind is ClaimKind.NUMBER else _write_output
    if not write(lines, claim, shown):
        return None
    new = "\n".join(lines)
    again, before = reader.read(new, claim.path), reader.read(text, claim.path)
    said = [(found.source, found.want) for found in again.claims if found.line == claim.line]
    holds = (claim.source, shown) in said and len(again.claims) == len(before.claims)
    return new if holds and not again.problems else None


def _write_number(lines: list[str], claim: Claim, shown: str) -> bool:
    """Change the number in its role, which may begin on one line and end on a later one."""
    row = claim.line - 1
    text = "\n".join(lines[row:])
    parts = _words(claim.want), "<", _words(claim.source), ">"
    match = re.search(rf"\{{computed\}}(`+){_GAP}({parts[0]}){_GAP}{_GAP.join(parts[1:])}{_GAP}\1", text)
    if match is None:
        return False
    lines[row:] = f"{text[: match.start(2)]}{shown}{text[match.end(2) :]}".split("\n")
    return True


def _words(text: str) -> str:
    """A pattern of a text as a chapter may hold it: broken into lines between its words."""
    return _GAP.join(map(re.escape, re.split("[ \t\n]+", text)))


def _write_output(lines: list[str], claim: Claim, shown: str) -> bool:
    """Change the lines below a prompt."""
    rows = claim.block.lines if claim.block else ()
    prompt = next((line for line in rows if line.number == claim.line), None)
    if prompt is None or prompt.column is None or (shown and shown[-1] != "\n"):
        return False
    prefix = lines[claim.line - 1][: prompt.column]
    start = output_line(claim) - 1
    blank = "<BLANKLINE>" if claim.kind is ClaimKind.EXAMPLE else ""
    new = [prefix + (row or blank) if row or blank else prefix.rstrip() for row in shown.split("\n")[:-1]]
    lines[start : start + claim.want.count("\n")] = new
    return True
