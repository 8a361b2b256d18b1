"""``literate tangle``."""

from __future__ import annotations

import argparse
from typing import Any

from literate.commands.common import RIGHT, TEXT_WRONG, book, command
from literate.tangle import REMOVED, Plan, Tangler, difference
from literate.terminal import Terminal
from literate.untangle import describe, edits

PAGE = """\
Write the code of the chapters to its files: all of them, or none when anything is wrong.

A file that is right already is not touched. A file that was edited by hand is never overwritten: the
edit is printed as a patch of the chapter, and "literate untangle" applies it. A file that no chapter
makes any more is removed, if its text is what the tangler wrote last, or what the chapters of git's last
commit make. What was in a file before it was replaced or removed stays in .literate/removed/, until the
next time. A Python file that no chapter makes is named, when it lies in a folder that pyproject.toml calls
whole. A write-protected file is neither replaced nor removed.

examples:
  literate tangle            bring the files into step with the chapters
  literate tangle --check    only show what differs

exit status:
  0  the files are in step with the chapters
  1  the chapters are wrong, or a file was edited by hand; with --check also when anything differs or is
     left over, or no chapter makes a file of a whole folder
  2  the call or pyproject.toml is wrong, or a file cannot be written
"""


def add(commands: Any) -> None:
    """Add the command to the parser's."""
    parser = command(commands, "tangle", run, "write the code of the chapters to its files", PAGE)
    check = "write nothing; show what differs, and exit with 1"
    parser.add_argument("--check", action="store_true", help=check)


def run(options: argparse.Namespace, terminal: Terminal) -> int:
    """Run the command; return its exit status."""
    tangler = Tangler(book())
    plan = tangler.plan()
    if options.check:
        _tell(plan, terminal)
        return _check(tangler, plan, terminal)
    edited = edits(tangler, plan)
    if edited:
        _tell(plan, terminal)
        terminal.tell("\n\n".join(describe(tangler.book, edit) for edit in edited))
        return TEXT_WRONG
    written = tangler.write(plan)
    _tell(plan, terminal)
    for path in written:
        terminal.say(f"wrote {path}")
    for path in plan.leftover:
        terminal.say(f"removed {path}; its last text is kept in {REMOVED}/{path}")
    return RIGHT


def _tell(plan: Plan, terminal: Terminal) -> None:
    """What is not as it should be and no reason to stop."""
    for path, reason in plan.kept.items():
        terminal.tell(f"{path} is in no chapter any more, but {reason}, so it stays.")
    for path in plan.strays:
        terminal.tell(
            f"{path} is made by no chapter, and lies in a folder that pyproject.toml calls whole. "
            "Move its code into a chapter, or the file to another folder."
        )


def _check(tangler: Tangler, plan: Plan, terminal: Terminal) -> int:
    for path in sorted([*plan.stale, *plan.edited]):
        terminal.show("\n".join(difference(tangler.book.targets[path], tangler.disk(path))))
    for path in plan.leftover:
        terminal.show(f"{path} is left over: no chapter makes it any more")
    return TEXT_WRONG if plan.stale or plan.edited or plan.leftover or plan.kept or plan.strays else RIGHT
