"""Builds of one text give the same bytes: in any folder, and after edits as well as from nothing.

All but the figure of times: each build measures them.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from making import copy_to

SITE = "_build/html"
# Sphinx's own note of the settings, for its next build. It depends on the folder.
NOTE = ".buildinfo"
# The one figure that shows times, measured by each build.
MEASURED = re.compile(rb'<figure[^>]*id="fig-overhead">.*?</figure>', re.DOTALL)

pytestmark = pytest.mark.slow  # builds the whole book several times


def make_book(folder, seed):
    """What `make book` runs, in a process whose sets have an order of their own."""
    programs = Path(sys.executable).parent
    tangle = [programs / "literate", "--quiet", "tangle"]
    build = [programs / "jupyter-book", "build", ".", "-W", "--keep-going"]
    for command in (tangle, [sys.executable, folder / "tools" / "render.py", *build]):
        done = subprocess.run(
            command,
            cwd=folder,
            env=os.environ | {"PYTHONHASHSEED": seed, "TZ": f"UTC{seed}"},
            capture_output=True,
            text=True,
        )
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def pages(folder):
    site = folder / SITE
    files = [file for file in site.rglob("*") if file.is_file() and file.name != NOTE]
    return {file.relative_to(site).as_posix(): MEASURED.sub(b"", file.read_bytes()) for file in files}


def different(one, other):
    """The names of the files that are not the same in both."""
    first, second = pages(one), pages(other)
    assert b"fig-overhead" in first["book/06-autograd.html"]
    return sorted(name for name in first.keys() | second.keys() if first.get(name) != second.get(name))


# What an edit of a chapter can change: this page alone, others that name it, the program.
EDITS = {
    r"^(## .+\n)": r"\1\nA paragraph that was not here, with a {term}`broadcasting` in it.\n",
    r"^## (.+)": r"## Not \1",
    r'^    """Return self \*': '    """Return the product, self *',
}


def edit(folder, old, new):
    chapter = folder / "book" / "06-autograd.md"
    text, found = re.subn(old, new, chapter.read_text("utf-8"), count=1, flags=re.MULTILINE)
    assert found
    chapter.write_text(text, "utf-8")


def test_pages_built_after_each_edit_are_those_of_a_book_made_from_nothing_in_another_folder(tmp_path):
    edited = copy_to(tmp_path / "edited" / "book")
    make_book(edited, seed="1")
    for old, new in EDITS.items():
        edit(edited, old, new)
        make_book(edited, seed="1")
    anew = copy_to(tmp_path / "anew" / "book", source=edited)
    make_book(anew, seed="2")
    assert different(anew, edited) == []
