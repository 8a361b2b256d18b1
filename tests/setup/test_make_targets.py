"""The Makefile, and the small programs behind `make check` and `make lab`."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import check
import lab
import pytest

ROOT = Path(__file__).resolve().parents[2]


def make(*arguments, folder=ROOT, **variables):
    """Run make there as a newcomer's shell would, not as a child of the make that runs these tests."""
    own = {"MAKEFLAGS", "MAKELEVEL", "PYTHON", "CH", "IMPL", "PORT"}
    caller = {name: value for name, value in os.environ.items() if name not in own}
    return subprocess.run(
        ["make", *arguments], cwd=folder, env=caller | variables, capture_output=True, text=True
    )


@pytest.fixture
def project(tmp_path):
    """The Makefile and the tools in a folder with spaces, with an environment that counts as complete."""
    folder = tmp_path / "a folder with spaces"
    shutil.copytree(ROOT / "tools", folder / "tools", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("Makefile", "constraints.txt", "pyproject.toml"):
        shutil.copy(ROOT / name, folder)
    programs = folder / ".venv" / "bin"
    programs.mkdir(parents=True)
    (programs / "python").symlink_to(sys.executable)
    stamp = (
        "import sys, json, pathlib; sys.path.insert(0, 'tools'); import environment; root = environment.ROOT;"
        "version = '{}.{}.{}'.format(*sys.version_info[:3]);"
        "record = {'fingerprint': environment.fingerprint(root), 'python': version, 'root': str(root)};"
        "(root / '.venv' / environment.STAMP).write_text(json.dumps(record))"
    )
    subprocess.run([sys.executable, "-c", stamp], cwd=folder, check=True)
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


def test_failed_build_names_no_page(project):
    fake(project, "literate")
    fake(project, "jupyter-book", "exit 1")
    done = make("book", folder=project)
    assert (done.returncode, done.stdout) == (2, "literate tangle\n")
    command = "jupyter-book build . -W --keep-going"
    assert done.stderr.splitlines()[0] == f"not built: {command} ended with status 1"


def test_test_compares_before_anything_is_tangled_then_checks_and_runs_the_suite(project):
    for name in ("literate", "pytest"):
        fake(project, name)
    for name in ("ruff", "mypy"):
        fake(project, name, "exit 0")
    fake(project, "literate", 'case $1 in tangle) echo "tangle $2";; where) cat;; esac')
    done = make("test", folder=project)
    assert (done.returncode, done.stdout, done.stderr) == (
        0,
        "tangle --check\n"
        "check: ruff, mypy, literate tangle --check, literate claims --check passed\npytest \n",
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
def test_suite_runs_whatever_the_checks_say_and_either_fails_the_run(project, checks, suite, status, note):
    fake(project, "python", f"echo $*; exit {checks}")
    fake(project, "pytest", f"echo suite; exit {suite}")
    done = make("test", folder=project)
    notes = [line for line in done.stderr.splitlines() if not line.startswith("make: ")]
    assert (done.returncode, done.stdout, notes) == (status, "tools/check.py\nsuite\n", note)


def test_settings_of_the_caller_do_not_reach_the_tools(project):
    names = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "PYTEST_ADDOPTS", "CH")
    fake(project, "literate", 'echo "' + ":".join(f"${{{name}-no}}" for name in names) + '"')
    foreign = dict.fromkeys(names, "/nowhere")
    done = make("tangle", folder=project, MAKEFLAGS="k", **foreign)
    assert (done.returncode, done.stdout, done.stderr) == (0, "no:no:no:no:no\n", "")


def test_named_python_does_not_reach_a_make_within(project):
    fake(project, "literate", 'echo "${PYTHON-no}:${IMPL-no}"')
    done = make("tangle", f"PYTHON={sys.executable}", "IMPL=mine", folder=project)
    assert (done.returncode, done.stdout, done.stderr) == (0, "no:no\n", "")


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
    assert (project / ".venv" / "set-up.json").exists() and (project / "tools" / "lab.py").exists()


def test_gate_runs_what_the_readme_names():
    script = (ROOT / ".ci" / "run").read_text()
    commands = [line for line in script.splitlines() if line.startswith("make ")]
    assert commands == ["make test", "make book", "make browser-test"]
    readme = (ROOT / "README.md").read_text()
    assert [command for command in commands if command not in readme] == []
    assert os.access(ROOT / ".ci" / "run", os.X_OK)


def python(code):
    return (sys.executable, "-c", code)


SHOUT = python("import sys; sys.stdout.write(sys.stdin.read().upper())")


def test_check_places_what_every_tool_says_and_fails_when_one_does(capfd):
    checks = {
        "one": check.Check(python("print('first'); raise SystemExit(1)"), "do this"),
        "two": check.Check(python("print('second')"), "do that"),
        "three": check.Check(python("raise SystemExit(2)"), "do more"),
    }
    status = check.main(checks, place=SHOUT)
    captured = capfd.readouterr()
    assert (status, captured.out) == (1, "FIRST\nSECOND\n")
    assert captured.err == (
        "check: one failed. To mend it: do this.\ncheck: three failed. To mend it: do more.\n"
    )


def test_check_passes_when_every_tool_does(capfd):
    checks = {name: check.Check(python("pass"), "") for name in ("one", "two")}
    assert check.main(checks, place=SHOUT) == 0
    assert capfd.readouterr().out == "check: one, two passed\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("", "reference"), "lab: Say which lab. Known: CH=06, CH=11. Example: make lab CH=06\n"),
        (("7", "mine"), 'lab: There is no lab CH="7". Known: CH=06, CH=11. Example: make lab CH=06\n'),
        (
            ("11", "yours"),
            'lab: There is no implementation IMPL="yours". Known: '
            "IMPL=reference (the code of the book), IMPL=mine (yours, in labs/ch11/mine.py).\n",
        ),
    ],
)
def test_unknown_lab_or_implementation_lists_the_known_ones(arguments, message, tmp_path, capsys):
    for name in ("ch06", "ch11", "ch12"):
        (tmp_path / "labs" / name).mkdir(parents=True)
    for name in ("ch06", "ch11"):
        (tmp_path / "labs" / name / "test_lab.py").write_text("")
    assert lab.main(list(arguments), root=tmp_path) == 2
    assert capsys.readouterr().err == message


@pytest.mark.parametrize(
    ("implementation", "status", "result"), [("reference", 0, "1 passed"), ("mine", 1, "1 failed")]
)
def test_lab_runs_its_tests_on_the_chosen_implementation(implementation, status, result, tmp_path, capfd):
    tests = tmp_path / "labs" / "ch06" / "test_lab.py"
    tests.parent.mkdir(parents=True)
    tests.write_text("import os\ndef test_it():\n    assert os.environ['LAB_IMPL'] == 'reference'\n")
    assert lab.main(["06", implementation], root=tmp_path) == status
    assert result in capfd.readouterr().out
