"""Wherever the tangled package fails, what is told names the chapter's line exactly."""

import subprocess
import sys
import traceback
from pathlib import Path

import pytest

from literate import config, project
from literate.pointing.rewrite import Rewriter
from literate.pointing.where import Places
from literate.pytest_plugin import chapter_places

ROOT = Path(__file__).parent.parent.parent
BOOK = project.load(config.load(ROOT))
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


def chapter_line(path, row, text):
    """The chapter's line by its text alone: the one that holds it, inside a block for this file."""
    origin = BOOK.targets[path].origin(row)
    inside = {line.number for block in BOOK.targets[path].blocks for line in block.lines}
    assert origin.line in inside
    assert TEXTS[origin.path][origin.line - 1].strip() == text.strip()
    return f"{origin.path}:{origin.line}"


@pytest.mark.parametrize("path", PACKAGE)
def test_an_error_raised_from_any_line_is_reported_at_its_chapter_line(path):
    for row, text in lines_of(path):
        places = chapter_places(ROOT, raised_from(path, row))
        assert len(places) == 1
        assert places[0].startswith(f"{path}:{row} is {chapter_line(path, row, text)}, section ")


@pytest.mark.parametrize("path", PACKAGE)
def test_every_line_is_reached_again_from_its_chapter_line(path):
    places = Places(BOOK)
    for row, _ in lines_of(path):
        origin = BOOK.targets[path].origin(row)
        assert (path, row) in places.back(origin.path, origin.line)


def test_tracebacks_from_every_line_piped_through_where_name_the_chapters():
    rows = [(path, row, text) for path in PACKAGE for row, text in lines_of(path)]
    traces = ["".join(traceback.format_exception(raised_from(path, row))) for path, row, _ in rows]
    done = subprocess.run(
        [sys.executable, "-m", "literate", "where", "-"],
        cwd=ROOT,
        input="".join(traces),
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    found = [line.strip() for line in done.stdout.split("\n") if 'File "book/' in line]
    wanted = [chapter_line(*entry).rpartition(":") for entry in rows]
    assert found == [f'File "{name}", line {line}, in <module>' for name, _, line in wanted]
    assert not any(f'/{path}"' in done.stdout for path in PACKAGE)


def test_a_coverage_report_of_every_line_names_the_chapters():
    rewriter = Rewriter(Places(BOOK))
    for path in PACKAGE:
        for row, text in lines_of(path):
            line = rewriter.line(f"{path}    57   1    98%   {row}\n")
            assert line == f"{path}    57   1    98%   {chapter_line(path, row, text)}\n"
