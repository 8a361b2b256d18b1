"""Wherever the tangled package fails, what is told names the chapter's line exactly."""

import subprocess
import sys
import traceback
from pathlib import Path

import pytest

from literate import build, settings

ROOT = Path(__file__).parents[3]
BOOK = build.load(settings.load(ROOT))
TEXTS = {chapter.path: chapter.text.split("\n") for chapter in BOOK.chapters}
PACKAGE = [path for path, target in BOOK.targets.items() if not target.derived]


def raised_from(path, line):
    """An error raised from one line of a file, as Python sees it."""
    code = compile("\n" * (line - 1) + "raise KeyError('here')", str(ROOT / path), "exec")
    try:
        exec(code, {})
    except KeyError as error:
        return error
    raise AssertionError


def lines_of(path):
    target = BOOK.targets[path]
    return [(row, text) for row, text in enumerate(target.lines, start=1) if text.strip()]


def chapter_line(path, row):
    origin = BOOK.targets[path].origin(row)
    return f"{origin.path}:{origin.line}"


@pytest.mark.parametrize("path", PACKAGE)
def test_the_origin_of_every_line_is_a_chapter_line_of_a_block_for_that_file_with_the_same_text(path):
    for row, text in lines_of(path):
        origin = BOOK.targets[path].origin(row)
        inside = {line.number for block in BOOK.targets[path].blocks for line in block.lines}
        assert origin.line in inside
        assert TEXTS[origin.path][origin.line - 1].strip() == text.strip()


def piped(text):
    """What ``literate where -`` makes of a text."""
    return subprocess.run(
        [sys.executable, "-m", "literate", "where", "-"],
        cwd=ROOT,
        input=text,
        capture_output=True,
        encoding="utf-8",
        check=True,
    ).stdout


def test_tracebacks_from_every_line_name_the_chapters():
    rows = [(path, row) for path in PACKAGE for row, _ in lines_of(path)]
    told = piped("".join("".join(traceback.format_exception(raised_from(*place))) for place in rows))
    found = [line.strip() for line in told.split("\n") if 'File "book/' in line]
    wanted = [chapter_line(*place).rpartition(":") for place in rows]
    assert found == [f'File "{name}", line {line}, in <module>' for name, _, line in wanted]
    assert not any(f'/{path}"' in told for path in PACKAGE)


def test_a_coverage_report_of_every_line_names_the_chapters():
    rows = [(path, row) for path in PACKAGE for row, _ in lines_of(path)]
    told = piped("".join(f"{path}    57   1    98%   {row}\n" for path, row in rows))
    assert told == "".join(f"{path}    57   1    98%   {chapter_line(path, row)}\n" for path, row in rows)
