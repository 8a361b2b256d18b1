"""tools/standby.py: a build begins with its libraries loaded, and with nothing of the project."""

import os
import signal
import subprocess
import sys

import pytest
import standby
from standby import Standby

STEPS = """\
import os, subprocess, sys

def says(words):
    print(*words)

def fails(words):
    os.write(1, b"first\\n")
    subprocess.run([sys.executable, "-c", "print('second')"])
    print(*words, file=sys.stderr)
    return 2

def stops(words):
    sys.exit(" ".join(words))

def leaves(words):
    sys.exit()

def breaks(words):
    raise KeyError(*words)

def dies(words):
    print(*words, flush=True)
    os._exit(7)

def writes(words):
    open("reached", "w").close()

def loads(words):
    print(*(name in sys.modules for name in words))
    for name in words:
        __import__(name)
    return 1

def identifies(words):
    print(os.getpid(), os.environ["NO_COLOR"], os.path.basename(os.getcwd()))
    return 1
"""


@pytest.fixture
def project(tmp_path, monkeypatch):
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "steps.py").write_text(STEPS)
    monkeypatch.setenv("PYTHONPATH", str(folder))
    return folder


@pytest.fixture
def builder(project):
    """Makes a builder of some steps of the project, and ends its process with the test."""
    made = []

    def make(*steps):
        made.append(Standby(project, [(f"steps:{name}", *words) for name, *words in map(str.split, steps)]))
        return made[-1]

    yield make
    for each in made:
        each.stop()


@pytest.mark.parametrize(
    ("steps", "result", "reached"),
    [
        (["says much", "writes"], (0, ""), True),
        (["leaves", "writes"], (0, ""), True),
        (["says much", "fails third", "writes"], (2, "first\nsecond\nthird\n"), False),
        (["stops no such page", "writes"], (1, "no such page\n"), False),
        (["dies at once", "writes"], (7, "at once\n"), False),
    ],
    ids=["good", "exit without a word", "fails", "exit with a word", "dies"],
)
def test_first_step_that_fails_ends_the_build_and_is_told_alone(builder, project, steps, result, reached):
    assert (builder(*steps).build(), (project / "reached").exists()) == (result, reached)


def test_broken_step_is_told_with_its_traceback(builder):
    status, said = builder("breaks page").build()
    assert (status, said.splitlines()[0], said.splitlines()[-1]) == (
        1,
        "Traceback (most recent call last):",
        "KeyError: 'page'",
    )


def test_libraries_of_one_build_are_loaded_for_the_next_and_those_of_the_project_are_not(builder, project):
    (project / "own.py").write_text("")
    build = builder("loads sqlite3 pygments.lexers.python own").build
    assert [build(), build()] == [(1, "False False False\n"), (1, "True True False\n")]


@pytest.mark.parametrize("noted", [None, "no list", '["no.such", "colorsys"]'])
def test_libraries_that_builds_loaded_before_a_start_are_loaded_from_the_first_edit_on(
    builder, project, noted
):
    (project / "_build").mkdir()
    if noted:
        (project / "_build" / "libraries.json").write_text(noted)
    builder("loads sqlite3").build()
    started = builder("says nothing")
    started.build()
    started.steps = [("steps:loads", "sqlite3")]
    assert started.build() == (1, "True\n")


def test_change_of_the_project_after_the_process_was_started_counts(builder, project):
    ready = builder("says", "fails before")
    assert ready.build() == (2, "first\nsecond\nbefore\n")
    ready.prepare()
    (project / "steps.py").write_text(STEPS.replace("second", "later"))
    assert ready.build() == (2, "first\nlater\nbefore\n")


def process_of(builder):
    """The number of the process that built."""
    return int(builder.build()[1].split()[0])


def test_prepared_process_is_the_one_that_builds_in_the_projects_folder_without_colours(builder):
    ready = builder("identifies")
    ready.prepare()
    waiting = ready._waiting.pid
    assert ready.build() == (1, f"{waiting} 1 project\n")


def test_every_build_has_a_process_of_its_own(builder):
    ready = builder("identifies")
    assert process_of(ready) != process_of(ready)


def test_process_that_was_killed_while_it_waited_is_replaced(builder):
    ready = builder("identifies")
    ready.prepare()
    killed = ready._waiting.pid
    os.kill(killed, signal.SIGKILL)
    ready._waiting.wait()
    assert process_of(ready) != killed


def test_process_from_before_libraries_were_installed_is_replaced(builder, monkeypatch):
    ready = builder("identifies")
    ready.prepare()
    before = ready._waiting.pid
    monkeypatch.setattr(standby, "installed", lambda: -1)
    assert process_of(ready) != before


def test_installing_and_removing_a_package_is_seen(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setattr(sys, "path", [str(tmp_path / "site-packages"), str(tmp_path / "gone"), "/elsewhere"])
    (tmp_path / "site-packages").mkdir()
    seen = [standby.installed(), standby.installed()]
    (tmp_path / "site-packages" / "package").mkdir()
    os.utime(tmp_path / "site-packages", ns=(1, 1))
    seen.append(standby.installed())
    assert (seen[0] == seen[1], seen[1] == seen[2]) == (True, False)


def test_project_below_pythons_own_folder_is_still_the_projects(monkeypatch, project):
    monkeypatch.chdir(project)
    monkeypatch.syspath_prepend(project)
    monkeypatch.setattr(sys, "base_prefix", str(project.parent))
    import steps

    monkeypatch.setitem(sys.modules, "steps", steps)
    names = standby.libraries()
    assert ("steps" in names, "pytest" in names) == (False, True)


def test_stopped_process_is_gone_and_stopping_again_does_nothing(builder):
    ready = builder("identifies")
    ready.prepare()
    process = ready._waiting
    ready.stop()
    ready.stop()
    assert process.returncode == -signal.SIGKILL


def test_process_ends_quietly_when_whoever_started_it_is_gone():
    done = subprocess.run(
        [sys.executable, "-P", standby.__file__],
        input='{"modules": ["zipfile", "no such"]}\n',
        text=True,
        capture_output=True,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
