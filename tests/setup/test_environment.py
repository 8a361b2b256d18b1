"""tools/environment.py and tools/python_version.py: .venv is made once, follows the pins, and is mended."""

import json
import os
import shutil
import subprocess
import sys

import environment
import pytest
from making import ROOT, interpreters

VENV, PINS, PROJECT = "venv", "pins", "project"
THIS = "3.11.7"


@pytest.fixture
def steps(monkeypatch):
    """Stands for the commands that are run: notes them; `steps.fails` and `steps.dies` name one that does."""

    class Steps(list):
        fails = dies = None

        def run(self, *command):
            step = VENV if "venv" in command else PROJECT if "--editable" in command else PINS
            self.append(step)
            if step == self.dies:
                raise KeyboardInterrupt
            if step == self.fails:
                sys.exit("set-up: refused")
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
    assert (steps.of(), steps.of()) == ([VENV, PINS, PROJECT], [])
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


def lose_python(project):
    (project / environment.PYTHON).unlink()


def cut_note_short(project):
    note = project / environment.MADE_FROM
    note.write_text(note.read_text()[:20])


def move(project):
    environment.ROOT = project.rename(project.with_name("moved"))


@pytest.mark.parametrize("harm", [lose_python, cut_note_short, move])
def test_environment_that_cannot_be_trusted_is_made_again(steps, project, harm, monkeypatch):
    steps.of()
    monkeypatch.setattr(environment, "ROOT", project)
    harm(project)
    assert (steps.of(), steps.of()) == ([VENV, PINS, PROJECT], [])


@pytest.mark.parametrize(
    ("made", "step"), [(False, VENV), (False, PINS), (False, PROJECT), (True, PINS), (True, PROJECT)]
)
def test_interrupted_set_up_starts_afresh(steps, project, made, step):
    if made:
        steps.of()
        (project / "constraints.txt").write_text("numpy==99\n")
    steps.dies = step
    with pytest.raises(KeyboardInterrupt):
        steps.of()
    steps.dies = None
    assert steps.of() == [VENV, PINS, PROJECT]


def test_refused_pins_leave_the_environment_that_was_there(steps, project):
    steps.of()
    note = json.loads(environment.MADE_FROM.read_text())
    (project / "constraints.txt").write_text("numpy==99\n")
    steps.fails = PINS
    with pytest.raises(SystemExit, match="refused"):
        steps.of()
    assert json.loads(environment.MADE_FROM.read_text()) == note
    steps.fails = None
    assert steps.of() == [PINS, PROJECT]


def test_named_python_takes_the_place_of_another_and_later_calls_keep_it(steps, project):
    steps.of()
    whole = [VENV, PINS, PROJECT]
    assert (steps.of("--named", python="3.12.1"), steps.of(), steps.of("--named")) == (whole, [], whole)


MISSING = "ERROR: No matching distribution found for numpy==2.4.6\n"
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
        ("ERROR: b\nERROR: a\nno more\n", "The last word was: ERROR: a"),
        ("", "The last word was: nothing at all"),
    ],
)
def test_what_pip_prints_becomes_one_sentence_without_passwords(printed, said, monkeypatch):
    monkeypatch.setenv("PIP_INDEX_URL", "https://reader:secret@index:8/simple")
    assert environment.sentence(printed) == said


def test_missing_wheel_is_told_with_the_machine(monkeypatch):
    monkeypatch.delenv("PIP_INDEX_URL", raising=False)
    said = environment.sentence(MISSING)
    assert said.startswith("There is no wheel of numpy==2.4.6 for Python 3.")
    assert said.endswith(", or the package index cannot be reached.")


def test_failed_step_ends_the_call_and_keeps_what_was_printed(project):
    code = "import sys; print('ERROR: no'); print('more', file=sys.stderr); sys.exit(3)"
    with pytest.raises(SystemExit) as end:
        environment.run(sys.executable, "-c", code)
    assert str(end.value) == (
        "set-up: The last word was: ERROR: no (Everything it printed: .venv/set-up.log)"
    )
    assert sorted(environment.LOG.read_text().splitlines()) == ["ERROR: no", "more"]


OLD = interpreters("2.7", "3.6", "3.8", "3.10")


@pytest.mark.parametrize("program", OLD.values(), ids=OLD)
def test_old_python_gets_one_sentence(program):
    done = subprocess.run([program, ROOT / "tools" / "python_version.py"], capture_output=True, text=True)
    asked = "import sys; print('%d.%d.%d' % sys.version_info[:3] + ' (' + sys.executable + ')')"
    version = subprocess.run([program, "-c", asked], capture_output=True, text=True).stdout.strip()
    assert (done.returncode, done.stdout, done.stderr) == (
        1,
        "",
        f"set-up: Python {version} is too old: this project needs Python 3.11 or newer. "
        "Name another with: make PYTHON=python3.12 ...\n",
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
