"""What the chapters print is checked: a changed digit or line anywhere is found, with its chapter line."""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from literate import build, settings
from literate.model import Claim, ClaimKind
from literate.run.check import output_line, wrong
from literate.run.session import Session
from literate.tangle import Tangler, difference
from literate.writer import read

ROOT = Path(__file__).parent.parent
BOOK = build.load(settings.load(ROOT))
CHAPTERS = [pytest.param(chapter, id=chapter.path) for chapter in BOOK.chapters]
LEFT_OUT = shutil.ignore_patterns(".*", "_build", "__pycache__", "*.egg-info", "dist")


def test_the_tangled_files_are_what_the_chapters_make():
    tangler = Tangler(BOOK)
    plan = tangler.plan()
    differences = [
        "\n".join(difference(BOOK.targets[path], (read(ROOT / path) or b"").decode()))
        for path in [*plan.stale, *plan.edited]
    ]
    assert (differences, plan.leftover) == ([], [])


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


@pytest.mark.parametrize("path", [path for path, target in BOOK.targets.items() if not target.derived])
def test_a_changed_line_of_a_tangled_block_is_found_at_its_chapter_line(path):
    target = BOOK.targets[path]
    lines = [
        (block, line)
        for block in target.blocks
        for line in block.lines
        if line.text.strip() and line.column is not None
    ]
    chapters = {chapter.path: chapter for chapter in BOOK.chapters}
    for block, line in random.Random(path).sample(lines, min(len(lines), 12)):
        text = chapters[block.path].text.split("\n")
        text[line.number - 1] += "  # changed"
        book = build.revised(BOOK, {block.path: "\n".join(text)})
        shown = "\n".join(map(str, book.problems)) or "\n".join(difference(book.targets[path], target.text))
        assert f"{block.path}:{line.number}" in shown


@pytest.mark.parametrize("path", BOOK.targets)
def test_a_changed_line_of_a_tangled_file_is_found_at_its_chapter_line(path):
    target = BOOK.targets[path]
    rows = [row for row, line in enumerate(target.lines) if line.strip() and target.origins[row].own]
    for row in random.Random(path).sample(rows, min(len(rows), 40)):
        lines = list(target.lines)
        lines[row] += "  # changed"
        shown = list(difference(target, "".join(line + "\n" for line in lines)))
        origin = target.origins[row]
        hunk = next(line for line in shown if line.startswith("@@"))
        assert f"@@ {origin.path}:{origin.line}, section {origin.block.section.title!r}" in hunk


def test_pytest_and_the_check_fail_on_a_copy_with_one_change_of_each_kind(tmp_path):
    copy = tmp_path / "copy"
    shutil.copytree(ROOT, copy, ignore=LEFT_OUT)
    chance = random.Random(3)
    chapter = BOOK.chapters[0]
    example = chance.choice(
        [claim for claim in chapter.claims if claim.kind is ClaimKind.EXAMPLE and compared(claim.want)]
    )
    numbers = [claim for claim in chapter.claims if claim.kind is ClaimKind.NUMBER]
    number = chance.choice([claim for claim in numbers if re.search(r"\d", claim.want)])
    lines = chapter.text.split("\n")
    changed = output_line(example) + compared(example.want)[0]
    lines[changed - 1] = other_digit(lines[changed - 1], chance)
    role = f"{{computed}}`{number.want} <"
    row = next(row for row in range(number.line - 1, number.line + 5) if role in lines[row])
    lines[row] = lines[row].replace(role, f"{{computed}}`{other_digit(number.want, chance)} <", 1)
    (copy / chapter.path).write_text("\n".join(lines), encoding="utf-8")
    target = next(target for target in BOOK.targets.values() if target.blocks[0].path == chapter.path)
    made = copy / target.path
    made.write_text(made.read_text(encoding="utf-8").replace("\n", "  # changed\n", 1), encoding="utf-8")
    origin = target.origin(1)

    test = "tests/test_chapters_hold.py::test_the_tangled_files_are_what_the_chapters_make"
    run = output_of(copy, "pytest", "-q", "-p", "no:cacheprovider", chapter.path, test)
    check = output_of(copy, "literate", "tangle", "--check")
    assert (run.returncode, check.returncode) == (1, 1)
    assert "3 failed" in run.stdout
    for line in (changed, number.line):
        assert f"\n{chapter.path}:{line}: " in run.stdout
    assert f"{origin.path}:{origin.line}, section " in run.stdout
    assert f"{origin.path}:{origin.line}, section " in check.stdout


def output_of(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(folder / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    environment.pop("PYTEST_ADDOPTS", None)
    return subprocess.run(
        [sys.executable, "-m", *command],
        cwd=folder,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


@pytest.mark.slow
def test_every_prefix_of_the_book_is_a_program():
    done = output_of(ROOT, "literate", "prefixes")
    assert (done.returncode, done.stderr) == (0, "")
