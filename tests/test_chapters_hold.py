"""What the chapters print is checked: a changed digit anywhere is found, with its chapter line."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

from literate import build, cli, settings
from literate.model import Claim, ClaimKind
from literate.run.runner import Session
from literate.run.verdict import output_line, wrong

ROOT = Path(__file__).parent.parent
BOOK = build.load(settings.load(ROOT))
CHAPTERS = [pytest.param(chapter, id=chapter.path) for chapter in BOOK.chapters]


def test_the_tangled_files_are_what_the_chapters_make(monkeypatch):
    monkeypatch.chdir(ROOT)
    assert cli.main(["tangle", "--check"]) == 0


def other_digit(text: str, chance: random.Random) -> str:
    """The text with one of its digits changed."""
    position = chance.choice([match.start() for match in re.finditer(r"\d", text)])
    digit = str((int(text[position]) + chance.randrange(1, 10)) % 10)
    return text[:position] + digit + text[position + 1 :]


def compared(want: str) -> list[int]:
    """The rows of an output that are compared and hold a digit; a traceback's frames are not compared."""
    lines = want.splitlines()
    start = next(
        (row for row, line in enumerate(lines) if line.startswith("Traceback (most recent")), len(lines)
    )
    error = next((row for row in range(start + 1, len(lines)) if not lines[row].startswith(" ")), len(lines))
    return [row for row, line in enumerate(lines) if re.search(r"\d", line) and not start <= row < error]


def with_other_digit(claim: Claim, chance: random.Random) -> tuple[Claim, int]:
    """The claim with one compared digit of what it shows changed, and the chapter's line of that digit."""
    if claim.kind is ClaimKind.NUMBER:
        shown = other_digit(claim.want, chance) if re.search(r"\d", claim.want) else claim.want
        return claim._replace(want=shown), claim.line
    rows = compared(claim.want)
    if not rows:
        return claim, 0
    lines = claim.want.splitlines(keepends=True)
    row = chance.choice(rows)
    lines[row] = other_digit(lines[row], chance)
    return claim._replace(want="".join(lines)), output_line(claim) + row


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_changed_digit_of_any_example_number_or_transcript_is_found_and_nothing_else(chapter):
    chance = random.Random(chapter.path)
    claims = [claim for claim in chapter.claims if claim.kind is not ClaimKind.CELL]
    changed, found = [], []
    with Session(chapter._replace(claims=tuple(claims)), BOOK.settings) as session:
        for position, claim in enumerate(claims):
            tried, line = with_other_digit(claim, chance)
            fault = wrong(tried, session.outcome(position))
            changed += [line] if tried != claim else []
            found += [fault.line] if fault else []
    assert found == changed
    assert changed


@pytest.mark.slow
def test_every_prefix_of_the_book_is_a_program():
    command = [sys.executable, "-m", "literate", "prefixes"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
