"""What the chapters print is checked: a changed digit or line anywhere is found, with its chapter line."""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from literate import config, project
from literate.checking import evaluate
from literate.reading import reader, session
from literate.reading.chapter import Chapter, Computed, Kind
from literate.tangling.tangle import Tangler, difference

ROOT = Path(__file__).parent.parent
BOOK = project.load(config.load(ROOT))
CHAPTERS = [pytest.param(chapter, id=chapter.path) for chapter in BOOK.chapters]
LEFT_OUT = shutil.ignore_patterns(".*", "_build", "__pycache__", "*.egg-info", "dist")


def test_the_tangled_files_are_what_the_chapters_make():
    tangler = Tangler(BOOK)
    plan = tangler.plan()
    differences = [
        "\n".join(difference(BOOK.targets[path], tangler.disk(path)))
        for path in [*plan.stale, *(edit.target for edit in plan.edits)]
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


def with_other_digit(
    item: session.Example | session.Command, chance: random.Random
) -> tuple[session.Example | session.Command, int]:
    """The item with one compared digit of its output changed, and the chapter's line of that digit."""
    rows = compared(item.want)
    if not rows:
        return item, 0
    lines = item.want.splitlines(keepends=True)
    row = chance.choice(rows)
    lines[row] = other_digit(lines[row], chance)
    return item._replace(want="".join(lines)), output_line(item) + row


def output_line(item: session.Example | session.Command) -> int:
    """The chapter's line on which an item's output begins."""
    return item.line + item.source.removesuffix("\n").count("\n") + 1


def examples_and_numbers(chapter: Chapter) -> Iterator[session.Example | Computed]:
    """Everything that shares the chapter's namespace, in reading order."""
    items: list[session.Example | Computed] = [*chapter.computed]
    for block in chapter.blocks:
        if block.kind is Kind.EXAMPLE:
            items += session.examples(block.lines, chapter.path)[0]
    return iter(sorted(items, key=lambda item: item.line))


@pytest.mark.parametrize("chapter", CHAPTERS)
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_a_changed_digit_of_any_example_or_computed_number_is_found_and_nothing_else(chapter, seed):
    chance = random.Random(f"{chapter.path} {seed}")
    namespace: dict[str, object] = {}
    changed, found = [], []
    for item in examples_and_numbers(chapter):
        if isinstance(item, session.Example):
            tried, line = with_other_digit(item, chance)
            wrong = evaluate.example(tried, namespace, chapter.path)
        else:
            shown = other_digit(item.shown, chance) if re.search(r"\d", item.shown) else item.shown
            tried, line = item._replace(shown=shown), item.line
            wrong = evaluate.computed(tried.shown, tried.expression, namespace, item.line)
        changed += [line] if tried != item else []
        found += [wrong.line] if wrong else []
    assert found == changed
    assert changed


COMMANDS = [
    pytest.param(item, id=f"{chapter.path}:{item.line}")
    for chapter in BOOK.chapters
    for block in chapter.blocks
    if block.kind is Kind.TRANSCRIPT
    for item in session.commands(block.lines, chapter.path)[0]
    if compared(item.want)
]


@pytest.mark.parametrize("item", COMMANDS)
def test_a_changed_digit_of_any_transcript_is_found(item):
    tried, line = with_other_digit(item, random.Random(item.want))
    wrong = evaluate.command(tried, ROOT, BOOK.config.imports)
    assert wrong is not None
    assert wrong.line == line


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
        changed = reader.read("\n".join(text), block.path)
        book = project.build(BOOK.config, [{**chapters, block.path: changed}[name] for name in chapters])
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
    examples = [item for item in examples_and_numbers(chapter) if isinstance(item, session.Example)]
    example = chance.choice([item for item in examples if compared(item.want)])
    number = chance.choice([item for item in chapter.computed if re.search(r"\d", item.shown)])
    lines = chapter.text.split("\n")
    changed = output_line(example) + compared(example.want)[0]
    lines[changed - 1] = other_digit(lines[changed - 1], chance)
    role = f"{{computed}}`{number.shown} <"
    row = next(row for row in range(number.line - 1, number.line + 5) if role in lines[row])
    lines[row] = lines[row].replace(role, f"{{computed}}`{other_digit(number.shown, chance)} <", 1)
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
