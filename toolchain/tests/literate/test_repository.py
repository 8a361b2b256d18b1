"""The chapters' history is found from any folder of a repository, whatever a hook of git has set."""

import subprocess
import sys

import pytest

CHAPTER = "# T\n\n```python tangle=src/pkg/a.py\nx = 1\n```\n"


def git(place, *words):
    identity = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *identity, *words], cwd=place, check=True, capture_output=True)


@pytest.fixture
def book(folder, tmp_path, monkeypatch):
    """A project in a sub-folder of a repository, as after a clone, whose chapter has changed since."""
    book = type(folder)(tmp_path / "top/sub", monkeypatch)
    book.write("book/a.md", CHAPTER)
    assert book.literate("tangle") == 0
    commit(tmp_path / "top", "sub/book", "sub/src", "sub/pyproject.toml")
    (book.root / ".literate/written.json").unlink()
    book.write("book/a.md", CHAPTER.replace("x = 1", "x = 2"))
    return book


def commit(top, *names):
    git(top, "init", "-q")
    git(top, "add", *names)
    git(top, "commit", "-q", "-m", "a")


@pytest.mark.parametrize("told", [".git", "{top}/.git", "{top}/../another/.git", "{top}/none"])
def test_the_history_of_a_sub_folder_is_found_in_a_hook(book, tmp_path, monkeypatch, told):
    (tmp_path / "another").mkdir()
    (tmp_path / "another/a").write_text("")
    commit(tmp_path / "another", "a")
    git_dir = told.format(top=tmp_path / "top")
    monkeypatch.setenv("GIT_DIR", git_dir)
    monkeypatch.setenv("GIT_INDEX_FILE", f"{git_dir}/index")
    assert book.literate("tangle") == 0
    assert book.read("src/pkg/a.py") == "x = 2\n"


def test_a_hand_edit_is_still_refused_in_a_hook(book, monkeypatch, capsys):
    book.write("src/pkg/a.py", "x = 3\n")
    monkeypatch.setenv("GIT_DIR", ".git")
    assert book.literate("tangle") == 1
    assert "src/pkg/a.py was edited by hand" in capsys.readouterr().err


def test_a_hook_of_a_linked_work_tree_finds_the_history(book, tmp_path):
    linked = tmp_path / "linked"
    git(tmp_path / "top", "worktree", "add", "-q", str(linked))
    hook = tmp_path / "top/.git/hooks/pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(f"#!/bin/sh\ncd sub && '{sys.executable}' -m literate tangle\n")
    hook.chmod(0o755)
    (linked / "sub/book/a.md").write_text(CHAPTER.replace("x = 1", "x = 4"))
    git(linked, "commit", "-q", "-m", "b", "sub/book/a.md")
    assert (linked / "sub/src/pkg/a.py").read_text() == "x = 4\n"
