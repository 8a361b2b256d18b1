import json
import subprocess
import sys
from dataclasses import replace
from datetime import date

import pytest

from literate import config
from literate.verifying import verified
from literate.verifying.verified import Note

pytestmark = pytest.mark.slow  # each test starts pytest on a small book

SETTINGS = '[tool.literate]\nchapters = ["book/*.md"]\noutputs = ["src/pkg"]\n'
CONFTEST = """\
from pathlib import Path

from sybil import Sybil

from literate.sybil_parsers import ChapterParser

pytest_plugins = ["literate.verifying.verified_plugin"]
chapters = ChapterParser(Path(__file__).parent)
pytest_collect_file = Sybil(parsers=[chapters], patterns=chapters.patterns).pytest()
"""
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
        "conftest.py": CONFTEST,
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
    note = verified.load(book)
    assert (note.examples, note.transcripts, note.numbers, note.figures) == (2, 1, 1, 1)
    assert (note.commit, note.date) == ("", date.today().isoformat())


def test_a_run_of_some_claims_or_with_a_failure_leaves_none(book):
    assert run(book, "book", "--deselect", "book/a.md::line:8,column:1") == 0
    assert not (book / verified.PLACE).exists()
    (book / "book/a.md").write_text(CHAPTER.replace("4\n", "5\n"), encoding="utf-8")
    assert run(book, "book") == 1
    assert not (book / verified.PLACE).exists()


@pytest.mark.parametrize(
    ("path", "text"), [("book/a.md", CHAPTER + "\nMore.\n"), ("src/pkg/a.py", "x = 2\n"), ("book/f.py", "")]
)
def test_a_note_is_worth_nothing_once_text_or_program_differ(book, path, text):
    assert run(book, "book") == 0
    (book / path).write_text(text, encoding="utf-8")
    assert verified.load(book) is None


@pytest.mark.parametrize("damage", ["", "[]", "{}", '{"state": 1}'])
def test_a_damaged_note_is_no_note(book, damage):
    (book / "_build").mkdir()
    (book / verified.PLACE).write_text(damage, encoding="utf-8")
    assert verified.load(book) is None


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
    kept = json.loads((book / verified.PLACE).read_text())
    assert kept["commit"] == git("rev-parse", "--short", "HEAD").strip() != ""
    (book / "conftest.py").write_text(CONFTEST + "\n", encoding="utf-8")
    assert run(book, "book") == 0
    assert verified.load(book).commit == ""


def test_the_state_depends_on_nothing_but_the_texts(book):
    settings = config.load(book)
    before = verified.state(settings)
    (book / "src/pkg/note.txt").write_text("not code", encoding="utf-8")
    assert verified.state(settings) == before
