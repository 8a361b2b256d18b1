"""A copy of the project in a folder with spaces, set up for real from the package index.

Minutes long, so apart from the everyday suite: `pytest -m fresh`. Needs a package index.
"""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MADE = shutil.ignore_patterns(".venv", "_build", ".git", "__pycache__", ".*_cache", ".literate", "mine.py")
# A make that runs these tests is no concern of the one that they run.
OWN = {"MAKEFLAGS", "MAKELEVEL", "PYTHON"}

pytestmark = pytest.mark.fresh


@pytest.fixture
def copy(tmp_path):
    folder = tmp_path / "a folder with spaces"
    shutil.copytree(ROOT, folder, ignore=MADE, symlinks=True)
    return folder


def make(folder, *arguments, **variables):
    outside = {name: value for name, value in os.environ.items() if name not in OWN}
    done = subprocess.run(
        ["make", *arguments],
        cwd=folder,
        env=outside | variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    return done.returncode, done.stdout


def pythons():
    """The Pythons to try, on the search path or among pyenv's, one of each version."""
    found = []
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for version in ("3.11", "3.12", "3.13", "3.14"):
        named = [shutil.which(f"python{version}"), *sorted(pyenv.glob(f"{version}.*/bin/python{version}"))]
        for program in filter(None, named):
            if subprocess.run([program, "-c", ""], capture_output=True).returncode == 0:
                found.append(pytest.param(str(program), id=version))
                break
    return found


@pytest.mark.parametrize("python", pythons())
def test_both_commands_work_in_a_hostile_shell(copy, python):
    hostile = {
        "PYTHONPATH": "/nowhere",
        "PYTHONHOME": "/nowhere",
        "VIRTUAL_ENV": "/nowhere",
        "PIP_TARGET": "/nowhere",
        "PIP_USER": "1",
        "PIP_NO_BINARY": ":all:",
        "PIP_CONSTRAINT": "/nowhere",
        "PIP_REQUIRE_VIRTUALENV": "1",
        "MAKEFLAGS": "k",
    }
    status, output = make(copy, "test", f"PYTHON={python}", **hostile)
    assert status == 0, output
    status, output = make(copy, "book", **hostile)
    assert status == 0, output
    assert "Creating" not in output and "Installing" not in output
    assert (copy / "_build" / "html" / "index.html").exists()


def test_unreachable_index_gets_one_sentence(copy):
    nowhere = {"PIP_INDEX_URL": "http://127.0.0.1:9/simple", "PIP_RETRIES": "1", "PIP_FIND_LINKS": ""}
    status, output = make(copy, "tangle", PIP_CONFIG_FILE=os.devnull, PIP_NO_CACHE_DIR="1", **nowhere)
    sentence = (
        "set-up: pip cannot reach the package index at 127.0.0.1:9 (connection refused). "
        "Check the network, proxy and index settings. (Everything it printed: .venv/set-up.log)"
    )
    assert (status, sentence in output.splitlines(), "Traceback" in output) == (2, True, False)
