"""The Makefile, and the program behind `make check`."""

import contextlib
import json
import os
import platform
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request

import check
import environment
import pytest
from making import ROOT, copy_to, make, outside


@pytest.fixture
def project(tmp_path, monkeypatch):
    """The Makefile and the tools in a folder with spaces, with an environment that counts as complete."""
    folder = tmp_path / "a folder with spaces"
    shutil.copytree(ROOT / "tools", folder / "tools", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("Makefile", *environment.READ):
        (folder / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    programs = folder / ".venv" / "bin"
    programs.mkdir(parents=True)
    (programs / "python").symlink_to(sys.executable)
    monkeypatch.chdir(folder)
    monkeypatch.setattr(environment, "ROOT", folder)
    environment.MADE_FROM.write_text(json.dumps(environment.made_from(platform.python_version())))
    return folder


def fake(project, name, body='echo "${0##*/} $*"'):
    program = project / ".venv" / "bin" / name
    program.unlink(missing_ok=True)  # Never write through a link to a real program.
    program.write_text(f"#!/bin/sh\n{body}\n")
    program.chmod(0o755)


def test_bare_make_lists_every_target():
    done = make()
    targets = re.findall(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)[0].split()
    listed = re.findall(r"^make ([a-z-]+) +\S.*$", done.stdout, re.MULTILINE)
    assert (done.returncode, sorted(listed)) == (0, sorted(set(targets) - {"environment"}))


def test_book_tangles_then_builds_and_names_the_page(project):
    fake(project, "literate")
    fake(project, "jupyter-book")
    done = make("book", folder=project)
    assert (done.returncode, done.stdout, done.stderr) == (
        0,
        "literate tangle\n"
        "jupyter-book build . -W --keep-going\n"
        "\n"
        f"Open this page: {project}/_build/html/index.html\n",
        "",
    )


@pytest.mark.parametrize(
    ("checks", "suite", "status", "note"),
    [
        (1, 0, 2, ["test: checks failed too; what they found stands above pytest's report"]),
        (0, 3, 2, []),
        (0, 0, 0, []),
    ],
)
def test_suite_runs_after_the_checks_whatever_they_say_and_either_fails_the_run(
    project, checks, suite, status, note
):
    fake(project, "python", f"echo $*; exit {checks}")
    fake(project, "pytest", f"echo pytest $*; exit {suite}")
    done = make("test", folder=project)
    said = "tools/check.py\npytest -n auto --dist loadfile\n"  # and nothing is tangled before it is compared
    notes = [line for line in done.stderr.splitlines() if not line.startswith("make: ")]
    assert (done.returncode, done.stdout, notes) == (status, said, note)


def test_settings_of_the_caller_and_of_this_make_do_not_reach_the_tools(project):
    foreign = ["PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "PYTEST_ADDOPTS", "PIP_TARGET", "CH"]
    names = [*foreign, "PYTHON", "IMPL"]
    fake(project, "literate", 'echo "' + ":".join(f"${{{name}-no}}" for name in names) + '"')
    nowhere = dict.fromkeys(foreign, "/nowhere")
    done = make("tangle", f"PYTHON={sys.executable}", "IMPL=mine", folder=project, MAKEFLAGS="k", **nowhere)
    assert (done.returncode, done.stdout, done.stderr) == (0, ":".join(["no"] * len(names)) + "\n", "")


@pytest.mark.parametrize("asked", ["python3.99", "/no such/python"])
def test_python_that_does_not_run_gets_one_sentence(project, asked):
    done = make("tangle", f"PYTHON={asked}", folder=project)
    assert done.returncode == 2
    assert done.stderr.splitlines()[0] == (
        f"set-up: {asked} does not run here. Install Python 3.11 or newer, "
        "or name the one you have: make PYTHON=python3.12 ..."
    )


def test_clean_keeps_the_environment_and_the_sources(project):
    made = ["_build/html/index.html", ".ruff_cache/x", "tools/__pycache__/x.pyc", "src/a/__pycache__/x.pyc"]
    for name in made:
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text("")
    done = make("clean", folder=project)
    left = [name for name in made if (project / name).exists()]
    assert (done.returncode, done.stderr, left) == (0, "", [])
    assert (project / environment.MADE_FROM).exists() and (project / "tools" / "check.py").exists()


def python(code):
    return (sys.executable, "-c", code)


SHOUT = python("import sys; sys.stdout.write(sys.stdin.read().upper())")


def test_check_places_what_every_tool_says_and_fails_when_one_does(capfd):
    good = check.Check(python("print('second')"), "do that")
    checks = {
        "one": check.Check(python("print('first'); raise SystemExit(1)"), "do this"),
        "two": good,
        "three": check.Check(python("raise SystemExit(2)"), "do more"),
    }
    results = [(check.main(tried, place=SHOUT), *capfd.readouterr()) for tried in (checks, {"two": good})]
    told = "check: one failed. To mend it: do this.\ncheck: three failed. To mend it: do more.\n"
    assert results == [(1, "FIRST\nSECOND\n", told), (0, "SECOND\ncheck: two passed\n", "")]


UNKNOWN = "lab: Say which lab. Known: CH=06. Example: make lab CH=06"


@pytest.mark.parametrize(
    ("arguments", "status", "printed", "told"),
    [
        ((), 2, "", [UNKNOWN]),
        (("CH=7", "IMPL=mine"), 2, "", [UNKNOWN]),
        (("CH=06",), 0, "labs/ch06 reference\n", []),
        (("CH=06", "IMPL=mine"), 0, "labs/ch06 mine\n", []),
    ],
)
def test_lab_runs_its_tests_on_the_chosen_code_and_an_unknown_one_lists_the_known(
    project, arguments, status, printed, told
):
    (project / "labs" / "ch06").mkdir(parents=True)
    (project / "labs" / "ch06" / "starter.py").write_text("")
    fake(project, "pytest", 'echo "$* $LAB_IMPL"')
    done = make("lab", *arguments, folder=project)
    assert (done.returncode, done.stdout, done.stderr.splitlines()[:1]) == (status, printed, told)


@pytest.mark.slow  # builds the whole book
def test_served_page_follows_an_edit_within_seconds(tmp_path):
    copy = copy_to(tmp_path / "copy")
    (copy / ".venv").mkdir()
    (copy / ".venv" / "bin").symlink_to(ROOT / ".venv" / "bin")
    note = json.loads((ROOT / environment.MADE_FROM).read_text())
    (copy / environment.MADE_FROM).write_text(json.dumps(note | {"folder": str(copy)}))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = ["make", "serve", f"PORT={port}"]
    with subprocess.Popen(command, cwd=copy, env=outside(), start_new_session=True) as server:
        try:
            page = f"http://127.0.0.1:{port}/book/05-background.html"
            assert b"WebSocket" in waited_for(page, b"</html>", seconds=300)
            with (copy / "book" / "05-background.md").open("a") as chapter:
                chapter.write("\nA sentence that was not there.\n")
            waited_for(page, b"A sentence that was not there.", seconds=20)
        finally:
            os.killpg(server.pid, signal.SIGTERM)


def waited_for(address, text, seconds):
    """The page, once it holds the text."""
    end = time.monotonic() + seconds
    while True:
        with contextlib.suppress(OSError), urllib.request.urlopen(address) as answer:
            page = answer.read()
            if text in page:
                return page
        assert time.monotonic() < end, f"{address} does not hold {text!r}"
        time.sleep(0.2)
