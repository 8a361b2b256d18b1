"""tools/environment.py and tools/python_version.py: .venv is made once, follows the pins, and is mended."""

import os
import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path

import environment
import pytest
from making import ROOT, interpreters

VENV, PINS, PROJECT = "venv", "pins", "project"
WHOLE = [VENV, PINS, PROJECT]
THIS = "3.11.7"


@pytest.fixture
def steps(monkeypatch):
    """Stands for the commands that are run: notes them; `ends` is a step and the error it ends in."""

    class Steps(list):
        ends = (None, None)

        def run(self, *command):
            step = VENV if "venv" in command else PROJECT if "--editable" in command else PINS
            self.append(step)
            if step == self.ends[0]:
                raise self.ends[1]
            if step == VENV:
                shutil.rmtree(environment.VENV, ignore_errors=True)
                environment.PYTHON.parent.mkdir(parents=True)
                environment.PYTHON.write_text("")

        def of(self, *arguments, python=THIS):
            """What one call does."""
            self.clear()
            monkeypatch.setattr(environment.platform, "python_version", lambda: python)
            environment.main(arguments)
            return list(self)

    found = Steps()
    monkeypatch.setattr(environment, "run", found.run)
    return found


@pytest.fixture
def project(tmp_path, monkeypatch):
    folder = tmp_path / "a folder with spaces"
    for name in environment.READ:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("numpy==2.4.6\n")
    monkeypatch.setattr(environment, "ROOT", folder)
    monkeypatch.chdir(folder)
    return folder


def test_first_call_makes_it_all_and_says_so_and_the_second_does_nothing(steps, project, capsys):
    assert (steps.of(), steps.of()) == (WHOLE, [])
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith(f"Creating .venv with Python {THIS} (")
    assert second == "Installing the 1 packages of constraints.txt, once; this may take minutes."


@pytest.mark.parametrize("file", environment.READ)
def test_changed_file_is_followed_in_the_same_environment_and_a_touched_one_is_not(steps, project, file):
    steps.of()
    os.utime(project / file, (1, 1))
    assert steps.of() == []
    (project / file).write_text("numpy==2.5.5\n")
    assert (steps.of(), steps.of()) == ([PINS, PROJECT], [])


@pytest.mark.parametrize(
    "harm",
    [
        lambda project: environment.PYTHON.unlink(),
        lambda project: environment.MADE_FROM.write_text('{"python": "3.1'),
        lambda project: project.rename(project.with_name("moved")),
    ],
    ids=["Python is gone", "note is cut short", "folder is moved"],
)
def test_environment_that_cannot_be_trusted_is_made_again(steps, project, harm, monkeypatch):
    steps.of()
    harm(project)
    monkeypatch.setattr(environment, "ROOT", Path.cwd())
    assert (steps.of(), steps.of()) == (WHOLE, [])


@pytest.mark.parametrize(
    ("made", "step", "error", "again"),
    [
        (False, VENV, KeyboardInterrupt, WHOLE),
        (False, PINS, KeyboardInterrupt, WHOLE),
        (False, PROJECT, SystemExit, WHOLE),
        (True, PROJECT, KeyboardInterrupt, WHOLE),
        (True, PINS, SystemExit, [PINS, PROJECT]),  # pip refused before it did anything
    ],
)
def test_what_was_left_unfinished_starts_afresh_and_what_was_refused_leaves_all_as_it_was(
    steps, project, made, step, error, again
):
    if made:
        steps.of()
        (project / "constraints.txt").write_text("numpy==99\n")
    steps.ends = (step, error)
    with pytest.raises(error):
        steps.of()
    steps.ends = (None, None)
    assert (steps.of(), steps.of()) == (again, [])


def test_named_python_takes_the_place_of_another_and_later_calls_keep_it(steps, project):
    steps.of()
    assert (steps.of("--named", python="3.12.1"), steps.of(), steps.of("--named")) == (WHOLE, [], WHOLE)


MISSING = "ERROR: No matching distribution found for numpy==2.4.6\n"
MACHINE = f"Python {platform.python_version()} on {platform.system()} {platform.machine()}"
BROKEN = "WARNING: Retrying after connection broken by 'NewConnectionError('{}')': /simple/numpy/\n"
UNREACHED = "pip cannot reach the package index at index:8{}. Check the network, proxy and index settings."


@pytest.mark.parametrize(
    ("printed", "said"),
    [
        (
            BROKEN.format("[Errno 111] Connection refused") + MISSING,
            UNREACHED.format(" (connection refused)"),
        ),
        ("Downloading numpy\nurllib3.exceptions.ReadTimeoutError: Read timed out.\n", UNREACHED.format("")),
        (
            BROKEN.format("SSLError(SSLCertVerificationError(1, '[SSL: CERTIFICATE_VERIFY_FAILED]"),
            "The certificate of the package index at index:8 is not trusted. See pip's setting cert.",
        ),
        (
            "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device\n",
            "There is no space left on the disk (.venv needs about 600 MB).",
        ),
        (
            MISSING,
            f"There is no wheel of numpy==2.4.6 for {MACHINE}, "
            "or the package index at index:8 cannot be reached.",
        ),
        ("ERROR: b\nERROR: a\nno more\n", "The last word was: ERROR: a"),
        ("", "The last word was: nothing at all"),
    ],
)
def test_what_pip_prints_becomes_one_sentence_without_passwords(printed, said, monkeypatch):
    monkeypatch.setenv("PIP_INDEX_URL", "https://reader:secret@index:8/simple")
    assert environment.sentence(printed) == said


def test_failed_step_ends_the_call_and_keeps_what_was_printed(project):
    code = "import sys; print('ERROR: no'); print('more', file=sys.stderr); sys.exit(3)"
    with pytest.raises(SystemExit) as end:
        environment.run(sys.executable, "-c", code)
    assert str(end.value) == (
        "set-up: The last word was: ERROR: no (Everything it printed: .venv/set-up.log)"
    )
    assert sorted(environment.LOG.read_text().splitlines()) == ["ERROR: no", "more"]


OLD = interpreters("2.7", "3.6", "3.8", "3.10")


@pytest.mark.parametrize("version", OLD)
def test_old_python_gets_one_sentence(version):
    command = [OLD[version], ROOT / "tools" / "python_version.py"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, "")
    assert re.fullmatch(
        rf"set-up: Python {version}\.\d+ \(.*\) is too old: this project needs Python 3\.11 or newer\. "
        r"Name another with: make PYTHON=python3\.12 \.\.\.\n",
        done.stderr,
    )


@pytest.mark.parametrize("module", ["venv", "ensurepip"])
def test_missing_module_is_named_and_a_whole_python_is_not_complained_of(module):
    script = (ROOT / "tools" / "python_version.py").read_text()
    told = [
        subprocess.run([sys.executable, "-c", before + script], capture_output=True, text=True).stderr
        for before in ("", f"import sys; sys.modules['{module}'] = None\n")
    ]
    assert told[0] == ""
    assert f"lacks its module {module} (on Debian and Ubuntu: package python3." in told[1]
