"""A line of any length is read, and passed on, in time that grows with its length and not with its square."""

import io
import sys
import time

import pytest

from literate.read import chapter

FENCE = "```"
LONG = 60_000
# On a slow machine each takes some hundredths of a second; with the square of the length, many seconds.
LIMIT = 1.0

CHAPTERS = {
    "blanks in raw HTML": "<div>\n" + " " * LONG + "x\n</div>",
    "quotes in raw HTML": "<div>\n" + ">" * LONG + "\n</div>",
    "quotes and blanks in raw HTML": "<div>\n" + "> " * LONG + "\n</div>",
    "list items in raw HTML": "<div>\n" + "- 1. " * LONG + "\n</div>",
    "tags in raw HTML": "<div>\n" + "<b" * LONG + "\n</div>",
    "quotes in an indented block": "x\n\n    " + ">" * LONG,
    "blanks in a paragraph": "A\n" + " " * LONG + "x ```",
    "blanks in a literal fence": f"{FENCE}text\n" + " " * LONG + f"x{FENCE}\n{FENCE}",
    "tildes in an unknown directive": f"{FENCE}{{unknown}}\nx " + "~" * 20_000 + f"\n{FENCE}",
    "blanks in a computed number": "A {computed}`1" + " " * LONG + "x <`",
    "computed numbers": "A {computed}`1 <1>`" * 2_000,
    "ends in a comment": "<!-- " + "->" * LONG + "\n-->",
    "blanks in a comment": "<!-- -" + " " * LONG + "x\n-->",
    "elements in an element": "<pre>\n" + "<pre\n" * 10_000 + "</pre>",
}
OUTPUTS = {
    "counts of a report": "a.py 1 " * 20_000,
    "digits of a report": "a.py 1 " + "1" * 100_000,
    "numbers of a report": "a.py 1 " + "1.1" * LONG,
    "percentages": "a.py 1 1% " * 20_000 + "1",
    "blanks": "src/pkg/a.py" + " " * LONG + "x 1% 1",
    "quotes": '".py' * 20_000,
    "colours": ".py" + "\x1b[m" * 20_000 + "x",
    "places without a line": "a.py:" * 20_000,
}


@pytest.mark.parametrize("text", CHAPTERS.values(), ids=CHAPTERS.keys())
def test_a_chapter_with_a_long_line_is_read_at_once(text):
    start = time.process_time()
    chapter.read(f"# A\n\n{text}\n", "book/a.md")
    assert time.process_time() - start < LIMIT


def test_a_chapter_of_many_blocks_is_read_in_time_that_grows_with_their_number():
    block = "## Section\n\nText with a `word` and {computed}`1 <x>`.\n\n```python\n>>> x\n1\n```\n\n"

    def seconds(count):
        start = time.process_time()
        chapter.read("# A\n\n" + block * count, "book/a.md")
        return time.process_time() - start

    def quickest(count):
        return min(seconds(count) for _ in range(5))

    # Eight times the blocks take eight times as long; where each is compared with each, it would be 64 times.
    assert quickest(800) < 24 * quickest(100)


@pytest.fixture
def passed_on(folder, monkeypatch, capsys):
    """Pass a line of a tool's output through ``literate where -``."""
    folder.write("book/a.md", "# T\n\n```python tangle=src/pkg/a.py\nx = 1\ny = 2\n```\n")
    assert folder.literate("tangle") == 0
    capsys.readouterr()

    def pass_on(text):
        monkeypatch.setattr(sys, "stdin", io.StringIO(text))
        assert folder.literate("where", "-") == 0
        return capsys.readouterr().out

    return pass_on


@pytest.mark.parametrize("line", OUTPUTS.values(), ids=OUTPUTS.keys())
def test_a_long_line_of_a_tool_is_passed_on_at_once(passed_on, line):
    start = time.process_time()
    assert passed_on(f"{line}\n") == f"{line}\n"
    assert time.process_time() - start < LIMIT


def test_many_places_on_one_line_are_replaced_at_once(passed_on):
    start = time.process_time()
    assert passed_on("src/pkg/a.py:2 " * 20_000) == "book/a.md:5 " * 20_000
    assert time.process_time() - start < 4 * LIMIT


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("src/pkg/a.py 2 1 50% 1-999999999", "src/pkg/a.py 2 1 50% book/a.md:4-5, src/pkg/a.py:3-999999999"),
        ("src/pkg/a.py 2 1 50% 2, 7-9", "src/pkg/a.py 2 1 50% book/a.md:5, src/pkg/a.py:7-9"),
        ("src/pkg/a.py:2:" + "1" * 5000, "book/a.md:5:" + "1" * 5000),
        (f"src/pkg/a.py 2 1 50% 1-{'1' * 5000}", f"src/pkg/a.py 2 1 50% 1-{'1' * 5000}"),
        (f"src/pkg/a.py:{'1' * 5000}", f"src/pkg/a.py:{'1' * 5000}"),
        (f"{'1' * 5000} | x", f"{'1' * 5000} | x"),
        ("file:///x%00y/src/pkg/a.py:1", "file:///x%00y/src/pkg/a.py:1"),
    ],
)
def test_numbers_and_names_that_no_file_can_have_are_passed_on(passed_on, line, written):
    first = "--> src/pkg/a.py:1\n"
    assert passed_on(f"{first}{line}\n") == f"--> book/a.md:4\n{written}\n"


def test_a_line_number_that_no_file_can_have_is_a_wrong_call(folder, capsys):
    folder.write("book/a.md", "# T\n\n```python tangle=src/pkg/a.py\nx = 1\n```\n")
    assert folder.literate("where", f"src/pkg/a.py:{'1' * 5000}") == 2
    assert "is not of the form FILE:LINE" in capsys.readouterr().err
