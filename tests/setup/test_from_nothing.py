"""A copy of the project in a folder with spaces, set up for real from the package index.

Minutes long, so apart from the everyday suite: `pytest -m fresh`. Needs a package index.
"""

import os

import pytest
from making import copy_to, interpreters, make

pytestmark = pytest.mark.fresh
PYTHONS = interpreters("3.11", "3.12", "3.13", "3.14")


@pytest.fixture
def copy(tmp_path):
    return copy_to(tmp_path / "a folder with spaces")


@pytest.mark.parametrize("python", PYTHONS.values(), ids=PYTHONS)
def test_both_commands_work_in_a_hostile_shell(copy, python):
    nowhere = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "PIP_TARGET", "PIP_CONSTRAINT")
    asked = {"PIP_USER": "1", "PIP_NO_BINARY": ":all:", "PIP_REQUIRE_VIRTUALENV": "1", "MAKEFLAGS": "k"}
    hostile = dict.fromkeys(nowhere, "/nowhere") | asked
    tested = make("test", f"PYTHON={python}", folder=copy, **hostile)
    assert tested.returncode == 0, tested.stdout + tested.stderr
    built = make("book", folder=copy, **hostile)
    assert built.returncode == 0, built.stdout + built.stderr
    assert "Creating" not in built.stdout and "Installing" not in built.stdout
    assert (copy / "_build" / "html" / "index.html").exists()


def test_unreachable_index_gets_one_sentence(copy):
    nowhere = {"PIP_INDEX_URL": "http://127.0.0.1:9/simple", "PIP_RETRIES": "1", "PIP_FIND_LINKS": ""}
    done = make("tangle", folder=copy, PIP_CONFIG_FILE=os.devnull, PIP_NO_CACHE_DIR="1", **nowhere)
    sentence = (
        "set-up: pip cannot reach the package index at 127.0.0.1:9 (connection refused). "
        "Check the network, proxy and index settings. (Everything it printed: .venv/set-up.log)"
    )
    assert (done.returncode, done.stderr.splitlines()[0]) == (2, sentence)
