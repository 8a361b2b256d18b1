"""The recorded runs with other Pythons and numpys: shown while the program is the one that was tested."""

import json

import pytest

from literate import config
from literate.sphinx_ext import verified_line
from literate.verifying import versions
from literate.verifying.versions import Run

SETTINGS = '[tool.literate]\nchapters = ["book/*.md"]\noutputs = ["src/pkg", "labs"]\n'
RUNS = (Run("3.11.7", "2.0.0", 9), Run("3.11.7", "2.4.6", 9), Run("3.14.0", "2.5.5", 8))


@pytest.fixture
def book(tmp_path):
    for path, text in {
        "pyproject.toml": SETTINGS,
        "book/a.md": "# A\n",
        "src/pkg/a.py": "x = 1\n",
        "labs/test_lab.py": "",
        "tests/test_a.py": "",
    }.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, "utf-8")
    versions.record(config.load(tmp_path), RUNS)
    return tmp_path


def test_recorded_runs_are_read_back(book):
    assert versions.load(book) == RUNS


@pytest.mark.parametrize(
    ("path", "text", "holds"),
    [
        ("src/pkg/a.py", "x = 2\n", False),
        ("src/pkg/new.py", "", False),
        ("labs/test_lab.py", "assert True\n", False),
        ("labs/mine.py", "", True),
        ("book/a.md", "# Another title\n", True),
        ("tests/test_a.py", "assert True\n", True),
    ],
)
def test_runs_hold_until_a_file_of_the_program_changes(book, path, text, holds):
    (book / path).write_text(text, "utf-8")
    assert versions.load(book) == (RUNS if holds else ())


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: "",
        lambda text: "[]",
        lambda text: text.replace('"runs"', '"ran"'),
        lambda text: text.replace('"passed": 9', '"passed": "all"'),
        lambda text: text.replace('"numpy": "2.0.0",', ""),
    ],
)
def test_damaged_record_is_as_good_as_none(book, damage):
    place = book / versions.PLACE
    place.write_text(damage(place.read_text("utf-8")), "utf-8")
    assert versions.load(book) == ()


def test_folder_without_a_record_or_a_project_has_no_runs(book, tmp_path_factory):
    (book / "pyproject.toml").unlink()
    assert (versions.load(book), versions.load(tmp_path_factory.mktemp("empty"))) == ((), ())


@pytest.mark.parametrize(
    ("runs", "said"),
    [
        ((), ""),
        (RUNS[:1], "The tests of the program passed with Python 3.11.7 (numpy 2.0.0)."),
        (
            RUNS,
            "The tests of the program passed with Python 3.11.7 (numpy 2.0.0 and 2.4.6) "
            "and 3.14.0 (numpy 2.5.5).",
        ),
        (
            (*RUNS, Run("3.15.0", "3.0", 9)),
            "The tests of the program passed with Python 3.11.7 (numpy 2.0.0 and 2.4.6), "
            "3.14.0 (numpy 2.5.5) and 3.15.0 (numpy 3.0).",
        ),
    ],
)
def test_runs_are_told_by_python(runs, said):
    assert versions.sentence(runs) == said


class App:
    def __init__(self, folder):
        self.srcdir = folder


def shown(book):
    class Settings:
        literate_verified = None

    verified_line.read(App(book), Settings)
    return Settings.literate_verified


def test_line_shows_the_runs_with_and_without_a_note_of_the_last_run(book):
    runs = versions.sentence(RUNS)
    alone = shown(book)
    note = {"date": "2026-01-02", "commit": "", "python": "3.11.7", "numpy": "2.4.6"}
    counts = {"examples": 3, "transcripts": 1, "numbers": 1, "figures": 0}
    state = verified_line.verified.state(config.load(book))
    (book / "_build").mkdir()
    (book / verified_line.verified.PLACE).write_text(json.dumps({"state": state} | note | counts))
    both = shown(book)
    (book / "src/pkg/a.py").write_text("x = 2\n")
    assert (alone, both, shown(book)) == (
        runs,
        "Verified on 2 January 2026 with Python 3.11.7 and numpy 2.4.6: 3 examples, 1 transcript, "
        f"1 computed number and 0 figures ran, and gave what is printed. {runs}",
        "",
    )
