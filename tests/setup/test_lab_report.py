"""What a run of a lab says of the reader's file: what to write next, and what is at fault."""

import os
import shutil
import subprocess
import sys

import pytest
from making import ROOT

NAMES = ("one", "two", "three", "four", "five", "six", "seven")
TESTS = "from implementations import load\nmine = load('ch06')\n" + "".join(
    f"def test_{name}():\n    assert mine.{name}() == '{name}'\n" for name in reversed(NAMES)
)


def line(name):
    return f"{name}: write it; section 6.1, 'Words', in book/06-autograd.md explains it"


def part(name, body=None):
    unwritten = f'raise NotImplementedError("{line(name)}")'
    return f"def {name}():\n    {body or unwritten}\n"


@pytest.fixture
def lab(tmp_path):
    """A lab of seven parts, each with its test."""
    (tmp_path / "labs" / "ch06").mkdir(parents=True)
    for name in ("conftest.py", "implementations.py"):
        shutil.copy(ROOT / "labs" / name, tmp_path / "labs")
    (tmp_path / "labs" / "ch06" / "starter.py").write_text("".join(map(part, NAMES)))
    (tmp_path / "labs" / "ch06" / "test_lab.py").write_text(TESTS)
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = -ra -p no:cacheprovider\npythonpath = .\n")
    return tmp_path


def run(lab):
    """The run's exit status and its lines, without times and rulers."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "labs/ch06/test_lab.py"],
        cwd=lab,
        env=os.environ | {"LAB_IMPL": "mine", "PYTHONPATH": "", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
    )
    return done.returncode, done.stdout.splitlines()


def after(lines, title):
    return lines[next(i for i, line in enumerate(lines) if title in line) + 1 :]


def test_first_run_says_what_to_write_first_and_that_the_file_is_new(lab):
    status, lines = run(lab)
    told = after(lines, " to write next ")
    assert (status, told[:6], told[-2:]) == (
        1,
        [*(f"{line(name)} (1 test)" for name in NAMES[:5]), "and 2 more that tests wait for"],
        [
            "labs/ch06/mine.py is new, a copy of starter.py. Write your code there.",
            "7 tests wait for 7 parts; that is as it should be at the start.",
        ],
    )
    assert (lab / "labs" / "ch06" / "mine.py").read_text() == "".join(map(part, NAMES))


@pytest.mark.parametrize(
    ("second", "meaning"),
    [("'two'", "no test fails on what is written."), ("'too'", "1 test failed on what is written.")],
)
def test_later_runs_tell_what_most_tests_wait_for_and_unwritten_parts_from_wrong_ones(lab, second, meaning):
    written = {"one": "return 'one'", "two": f"return {second}", "five": "return six()"}
    code = "".join(part(name, written.get(name)) for name in (*NAMES, "eight"))
    (lab / "labs" / "ch06" / "mine.py").write_text(code)
    status, lines = run(lab)
    told = after(lines, " to write next ")
    assert (status, told[:5], lines[-1]) == (
        1,
        [
            f"{line('six')} (2 tests)",
            f"{line('three')} (1 test)",
            f"{line('four')} (1 test)",
            f"{line('seven')} (1 test)",
            "1 part that no test has come to yet",
        ],
        f"5 tests wait for 5 parts; {meaning}",
    )


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("x = 1\n\ndef two(:\n", ["labs/ch06/mine.py:3: SyntaxError: invalid syntax", "    def two(:"]),
        ("x = 1\ny = x / 0\n", ["labs/ch06/mine.py:2: ZeroDivisionError: division by zero"]),
    ],
)
def test_file_that_cannot_be_imported_gets_its_line_and_no_traceback(lab, code, told):
    (lab / "labs" / "ch06" / "mine.py").write_text(code)
    status, lines = run(lab)
    said = after(lines, "ERROR collecting")
    assert (status, said[: len(told)]) == (2, told)
    assert said[len(told)].startswith("====")
