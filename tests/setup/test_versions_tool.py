"""tools/versions.py: what is tried, what is skipped, and when the record is written."""

import json
import shutil
import sys
from pathlib import Path

import pytest
import versions
from packaging.requirements import Requirement
from pythons import Python
from versions import NotSetUp

from literate.verifying.versions import PLACE, Run, load

SETTINGS = (
    '[project]\ndependencies = ["numpy>=2.0"]\n[tool.literate]\nchapters = ["*.md"]\noutputs = ["src"]\n'
)
OLD, NEW = Python("3.11.7", "/old/python"), Python("3.14.0", "/new/python")


@pytest.fixture
def project(tmp_path):
    (tmp_path / "pyproject.toml").write_text(SETTINGS)
    (tmp_path / "constraints.txt").write_text("# pins\nnumpy==2.4.6\npytest==9.0\n")
    (tmp_path / "src").mkdir()
    (tmp_path / "tests").mkdir()
    return tmp_path


@pytest.fixture
def machine(monkeypatch):
    """Two Pythons whose environments are there and whose tests pass, unless a test changes that."""
    monkeypatch.setattr(versions, "find", lambda: ([OLD, NEW], ["Python 3.12: not found"]))
    monkeypatch.setattr(versions, "numpys", lambda python, allowed: ["2.0.0", "2.5.5"])
    monkeypatch.setattr(versions, "environment", lambda root, pair: Path(str(pair)))
    monkeypatch.setattr(versions, "test", lambda root, python: (7, ""))
    return monkeypatch


def test_all_pairs_that_pass_are_recorded(project, machine, capsys):
    assert versions.main(project) == 0
    assert load(project) == tuple(
        Run(python, numpy, 7) for python in ("3.11.7", "3.14.0") for numpy in ("2.0.0", "2.5.5")
    )
    assert capsys.readouterr().out.splitlines() == [
        "skipped: Python 3.12: not found",
        "passed: Python 3.11.7, numpy 2.0.0: 7 tests",
        "passed: Python 3.11.7, numpy 2.5.5: 7 tests",
        "passed: Python 3.14.0, numpy 2.0.0: 7 tests",
        "passed: Python 3.14.0, numpy 2.5.5: 7 tests",
        f"wrote {PLACE}",
    ]


def test_one_pair_that_fails_is_reported_and_nothing_is_recorded(project, machine, capsys):
    fails = "Python 3.14.0, numpy 2.0.0"
    machine.setattr(versions, "test", lambda root, python: (0, "E  no") if str(python) == fails else (7, ""))
    assert (versions.main(project), (project / PLACE).exists()) == (1, False)
    said = capsys.readouterr()
    assert f"E  no\nfailed: {fails}\npassed: Python 3.14.0, numpy 2.5.5: 7 tests\n" in said.out
    assert said.err == f"versions: failed with {fails}. {PLACE} stays as it was.\n"


def refuse(reason, *refused):
    """Stands for a step that cannot be done for some of what it is asked."""

    def step(root, pair):
        if str(pair) in refused:
            raise NotSetUp(reason)
        return Path(str(pair))

    return step


def test_pair_that_cannot_be_installed_is_skipped_and_the_others_count(project, machine, capsys):
    machine.setattr(versions, "environment", refuse("no wheel", "Python 3.11.7, numpy 2.0.0"))
    assert (versions.main(project), len(load(project))) == (0, 3)
    assert "skipped: Python 3.11.7, numpy 2.0.0: no wheel\n" in capsys.readouterr().out


def test_python_without_any_numpy_is_skipped_and_with_nothing_left_the_run_fails(project, machine, capsys):
    def none(python, allowed):
        raise NotSetUp(f"no wheel of {allowed} is for Python {python}")

    machine.setattr(versions, "numpys", none)
    assert (versions.main(project), (project / PLACE).exists()) == (1, False)
    said = capsys.readouterr()
    assert "skipped: Python 3.14.0: no wheel of numpy>=2.0 is for Python 3.14.0\n" in said.out
    assert said.err == f"versions: no version could be tried. {PLACE} stays as it was.\n"


@pytest.mark.parametrize(
    ("there", "tried"),
    [
        ("1.26.4, 2.0.0rc1, 2.0.0, 2.0.1, 2.10.0, 2.9.0, 3.0.0rc1", ["2.0.0", "2.10.0"]),
        ("2.3.2", ["2.3.2"]),
    ],
)
def test_oldest_and_newest_numpy_are_taken_from_what_pip_could_install(monkeypatch, there, tried):
    said = f"ERROR: Could not find a version that satisfies the requirement (from versions: {there})\n"
    monkeypatch.setattr(versions, "pip", lambda python, *arguments: (1, said))
    assert versions.numpys("3.11.7", Requirement("numpy>=2.0")) == tried


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("ERROR: ... (from versions: none)\n", "no wheel of numpy>=2.0 is for Python 3.99.0"),
        ("ERROR: ... (from versions: 1.26.4)\n", "no wheel of numpy>=2.0 is for Python 3.99.0"),
        ("no network\n", "pip does not say which versions of numpy there are: no network"),
    ],
)
def test_python_for_which_there_is_no_numpy_is_not_set_up(monkeypatch, said, message):
    monkeypatch.setattr(versions, "pip", lambda python, *arguments: (1, said))
    with pytest.raises(NotSetUp) as error:
        versions.numpys("3.99.0", Requirement("numpy>=2.0"))
    assert str(error.value) == message


@pytest.fixture
def pair(project):
    """A Python that makes empty environments."""
    program = project / "python3.11"
    program.write_text(
        '#!/bin/sh\n[ "$*" = "-I -m venv --clear $5" ] && mkdir -p "$5/bin" && : >"$5/bin/python"\n'
    )
    program.chmod(0o755)
    return versions.Pair(Python("3.11.7", str(program)), "2.0.0")


def test_environment_has_the_pins_without_numpys_and_is_made_once(project, pair, monkeypatch):
    asked = []

    def pip(python, option, constraints, *wanted):
        asked.append((option, Path(constraints).read_text(), wanted))
        return 0, ""

    monkeypatch.setattr(versions, "pip", pip)
    first = versions.environment(project, pair)
    assert (first, first.exists()) == (versions.environment(project, pair), True)
    assert asked == [("--constraint", "# pins\npytest==9.0\n", ("numpy==2.0.0", *versions.NEEDED))]
    (project / "constraints.txt").write_text("pytest==9.1\n")
    versions.environment(project, pair)
    assert asked[1][1] == "pytest==9.1\n"


def test_refused_installation_is_told_in_pips_words_and_tried_again(project, pair, monkeypatch):
    monkeypatch.setattr(versions, "pip", lambda *arguments: (1, "Collecting\nERROR: no wheel\nERROR: more\n"))
    for _ in range(2):
        with pytest.raises(NotSetUp, match=r"^ERROR: no wheel$"):
            versions.environment(project, pair)


def test_python_that_cannot_make_environments_is_told(project):
    with pytest.raises(NotSetUp, match=r"^no environment can be made: "):
        versions.environment(project, versions.Pair(Python("3.11.7", shutil.which("false")), "2.0.0"))


TWO_TESTS = """\
import pytest, sys

def test_runs():
    import helper
    assert helper.ANSWER == 42

@pytest.mark.skip
def test_left_out():
    pass
"""


def test_tests_run_in_a_copy_and_those_that_are_skipped_do_not_count(project):
    (project / "src" / "helper.py").write_text("ANSWER = 42\n")
    (project / "tests" / "test_a.py").write_text(TWO_TESTS)
    before = sorted(project.rglob("*"))
    assert versions.test(project, Path(sys.executable), ["tests"]) == (1, "")
    assert sorted(project.rglob("*")) == before
    (project / "src" / "helper.py").write_text("ANSWER = 41\n")
    passed, report = versions.test(project, Path(sys.executable), ["tests"])
    assert passed == 0
    assert "assert 41 == 42" in report and "tests/test_a.py:5: AssertionError" in report


@pytest.mark.slow  # all tests of the engine, once more
def test_engine_lab_and_chapters_pass_with_the_python_at_hand():
    passed, report = versions.test(versions.ROOT, Path(sys.executable))
    assert report == ""
    assert passed > 500


def test_committed_record_is_whole():
    data = json.loads((versions.ROOT / PLACE).read_text("utf-8"))
    runs = [Run(**run) for run in data["runs"]]
    assert len({(run.python, run.numpy) for run in runs}) == len(runs) > 0
    assert min(run.passed for run in runs) > 500
