"""What the text shows and what happens are compared letter for letter, but for the frames of a traceback."""

import ast
from pathlib import Path

import pytest

from literate import compare

FRAMES = 'Traceback (most recent call last):\n  File "x.py", line 3, in f\n    1 / 0\n'
DOTS = "Traceback (most recent call last):\n    ...\n"


@pytest.mark.parametrize(
    ("want", "got", "same"),
    [
        ("2\n", "2\n", True),
        ("", "", True),
        ("2\n", "2", False),
        ("2 \n", "2\n", False),
        ("1\n...\n3\n", "1\n2\n3\n", False),
        ("...done\n", "...done\n", True),
        (f"1\n{DOTS}ValueError: a\n\n  b\n", f"1\n{FRAMES}ValueError: a\n\n  b\n", True),
        (f"1\n{DOTS}ValueError: a\n", f"2\n{FRAMES}ValueError: a\n", False),
        (f"{DOTS}ValueError: a\n", f"{FRAMES}ValueError: b\n", False),
        (f"{DOTS}ValueError: a\n", "ValueError: a\n", False),
        (DOTS, FRAMES, False),
    ],
)
def test_outputs_are_compared(want, got, same):
    assert compare.matches(want, got) is same


def test_an_error_is_taken_apart_and_put_together():
    printed, frames, error = compare.error_parts(f"1\n\n{FRAMES}ValueError: a\n\n  b\n")
    assert (printed, error) == ("1\n\n", "ValueError: a\n\n  b\n")
    assert compare.with_error(printed, error, frames) == f"1\n\n{FRAMES}ValueError: a\n\n  b\n"
    assert compare.with_error("", error) == f"{DOTS}{error}"
    assert compare.error_parts("Traceback\n") is None


def test_the_live_page_can_run_the_module_as_it_stands():
    tree = ast.parse(Path(compare.__file__).read_text("utf-8"))
    assert not any(isinstance(node, ast.Import | ast.ImportFrom | ast.JoinedStr) for node in ast.walk(tree))
