"""What a complete run and the runs with other versions leave for the book to show."""

import json
import platform
import subprocess
import sys
from datetime import date
from importlib import metadata

import pytest

from literate import settings, verified

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


def said(commit=""):
    today = date.today()
    return (
        f"Verified on {today.day} {today:%B %Y} with Python {platform.python_version()} and numpy "
        f"{metadata.version('numpy')}{commit}: 2 examples, 1 transcript, 1 computed number and 1 figure ran, "
        "and gave what is printed."
    )


def test_a_run_in_which_every_claim_held_is_told(book):
    assert (run(book, "book"), verified.sentence(book)) == (0, said())


def test_a_run_of_some_claims_or_with_a_failure_is_not(book):
    assert run(book, "book", "--deselect", "book/a.md::line:8,column:1") == 0
    assert verified.sentence(book) == ""
    (book / "book/a.md").write_text(CHAPTER.replace("4\n", "5\n"), encoding="utf-8")
    assert (run(book, "book"), verified.sentence(book)) == (1, "")


@pytest.mark.parametrize(
    ("path", "text", "holds"),
    [
        ("book/a.md", CHAPTER + "\nMore.\n", False),
        ("src/pkg/a.py", "x = 2\n", False),
        ("book/f.py", "", False),
        ("src/pkg/note.txt", "not code", True),
    ],
)
def test_a_run_is_told_until_text_or_program_differ(book, path, text, holds):
    assert run(book, "book") == 0
    (book / path).write_text(text, encoding="utf-8")
    assert verified.sentence(book) == (said() if holds else "")


def test_the_commit_is_named_only_when_nothing_has_changed_since(book):
    def git(*words):
        identity = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
        return subprocess.run(["git", *identity, *words], cwd=book, capture_output=True, text=True).stdout

    git("init", "-q")
    git("add", ".")
    git("commit", "-q", "-m", "first")
    assert run(book, "book") == 0
    commit = git("rev-parse", "--short", "HEAD").strip()
    assert (len(commit) > 6, verified.sentence(book)) == (True, said(f", commit {commit}"))
    (book / "pyproject.toml").write_text(SETTINGS + "\n", encoding="utf-8")
    assert (run(book, "book"), verified.sentence(book)) == (0, said())


RUNS = (("3.11.7", "2.0.0", 9), ("3.11.7", "2.4.6", 9), ("3.14.0", "2.5.5", 8))
TOLD = (
    "The tests of the program passed with Python 3.11.7 (numpy 2.0.0 and 2.4.6), 3.14.0 (numpy 2.5.5) "
    "and 3.15.0 (numpy 3.0)."
)


@pytest.fixture
def recorded(book):
    (book / "labs").mkdir()
    (book / "pyproject.toml").write_text(SETTINGS.replace('src/pkg"', 'src/pkg", "labs"'), "utf-8")
    verified.record(settings.load(book), [*RUNS, ("3.15.0", "3.0", 9)])
    return book


def test_runs_are_recorded_by_a_command_and_told_by_python(book):
    words = [str(word) for run in RUNS for word in run]
    command = [sys.executable, "-m", "literate.verified", "record", *words]
    assert subprocess.run(command, cwd=book).returncode == 0
    told = (
        "The tests of the program passed with Python 3.11.7 (numpy 2.0.0 and 2.4.6) and 3.14.0 (numpy 2.5.5)."
    )
    assert verified.sentence(book) == told
    assert subprocess.run(command[:-1], cwd=book, capture_output=True).returncode == 1


@pytest.mark.parametrize(
    ("path", "text", "holds"),
    [
        ("src/pkg/a.py", "x = 2\n", False),
        ("src/pkg/new.py", "", False),
        ("labs/test_lab.py", "assert True\n", False),
        ("labs/mine.py", "", True),
        ("book/a.md", "# Another title\n", True),
    ],
)
def test_runs_hold_until_a_file_of_the_program_changes(recorded, path, text, holds):
    (recorded / path).write_text(text, "utf-8")
    assert verified.sentence(recorded) == (TOLD if holds else "")


@pytest.mark.parametrize("file", [verified.NOTE, verified.VERSIONS])
@pytest.mark.parametrize("damage", [None, "", "[]", "{}", '{"state": 1}', '{"state": "STATE"}'])
def test_damaged_or_missing_record_is_not_told(recorded, file, damage):
    verified.note(settings.load(recorded), ["book/a.md::a claim"] * 5)
    both = verified.sentence(recorded)
    state = json.loads((recorded / file).read_text("utf-8"))["state"]
    (recorded / file).unlink()
    if damage is not None:
        (recorded / file).write_text(damage.replace("STATE", state), "utf-8")
    assert (both, verified.sentence(recorded)) == (
        f"{said()} {TOLD}",
        TOLD if file == verified.NOTE else said(),
    )


def test_nothing_is_told_of_a_folder_that_is_no_project(recorded):
    (recorded / "pyproject.toml").unlink()
    assert verified.sentence(recorded) == ""
