"""Killed at any moment, a run leaves every file old or new, whole."""

import os
import signal
import sys

import pytest

from literate import cli, writer

pytestmark = pytest.mark.slow  # many runs of the whole tool

NAMES = ("a.py", "b.py", "sub/c.py")
# What Python does to files, as its audit hooks name it.
WRITES = {"open", "os.rename", "os.remove", "os.mkdir", "os.chmod", "os.rmdir"}


def chapter(number, names=NAMES):
    blocks = [f"```python tangle=src/pkg/{name}\nx = {number}\ny = {name!r}\n```\n" for name in names]
    return "# T\n\n" + "\n".join(blocks)


def tangle_killed_at(folder, moment, half=False):
    """Tangle in a child process that is killed at its `moment`-th act on a file; return whether it was."""
    child = os.fork()
    if child == 0:
        try:
            os.chdir(folder.root)
            seen = 0

            def kill(event, arguments):
                nonlocal seen
                if not half and event in WRITES and str(folder.root) in str(arguments[0]):
                    if event == "open" and isinstance(arguments[1], str) and arguments[1].startswith("r"):
                        return
                    seen += 1
                    if seen == moment:
                        os.kill(os.getpid(), signal.SIGKILL)

            def staged_in_part(beside, place, data):
                nonlocal seen
                seen += 1
                with open(beside, "wb") as file:
                    file.write(data[: len(data) // 2] if seen == moment else data)
                if seen == moment:
                    os.kill(os.getpid(), signal.SIGKILL)

            sys.addaudithook(kill)
            if half:
                writer._stage = staged_in_part
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            cli.main(["tangle"])
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL


def text(name, number):
    return f"x = {number}\ny = {name!r}\n"


def states(folder):
    return [folder.read(f"src/pkg/{name}") for name in NAMES]


@pytest.mark.parametrize("half", [False, True], ids=["at every act", "in the middle of every write"])
def test_a_run_that_is_killed_leaves_each_file_old_or_new_and_the_next_run_ends_it(folder, half):
    folder.write("book/a.md", chapter(1))
    assert folder.literate("tangle") == 0
    kills, number = 0, 1
    while True:
        number += 1
        folder.write("book/a.md", chapter(number))
        if not tangle_killed_at(folder, kills + 1, half):
            break
        kills += 1
        for name, found in zip(NAMES, states(folder), strict=True):
            assert found in (text(name, number - 1), text(name, number))
        # No false alarm, nothing half, nothing left over.
        assert folder.literate("tangle") == 0
        assert states(folder) == [text(name, number) for name in NAMES]
        assert folder.files() == [f"src/pkg/{name}" for name in NAMES]
    assert kills >= (len(NAMES) if half else 4 * len(NAMES))


def test_a_run_that_is_killed_while_it_removes_files_loses_nothing(folder):
    kills = 0
    while True:
        folder.write("book/a.md", chapter(1))
        assert folder.literate("tangle") == 0
        folder.write("book/a.md", chapter(1, NAMES[:1]))
        if not tangle_killed_at(folder, kills + 1):
            break
        kills += 1
        copies = folder.root / ".literate/removed/src/pkg"
        for name in NAMES[1:]:
            places = [folder.root / "src/pkg" / name, copies / name]
            assert text(name, 1) in [place.read_text() for place in places if place.exists()]
        assert folder.literate("tangle") == 0
        assert folder.files() == ["src/pkg/a.py"]
    assert kills >= 4
