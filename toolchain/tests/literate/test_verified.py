"""What a complete run and the runs with other versions leave for the book to show."""

import json
import subprocess
import sys
from dataclasses import replace
from datetime import date

import pytest

from literate import settings, verified
from literate.verified import Note, Run

SETTINGS = '[tool.literate]\nchapters = ["book/*.md"]\noutputs = ["src/pkg"]\n'
CHAPTER = """\
# A

```python tangle=src/pkg/a.py
x = 1
```

```python
>>> 1 + 1
2
>>> 2 + 2
4
```

```console
$ echo yes
yes
```

{computed}`3 <1 + 2>`

```{code-cell}
y = 3
```
"""


@pytest.fixture
def book(tmp_path):
    for path, text in {
        "pyproject.toml": SETTINGS,
        "book/a.md": CHAPTER,
        "src/pkg/a.py": "x = 1\n",
    }.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    return tmp_path


def run(book, *arguments):
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
    return subprocess.run(command, cwd=book, capture_output=True, text=True).returncode


def test_a_run_in_which_every_claim_held_leaves_a_note(book):
    assert run(book, "book") == 0
    note = verified.load_note(book)
    assert (note.examples, note.transcripts, note.numbers, note.figures) == (2, 1, 1, 1)
    assert (note.commit, note.date) == ("", date.today().isoformat())


def test_a_run_of_some_claims_or_with_a_failure_leaves_none(book):
    assert run(book, "book", "--deselect", "book/a.md::line:8,column:1") == 0
    assert not (book / verified.NOTE).exists()
    (book / "book/a.md").write_text(CHAPTER.replace("4\n", "5\n"), encoding="utf-8")
    assert run(book, "book") == 1
    assert not (book / verified.NOTE).exists()


@pytest.mark.parametrize(
    ("path", "text"), [("book/a.md", CHAPTER + "\nMore.\n"), ("src/pkg/a.py", "x = 2\n"), ("book/f.py", "")]
)
def test_a_note_is_worth_nothing_once_text_or_program_differ(book, path, text):
    assert run(book, "book") == 0
    (book / path).write_text(text, encoding="utf-8")
    assert verified.load_note(book) is None


@pytest.mark.parametrize("damage", ["", "[]", "{}", '{"state": 1}'])
def test_a_damaged_note_is_no_note(book, damage):
    (book / "_build").mkdir()
    (book / verified.NOTE).write_text(damage, encoding="utf-8")
    assert verified.load_note(book) is None


def test_the_note_reads_as_a_sentence():
    note = Note("s", "2026-03-09", "abc1234", "3.11.7", "2.4.6", 1234, 1, 12, 8)
    assert note.sentence() == (
        "Verified on 9 March 2026 with Python 3.11.7 and numpy 2.4.6, commit abc1234: 1,234 examples, "
        "1 transcript, 12 computed numbers and 8 figures ran, and gave what is printed."
    )
    assert ", commit" not in replace(note, commit="").sentence()


def test_the_commit_is_named_only_when_nothing_has_changed_since(book):
    def git(*words):
        identity = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
        return subprocess.run(["git", *identity, *words], cwd=book, capture_output=True, text=True).stdout

    git("init", "-q")
    git("add", ".")
    git("commit", "-q", "-m", "first")
    assert run(book, "book") == 0
    kept = json.loads((book / verified.NOTE).read_text())
    assert kept["commit"] == git("rev-parse", "--short", "HEAD").strip() != ""
    (book / "pyproject.toml").write_text(SETTINGS + "\n", encoding="utf-8")
    assert run(book, "book") == 0
    assert verified.load_note(book).commit == ""


def test_the_state_depends_on_nothing_but_the_texts(book):
    found = settings.load(book)
    before = verified.state(found)
    (book / "src/pkg/note.txt").write_text("not code", encoding="utf-8")
    assert verified.state(found) == before


RUNS = (Run("3.11.7", "2.0.0", 9), Run("3.11.7", "2.4.6", 9), Run("3.14.0", "2.5.5", 8))


@pytest.fixture
def recorded(tmp_path):
    for path, text in {
        "pyproject.toml": SETTINGS.replace('src/pkg"', 'src/pkg", "labs"'),
        "book/a.md": "# A\n",
        "src/pkg/a.py": "x = 1\n",
        "labs/test_lab.py": "",
        "tests/test_a.py": "",
    }.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, "utf-8")
    verified.record(settings.load(tmp_path), RUNS)
    return tmp_path


def test_runs_are_recorded_by_a_command(recorded):
    (recorded / verified.VERSIONS).unlink()
    words = [word for run in RUNS for word in (run.python, run.numpy, str(run.passed))]
    command = [sys.executable, "-m", "literate.verified", "record", *words]
    assert subprocess.run(command, cwd=recorded).returncode == 0
    assert verified.load_runs(recorded) == RUNS
    assert subprocess.run(command[:-1], cwd=recorded, capture_output=True).returncode == 1


def test_recorded_runs_are_read_back(recorded):
    assert verified.load_runs(recorded) == RUNS


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
def test_runs_hold_until_a_file_of_the_program_changes(recorded, path, text, holds):
    (recorded / path).write_text(text, "utf-8")
    assert verified.load_runs(recorded) == (RUNS if holds else ())


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
def test_damaged_record_is_as_good_as_none(recorded, damage):
    place = recorded / verified.VERSIONS
    place.write_text(damage(place.read_text("utf-8")), "utf-8")
    assert verified.load_runs(recorded) == ()


def test_folder_without_a_record_or_a_project_has_no_runs(recorded, tmp_path_factory):
    (recorded / "pyproject.toml").unlink()
    assert (verified.load_runs(recorded), verified.load_runs(tmp_path_factory.mktemp("empty"))) == ((), ())


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
    assert verified.runs_sentence(runs) == said


def test_line_shows_the_runs_with_and_without_a_note_of_the_last_run(recorded):
    runs = verified.runs_sentence(RUNS)
    alone = verified.sentence(recorded)
    note = {"date": "2026-01-02", "commit": "", "python": "3.11.7", "numpy": "2.4.6"}
    counts = {"examples": 3, "transcripts": 1, "numbers": 1, "figures": 0}
    state = verified.state(settings.load(recorded))
    (recorded / "_build").mkdir()
    (recorded / verified.NOTE).write_text(json.dumps({"state": state} | note | counts))
    both = verified.sentence(recorded)
    (recorded / "src/pkg/a.py").write_text("x = 2\n")
    assert (alone, both, verified.sentence(recorded)) == (
        runs,
        "Verified on 2 January 2026 with Python 3.11.7 and numpy 2.4.6: 3 examples, 1 transcript, "
        f"1 computed number and 0 figures ran, and gave what is printed. {runs}",
        "",
    )
