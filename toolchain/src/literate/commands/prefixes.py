"""``literate prefixes``."""

from __future__ import annotations

import argparse
from contextlib import closing
from typing import Any

from literate.commands.common import RIGHT, TEXT_WRONG, book, command
from literate.prefixes import check
from literate.terminal import Terminal

PAGE = """\
Check that every prefix of the book is a program, so that a reader who types along always holds a
working one.

For each section, the blocks up to its end are tangled into a copy of the project that holds nothing from
later sections. There the modules are imported and the examples and computed numbers up to there are
checked. The section's own commands, cells and scripts are run as well, except for two kinds: a cell whose
code the page hides, and a script that some command of the book runs. A starter is imported.
Sections that add no code to the one before are checked together with it.

What is used before it exists is reported with both places: where it is used, and where it comes only later.

examples:
  literate prefixes
  literate prefixes --quiet    only what is wrong

exit status:
  0  every prefix is a program
  1  one is not, or the chapters are wrong
  2  the call or pyproject.toml is wrong
"""


def add(commands: Any) -> None:
    command(commands, "prefixes", run, "check that the program works at the end of every section", PAGE)


def run(options: argparse.Namespace, terminal: Terminal) -> int:
    failures = 0
    with closing(check(book().demand())) as results:
        for result in results:
            if result.wrong:
                failures += 1
                terminal.tell(f"{result.place}\n{result.wrong}\n")
            else:
                terminal.say(f"{result.place}: {result.seconds:.1f} s")
    return TEXT_WRONG if failures else RIGHT
