"""What an edit of a tangled file began from: what was really tangled, or what git says; never a guess."""

import shutil
import subprocess

import pytest

from literate.tangle import Record

CHAPTER = """\
# Title

```python tangle=src/pkg/a.py
def f():
    return 1


def g():
    return 2
```
"""

MADE = "def f():\n    return 1\n\n\ndef g():\n    return 2\n"
UNCERTAIN = "it may have begun from what was tangled last or from what git put there"
UNKNOWN = "what it began from is not known"


def git(folder, *words):
    identity = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *identity, *words], cwd=folder.root, check=True, capture_output=True)


def commit(folder, *paths):
    git(folder, "add", *paths)
    git(folder, "commit", "-q", "-m", "c")


def forget(folder):
    shutil.rmtree(folder.root / ".literate")


def change(folder, old, new, path="book/a.md"):
    text = folder.read(path)
    assert old in text
    folder.write(path, text.replace(old, new))


@pytest.fixture
def start(folder):
    """A chapter that is tangled, and not committed."""
    folder.write("book/a.md", CHAPTER)
    assert folder.literate("tangle") == 0
    return folder


@pytest.fixture
def committed(start):
    git(start, "init", "-q")
    commit(start, "pyproject.toml", "book", "src")
    return start


def untangled(folder, chapter, made):
    """An edit is carried back, tangling then makes the file of both edits, and all is in step."""
    assert folder.literate("untangle") == 0
    assert folder.read("book/a.md") == chapter
    assert folder.literate("tangle") == 0
    assert folder.read("src/pkg/a.py") == made
    assert folder.literate("tangle", "--check") == 0


def refused(folder, capsys, reason):
    chapter, made = folder.read("book/a.md"), folder.read("src/pkg/a.py")
    for command in ("untangle", "tangle"):
        capsys.readouterr()
        assert folder.literate(command) == 1
        assert f"cannot be carried back to a chapter: {reason}" in capsys.readouterr().err
        assert (folder.read("book/a.md"), folder.read("src/pkg/a.py")) == (chapter, made)


def test_a_chapter_and_its_file_edited_in_different_places_keep_both_edits(start):
    change(start, "    return 1", "    # new\n    return 1")
    change(start, "return 2", "return 3", "src/pkg/a.py")
    chapter = CHAPTER.replace("    return 1", "    # new\n    return 1").replace("return 2", "return 3")
    made = MADE.replace("    return 1", "    # new\n    return 1").replace("return 2", "return 3")
    untangled(start, chapter, made)


def test_a_rename_in_both_and_a_new_line_of_the_chapter_lose_nothing(committed):
    for path in ("book/a.md", "src/pkg/a.py"):
        change(committed, "def g", "def h", path)
    change(committed, "return 2\n", "return 2\n\n\nNEW = 3\n")
    untangled(committed, committed.read("book/a.md"), MADE.replace("def g", "def h") + "\n\nNEW = 3\n")


def test_lines_that_both_changed_are_refused_by_name(start, capsys):
    change(start, "return 2", "return 20")
    change(start, "return 2", "return 3", "src/pkg/a.py")
    refused(start, capsys, "the chapter has changed in the same place")
    start.literate("untangle")
    assert "  It belongs to book/a.md:9, section 'Title'\n" in capsys.readouterr().err


def test_an_edit_goes_on_after_it_was_carried_back(start):
    change(start, "return 2", "return 3", "src/pkg/a.py")
    assert start.literate("untangle") == 0
    new = "return 3  # three\n    # end"
    change(start, "return 3", new, "src/pkg/a.py")
    untangled(start, CHAPTER.replace("return 2", new), MADE.replace("return 2", new))


def test_an_edit_that_the_chapter_holds_already_is_no_edit(start):
    change(start, "return 2", "return 3", "src/pkg/a.py")
    change(start, "return 2", "return 3")
    change(start, "return 1", "return 10")
    assert start.literate("tangle") == 0
    assert start.read("src/pkg/a.py") == MADE.replace("return 2", "return 3").replace("return 1", "return 10")


def test_an_edit_on_another_branch_began_from_that_branch(committed):
    git(committed, "checkout", "-q", "-b", "other")
    change(committed, "return 1", "return 10")
    assert committed.literate("tangle") == 0
    commit(committed, "book", "src")
    git(committed, "checkout", "-q", "-")
    change(committed, "    return 1", "    # new\n    return 1")
    change(committed, "return 2", "return 22", "src/pkg/a.py")
    chapter = CHAPTER.replace("    return 1", "    # new\n    return 1").replace("return 2", "return 22")
    made = MADE.replace("    return 1", "    # new\n    return 1").replace("return 2", "return 22")
    untangled(committed, chapter, made)


def test_lines_missing_by_hand_or_by_git_are_not_taken_out_of_the_chapter(committed, capsys):
    change(committed, "def f", "X = 1\n\n\ndef f")
    assert committed.literate("tangle") == 0
    git(committed, "checkout", "--", "src")
    change(committed, "return 2", "return 22", "src/pkg/a.py")
    refused(committed, capsys, UNCERTAIN)
    change(committed, "def f", "X = 1\n\n\ndef f", "src/pkg/a.py")
    chapter = CHAPTER.replace("def f", "X = 1\n\n\ndef f").replace("return 2", "return 22")
    untangled(committed, chapter, "X = 1\n\n\n" + MADE.replace("return 2", "return 22"))


def test_without_a_note_and_without_the_file_in_git_nothing_is_guessed(start, capsys):
    git(start, "init", "-q")
    commit(start, "pyproject.toml", "book")
    forget(start)
    change(start, "return 2", "return 22", "src/pkg/a.py")
    refused(start, capsys, UNKNOWN)


def test_a_file_that_was_never_committed_in_step_may_lack_what_the_chapter_has_gained(start, capsys):
    change(start, "    return 1", "    # new\n    return 1")
    git(start, "init", "-q")
    commit(start, "pyproject.toml", "book", "src")
    forget(start)
    refused(start, capsys, UNKNOWN)


def test_what_git_put_in_the_place_of_the_last_text_is_no_edit_of_it(start, capsys):
    change(start, "    return 1", "    # new\n    return 1")
    git(start, "init", "-q")
    commit(start, "pyproject.toml", "book", "src")
    change(start, "return 2", "return 20")
    assert start.literate("tangle") == 0
    git(start, "stash", "-q")
    refused(start, capsys, UNKNOWN)


def test_an_edit_of_the_last_text_is_known_though_git_has_an_older_one(start):
    change(start, "    return 1", "    # new\n    return 1")
    git(start, "init", "-q")
    commit(start, "pyproject.toml", "book", "src")
    assert start.literate("tangle") == 0
    change(start, "return 2", "return 22", "src/pkg/a.py")
    chapter = CHAPTER.replace("    return 1", "    # new\n    return 1").replace("return 2", "return 22")
    made = MADE.replace("    return 1", "    # new\n    return 1").replace("return 2", "return 22")
    untangled(start, chapter, made)


@pytest.mark.parametrize("stale", [True, False])
def test_of_a_committed_file_that_is_not_what_its_chapter_makes_nothing_is_guessed(committed, capsys, stale):
    change(committed, *("return 1", "return 10") if stale else ("return 2", "return 22", "src/pkg/a.py"))
    commit(committed, "book", "src")
    forget(committed)
    if stale:
        change(committed, "return 2", "return 22", "src/pkg/a.py")
    refused(committed, capsys, UNKNOWN)


def test_a_run_stopped_before_a_file_was_replaced_leaves_two_texts_it_may_have_begun_from(start, capsys):
    record = Record.load(start.root)
    record.texts["src/pkg/a.py"].append(MADE.replace("    return 1", "    # new\n    return 1"))
    record.save(start.root)
    change(start, "    return 1", "    # new\n    return 1")
    change(start, "return 2", "return 22", "src/pkg/a.py")
    refused(start, capsys, UNCERTAIN)
