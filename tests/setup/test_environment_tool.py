"""tools/environment.py: .venv is built once, follows the pins, and is mended when half-built."""

import json
import os
import select
import subprocess
import sys
from pathlib import Path

import environment
import pytest
from diagnosis import diagnose
from environment import Environment, SetUpError, clean_environment, launcher_text

VENV, PINS, PROJECT = "venv", "pins", "project"


class Machine:
    """Stands for the commands that are run: notes which, and fails at the one that `fails` names."""

    def __init__(self):
        self.done = []
        self.fails = None
        self.dies = None

    def run(self, command, settings, folder):
        step = VENV if "venv" in command else PROJECT if "--editable" in command else PINS
        self.done.append(step)
        if step == self.dies:
            raise KeyboardInterrupt
        if step == self.fails:
            return 1, "ERROR: No matching distribution found for numpy==2.4.6\n(from versions: none)\n"
        if step == VENV:
            (Path(command[-1]) / "bin").mkdir(parents=True)
            (Path(command[-1]) / "bin" / "python").write_text("")
        return 0, ""

    def steps(self):
        done, self.done = self.done, []
        return done


@pytest.fixture
def machine():
    return Machine()


@pytest.fixture
def build(tmp_path, machine):
    """Bring an environment up to date, as a Python of that version would."""
    root = tmp_path / "a folder with spaces"
    root.mkdir()
    (root / "constraints.txt").write_text("# Pins\nnumpy==2.4.6\n")
    (root / "pyproject.toml").write_text("[project]\n")

    def build(version="3.11.7", chosen=False, root=root):
        return Environment(root, "/usr/bin/python3", version, {}, machine.run).bring_up_to_date(chosen)

    build.root = root
    return build


def test_first_run_builds_and_second_does_nothing(build, machine):
    assert (build(), machine.steps()) == (True, [VENV, PINS, PROJECT])
    assert (build(), machine.steps()) == (False, [])


@pytest.mark.parametrize("file", ["constraints.txt", "pyproject.toml"])
def test_changed_pin_or_metadata_reinstalls_into_the_same_folder(build, machine, file):
    build()
    machine.steps()
    (build.root / file).write_text("scipy==1.17.0\n")
    assert (build(), machine.steps()) == (True, [PINS, PROJECT])
    assert (build(), machine.steps()) == (False, [])


def test_touched_file_with_the_same_content_does_nothing(build, machine):
    build()
    machine.steps()
    os.utime(build.root / "constraints.txt")
    assert (build(), machine.steps()) == (False, [])


@pytest.mark.parametrize("step", [VENV, PINS, PROJECT])
def test_interrupted_building_starts_afresh(build, machine, step):
    machine.dies = step
    with pytest.raises(KeyboardInterrupt):
        build()
    machine.dies = None
    machine.steps()
    assert (build(), machine.steps()) == (True, [VENV, PINS, PROJECT])


def test_environment_whose_python_is_gone_is_built_again(build, machine):
    build()
    machine.steps()
    (build.root / ".venv" / "bin" / "python").unlink()
    assert (build(), machine.steps()) == (True, [VENV, PINS, PROJECT])


@pytest.mark.parametrize("stamp", ["", "[]", '{"fingerprint"'])
def test_broken_stamp_counts_as_none(build, machine, stamp):
    build()
    machine.steps()
    (build.root / ".venv" / environment.STAMP).write_text(stamp)
    assert (build(), machine.steps()) == (True, [VENV, PINS, PROJECT])


def test_file_in_the_place_of_the_folder_makes_way(build, machine):
    (build.root / ".venv").write_text("")
    assert (build(), machine.steps()) == (True, [VENV, PINS, PROJECT])


def test_moved_folder_is_built_again(build, machine, tmp_path):
    build()
    machine.steps()
    moved = build.root.rename(tmp_path / "moved")
    assert (build(root=moved), machine.steps()) == (True, [VENV, PINS, PROJECT])


def test_named_python_replaces_another_version_and_is_kept_by_later_runs(build, machine):
    build(version="3.11.7")
    machine.steps()
    assert (build(version="3.12.1", chosen=True), machine.steps()) == (True, [VENV, PINS, PROJECT])
    assert (build(version="3.11.7"), machine.steps()) == (False, [])


def test_refused_installation_says_why_and_keeps_what_was_there(build, machine):
    build()
    before = (build.root / ".venv" / environment.STAMP).read_text()
    machine.steps()
    (build.root / "constraints.txt").write_text("numpy==99\n")
    machine.fails = PINS
    with pytest.raises(SetUpError) as caught:
        build()
    printed = (build.root / ".venv" / "set-up.log").read_text()
    assert str(caught.value) == diagnose(printed, {}) + " (Everything it printed: .venv/set-up.log)"
    assert (build.root / ".venv" / environment.STAMP).read_text() == before
    machine.fails = None
    machine.steps()
    assert (build(), machine.steps()) == (True, [PINS, PROJECT])


def test_refused_first_installation_leaves_no_stamp(build, machine):
    machine.fails = PINS
    with pytest.raises(SetUpError):
        build()
    assert not (build.root / ".venv" / environment.STAMP).exists()


def test_stamp_tells_what_was_built(build):
    build()
    stamp = json.loads((build.root / ".venv" / environment.STAMP).read_text())
    assert stamp == {
        "fingerprint": environment.fingerprint(build.root),
        "python": "3.11.7",
        "root": str(build.root),
    }


def test_settings_of_the_caller_reach_pip_only_when_they_say_where_packages_are():
    caller = {
        "HOME": "/home/reader",
        "PATH": "/usr/bin",
        "PIP_INDEX_URL": "https://index/simple",
        "PIP_CERT": "/etc/cert.pem",
        "PIP_TARGET": "/elsewhere",
        "PIP_USER": "1",
        "PIP_CONSTRAINT": "/other.txt",
        "PYTHONPATH": "/elsewhere",
        "PYTHONHOME": "/elsewhere",
        "VIRTUAL_ENV": "/elsewhere",
    }
    assert clean_environment(caller) == {
        "HOME": "/home/reader",
        "PATH": "/usr/bin",
        "PIP_INDEX_URL": "https://index/simple",
        "PIP_CERT": "/etc/cert.pem",
        "PIP_USER": "0",
        "PIP_REQUIRE_HASHES": "0",
        "PIP_REQUIRE_VIRTUALENV": "0",
        "PYTHONUTF8": "1",
    }


def test_launcher_passes_its_arguments_on_from_a_folder_with_spaces(tmp_path):
    python = tmp_path / "it's a folder" / "python"
    python.parent.mkdir()
    python.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n')
    python.chmod(0o755)
    launcher = tmp_path / "literate"
    launcher.write_text(launcher_text(python))
    launcher.chmod(0o755)
    done = subprocess.run([launcher, "where", "a file.py:3"], capture_output=True, text=True, check=True)
    assert done.stdout == "-P\n-m\nliterate\nwhere\na file.py:3\n"


def test_run_returns_status_and_both_streams(tmp_path):
    code = "import sys, os; print(os.getcwd(), flush=True); print('bad', file=sys.stderr); sys.exit(3)"
    ended = environment.run([sys.executable, "-c", code], dict(os.environ), tmp_path)
    assert ended == (3, f"{tmp_path}\nbad\n")


def test_run_shows_how_far_pip_has_come(tmp_path, capsys, monkeypatch):
    (tmp_path / "constraints.txt").write_text("# Pins\nnumpy==2.4.6\nsoup_sieve==2.10\nzipp==4.1.2\n")
    lines = [
        "Collecting numpy==2.4.6 (from -r constraints.txt (line 2))",
        "  Downloading numpy-2.4.6-cp311-cp311-linux_x86_64.whl (16 MB)",
        "Processing /a-folder/of-wheels/soup_sieve-2.10-py3-none-any.whl",
        "Requirement already satisfied: zipp",
        "Installing collected packages: numpy, soup_sieve",
    ]
    monkeypatch.setattr(environment, "MILESTONE", 1)
    command = [sys.executable, "-c", f"print({chr(10).join(lines)!r})"]
    environment.run(command, dict(os.environ), tmp_path)
    assert capsys.readouterr().out == "  1 of 3: numpy\n  2 of 3: soup_sieve\n  unpacking 2 packages\n"


HOLD = """
import sys
sys.path.insert(0, sys.argv[1])
from pathlib import Path
from environment import alone
with alone(Path(sys.argv[2])):
    print("entered", flush=True)
    sys.stdin.read()
"""


def test_second_run_waits_for_the_first(tmp_path):
    command = [sys.executable, "-c", HOLD, str(Path(environment.__file__).parent), str(tmp_path)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, **pipes) as first:
        assert first.stdout.readline() == "entered\n"
        with subprocess.Popen(command, **pipes) as second:
            ready, _, _ = select.select([second.stdout], [], [], 0.5)
            assert ready == []
            first.communicate("")
            assert second.communicate("") == ("entered\n", None)


@pytest.mark.parametrize(
    ("trouble", "status", "message"),
    [
        (SetUpError("No wheel."), 1, "set-up: No wheel.\n"),
        (OSError(28, "No space left on device"), 1, "set-up: There is no space left on the disk"),
        (KeyboardInterrupt(), 130, "\nset-up: interrupted; the next run starts .venv afresh.\n"),
    ],
)
def test_trouble_ends_in_a_sentence_not_a_traceback(trouble, status, message, monkeypatch, capsys):
    def fail(self, chosen):
        raise trouble

    monkeypatch.setattr(Environment, "bring_up_to_date", fail)
    assert environment.main([]) == status
    assert capsys.readouterr().err.startswith(message)
