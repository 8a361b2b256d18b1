"""Copies of the project, calls of make in them, and the Pythons to try: what tests of the set-up share."""

import os
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# What a make that runs these tests has set is not for the makes that they run.
OWN = {"MAKEFLAGS", "MAKELEVEL", "PYTHON", "CH", "IMPL", "PORT"}
MADE = shutil.ignore_patterns(
    ".venv", ".git", ".nox", ".*_cache", ".literate", "_build", "mutants", "__pycache__", "mine.py"
)


def copy_to(folder, source=ROOT):
    """A copy of the project without what was made in it."""
    return Path(shutil.copytree(source, folder, ignore=MADE, symlinks=True))


def outside(**variables):
    """The environment of a newcomer's shell."""
    return {name: value for name, value in os.environ.items() if name not in OWN} | variables


def make(*arguments, folder=ROOT, **variables):
    return subprocess.run(
        ["make", *arguments], cwd=folder, env=outside(**variables), capture_output=True, text=True
    )


def interpreters(*versions):
    """A Python of each version that runs, on the search path or among pyenv's."""
    found = {}
    for version in versions:
        places = Path.home().glob(f".pyenv/versions/{version}.*/bin/python{version}")
        programs = filter(None, [*map(str, places), shutil.which(f"python{version}")])
        if runs := [p for p in programs if not subprocess.run([p, "-c", ""], capture_output=True).returncode]:
            found[version] = runs[0]
    return found
