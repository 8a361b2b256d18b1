"""Someone else's book, small_book/, is made with the toolchain's wheel alone. README.md shows its files."""

import html
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

TOOLCHAIN = Path(__file__).resolve().parents[1]
BOOK = Path(__file__).with_name("small_book")


def run(folder, *command):
    """What a command that must succeed prints, run without the environment of these tests."""
    own = ("PYTHON", "PYTEST", "VIRTUAL_ENV")
    outside = {name: value for name, value in os.environ.items() if not name.startswith(own)}
    done = subprocess.run(
        command, cwd=folder, env=outside, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    run(TOOLCHAIN, sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", folder)
    return next(folder.glob("*.whl"))


def test_wheel_holds_every_file_of_the_two_packages(wheel):
    sources = TOOLCHAIN / "src"
    files = {
        file.relative_to(sources).as_posix()
        for file in sources.rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    packed = zipfile.ZipFile(wheel).namelist()
    assert {name for name in packed if ".dist-info/" not in name} == files
    assert [name for name in packed if name.endswith("licenses/LICENSE")]


def test_readme_shows_the_files_of_the_small_book():
    readme = (TOOLCHAIN / "README.md").read_text("utf-8")
    shown = dict(re.findall(r"^`(\S+)`:\n\n````\w*\n(.*?)^````$", readme, re.M | re.S))
    assert shown == {file.name: file.read_text("utf-8") for file in BOOK.iterdir()}


@pytest.mark.slow  # installs the wheel and what it needs into an environment of its own
def test_small_book_is_tangled_tested_and_built_with_the_wheel_alone(wheel, tmp_path):
    book, programs = tmp_path / "book", tmp_path / "environment" / "bin"
    shutil.copytree(BOOK, book)
    run(tmp_path, sys.executable, "-m", "venv", "environment")
    pins = TOOLCHAIN.parent / "constraints.txt"
    run(tmp_path, programs / "pip", "install", "--only-binary", ":all:", "--constraint", pins, wheel)

    assert run(book, programs / "literate", "tangle") == "wrote src/adding/sums.py\n"
    code = re.search(r"```python tangle=\S+\n(.*?)```", (book / "adding.md").read_text("utf-8"), re.S)[1]
    assert (book / "src" / "adding" / "sums.py").read_text("utf-8") == code
    assert re.search(r"\b3 passed in ", run(book, programs / "pytest", "-q"))

    run(book, programs / "jupyter-book", "build", ".", "-W", "--keep-going")
    page = html.unescape(re.sub(r"<[^>]*>", "", (book / "_build/html/adding.html").read_text("utf-8")))
    for text in ("src/adding/sums.py", ">>> add([1, 2, 3])\n6\n", "The numbers from 1 to 10 make 55."):
        assert text in page
