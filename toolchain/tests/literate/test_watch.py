import os
import shutil
import signal
import subprocess
import sys
import threading
import time

import pytest

from literate import watch
from literate.errors import CallError
from literate.terminal import Terminal

CHAPTER = "```python tangle=src/pkg/a.py\nx = 1\n```\n"


class Watching:
    """``literate watch`` in a project's folder, and what it has said so far."""

    def __init__(self, folder, *options):
        self.folder, self.said = folder, []
        self.process = subprocess.Popen(
            [sys.executable, "-u", "-m", "literate", "watch", *options],
            cwd=folder.root,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        )
        threading.Thread(target=lambda: self.said.extend(self.process.stdout), daemon=True).start()

    def wait(self, made, text, seconds=20.0):
        """Wait until a file that is made has this text."""
        end = time.monotonic() + seconds
        place = self.folder.root / made
        while time.monotonic() < end:
            if place.exists() and place.read_text() == text:
                return
            time.sleep(0.02)
        pytest.fail(f"{made} did not become {text!r}; said: {self.said}")

    def wait_said(self, words, seconds=20.0):
        end = time.monotonic() + seconds
        while not any(words in line for line in self.said):
            assert time.monotonic() < end, self.said
            time.sleep(0.02)


@pytest.fixture
def watching(folder):
    folder.write("book/a.md", CHAPTER)
    there = Watching(folder)
    there.wait_said("in step")
    time.sleep(0.3)  # The watch begins after the first run.
    yield there
    there.process.terminate()
    there.process.wait(10)


def test_saves_bursts_replaced_and_renamed_chapters_are_tangled(folder, watching):
    folder.write("book/a.md", CHAPTER.replace("x = 1", "x = 2"))
    watching.wait("src/pkg/a.py", "x = 2\n")
    for number in range(10, 30):
        folder.write("book/a.md", CHAPTER.replace("x = 1", f"x = {number}"))
    watching.wait("src/pkg/a.py", "x = 29\n")
    # An editor that writes a new file and puts it in the place of the old one, twice.
    for number in (3, 4):
        new = folder.write("book/.a.md.swp", CHAPTER.replace("x = 1", f"x = {number}"))
        os.replace(new, folder.root / "book/a.md")
        watching.wait("src/pkg/a.py", f"x = {number}\n")
    os.rename(folder.root / "book/a.md", folder.root / "book/b.md")
    folder.write("book/b.md", CHAPTER.replace("x = 1", "x = 5"))
    watching.wait("src/pkg/a.py", "x = 5\n")


def test_a_quiet_watch_says_only_what_is_wrong(folder):
    folder.write("book/a.md", CHAPTER)
    watching = Watching(folder, "--quiet")
    try:
        watching.wait("src/pkg/a.py", "x = 1\n")
        time.sleep(0.5)  # The watch begins after the first run.
        folder.write("book/a.md", CHAPTER.replace("x = 1", "x = 2"))
        watching.wait("src/pkg/a.py", "x = 2\n")
        watching.process.send_signal(signal.SIGINT)
        status = watching.process.wait(10)
    finally:
        watching.process.kill()
    assert (status, watching.said) == (0, [])


def test_an_interruption_while_it_tangles_ends_the_watch(folder, monkeypatch, capsys):
    def interrupt(*_):
        raise KeyboardInterrupt

    folder.write("book/a.md", CHAPTER)
    monkeypatch.setattr("literate.tangle.Tangler.plan", interrupt)
    assert folder.literate("watch") == 0
    assert capsys.readouterr() == ("", "")


def test_an_error_is_told_once_and_the_last_good_files_stay(folder, watching):
    wrong = CHAPTER.replace("x = 1", "x = = 1")
    folder.write("book/a.md", wrong)
    watching.wait_said("the last good files stay")
    folder.write("book/a.md", wrong + "\nmore text\n")
    time.sleep(0.5)
    assert folder.read("src/pkg/a.py") == "x = 1\n"
    folder.write("book/a.md", CHAPTER.replace("x = 1", "x = 6"))
    watching.wait("src/pkg/a.py", "x = 6\n")
    said = "".join(watching.said)
    assert said.count("book/a.md:2: not valid Python: invalid syntax") == 1
    assert said.count("the last good files stay") == 1


def test_settings_that_an_editor_replaces_are_seen(folder, watching):
    folder.write("book/a.md", CHAPTER.replace("src/pkg", "lib"))
    watching.wait_said("lies outside the declared outputs")
    settings = folder.read("pyproject.toml").replace('"src/pkg"', '"src/pkg", "lib"')
    new = folder.write("new.toml", settings)
    os.replace(new, folder.root / "pyproject.toml")
    watching.wait("lib/a.py", "x = 1\n")


def test_chapters_that_new_settings_name_are_watched_too(folder, watching):
    good = folder.read("pyproject.toml")
    folder.write("notes/b.md", CHAPTER.replace("a.py", "b.py"))
    folder.write("pyproject.toml", "not = = settings")
    watching.wait_said("pyproject.toml cannot be read")
    settings = good.replace('"book/*.md"', '"book/*.md", "notes/*.md"')
    folder.write("pyproject.toml", settings)
    watching.wait("src/pkg/b.py", "x = 1\n")
    time.sleep(0.3)  # The new watch begins.
    folder.write("notes/b.md", CHAPTER.replace("a.py", "b.py").replace("x = 1", "x = 7"))
    watching.wait("src/pkg/b.py", "x = 7\n")


@pytest.mark.parametrize(
    "pattern",
    [
        "book/*.md",
        pytest.param("text/book/*.md", marks=pytest.mark.slow),
        pytest.param("book/**/*.md", marks=pytest.mark.slow),
    ],
)
def test_a_folder_that_goes_and_comes_back_is_watched_again(folder, pattern):
    folder.write("pyproject.toml", folder.read("pyproject.toml").replace("book/*.md", pattern))
    chapter = pattern.replace("**/", "").replace("*", "a")
    folder.write(chapter, CHAPTER)
    there = Watching(folder)
    try:
        there.wait_said("in step")
        time.sleep(0.3)
        top = chapter.partition("/")[0]
        for number, seconds in ((2, 1.0), (3, 0.0)):
            shutil.rmtree(folder.root / top)
            time.sleep(seconds)
            folder.write(chapter, CHAPTER.replace("x = 1", f"x = {number}"))
            there.wait("src/pkg/a.py", f"x = {number}\n")
            folder.write(chapter, CHAPTER.replace("x = 1", f"x = {number}0"))
            there.wait("src/pkg/a.py", f"x = {number}0\n")
    finally:
        there.process.terminate()
        there.process.wait(10)


def test_without_watchfiles_the_command_says_what_to_install(folder, monkeypatch):
    monkeypatch.setitem(sys.modules, "watchfiles", None)
    with pytest.raises(
        CallError, match="literate watch needs the package watchfiles: pip install watchfiles"
    ):
        watch.watch(folder.config, lambda: 0, Terminal())


def test_a_folder_that_is_not_there_cannot_be_watched(folder):
    with pytest.raises(CallError, match=r"book is no folder, so no chapter in it can be watched\.$"):
        watch.watch(folder.config, lambda: pytest.fail("tangled"), Terminal())
