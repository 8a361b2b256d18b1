"""tools/pythons.py: the Pythons that a machine has, found by names that may lie."""

import os
import sys
from pathlib import Path

import pytest
import pythons
from pythons import Python


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """A machine whose Pythons are in one folder; `install` puts a fake one there."""
    monkeypatch.setattr(pythons, "PLACES", (("PYENV_ROOT", str(tmp_path / "none"), "versions/*/bin"),))
    return tmp_path


def install(machine, name, version=None, kind="CPython", usual=True, folder="bin"):
    program = machine / folder / name
    program.parent.mkdir(parents=True, exist_ok=True)
    real = f"{machine}/real/{name}"
    answer = f'["{real}", "{kind}", "{version}", {str(usual).lower()}]'
    program.write_text(f"#!/bin/sh\necho '{answer}'\n" if version else "#!/bin/sh\nexit 127\n")
    program.chmod(0o755)
    return Python(version, real)


def find(machine, **settings):
    return pythons.find({"PATH": f"{machine}/bin{os.pathsep}{machine}/gone"} | settings)


def test_each_version_is_found_once_in_order_and_what_is_missing_is_said(machine):
    newer = install(machine, "python3.13", "3.13.2")
    older = install(machine, "python3.11", "3.11.0")
    later = install(machine, "python3.15", "3.15.1")
    (machine / "bin" / "python3.12-config").write_text("")
    install(machine, "python3.9", "3.9.1")
    assert find(machine) == (
        [older, newer, later],
        ["Python 3.12: not found", "Python 3.14: not found"],
    )


def test_of_two_of_one_version_the_newer_is_taken(machine):
    install(machine, "python3.11", "3.11.9")
    newer = install(machine, "python3.11", "3.11.10", folder="pyenv/versions/3.11.10/bin")
    found, _ = find(machine, PYENV_ROOT=f"{machine}/pyenv")
    assert found == [newer]


@pytest.mark.parametrize(
    "unfit",
    [{}, {"version": "3.12.0", "kind": "PyPy"}, {"version": "3.12.0rc1", "usual": False}],
    ids=["a name for nothing", "another Python", "not finished"],
)
def test_what_cannot_be_used_is_skipped_with_the_reason(machine, unfit):
    install(machine, "python3.12", **unfit)
    found, reasons = find(machine)
    assert (found, reasons[1]) == (
        [],
        f"Python 3.12: {machine}/bin/python3.12 does not run, or cannot make an environment",
    )


def test_name_that_stands_for_nothing_does_not_hide_a_python_elsewhere(machine):
    install(machine, "python3.12")
    behind = install(machine, "python3.12", "3.12.1", folder="pyenv/versions/3.12.1/bin")
    found, reasons = find(machine, PYENV_ROOT=f"{machine}/pyenv")
    assert (found, [reason for reason in reasons if "3.12" in reason]) == ([behind], [])


def test_python_that_runs_these_tests_is_known_by_the_program_behind_the_environment():
    python = pythons.ask(Path(sys.executable))
    assert python.version == ".".join(map(str, sys.version_info[:3]))
    assert not Path(python.program).is_relative_to(sys.prefix)
