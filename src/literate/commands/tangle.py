"""``literate tangle``."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from literate.commands.base import RIGHT, TEXT_WRONG, Commands, command, settings
from literate.terminal import Terminal

if TYPE_CHECKING:
    from literate.tangling.tangle import Plan, Tangler

PAGE = """\
Write the code of the chapters to its files: all of them, or none when anything is wrong.

A file that is right already is not touched. A file that was edited by hand is never overwritten: the
edit is printed as a patch of the chapter, and "literate untangle" applies it. A file that no chapter
makes any more is removed, if its text is known to be the tangler's own; where nothing else has that text,
a copy stays in .literate/removed/, and so it does of a file that loses all the code of a chapter.
The copies are numbered; none is overwritten. A Python file that no chapter makes is named, when it lies
in a folder that pyproject.toml calls whole. A write-protected file is neither replaced nor removed.

examples:
  literate tangle            bring the files into step with the chapters
  literate tangle --check    only show what differs

exit status:
  0  the files are in step with the chapters
  1  the chapters are wrong, or a file was edited by hand; with --check also when anything differs or is
     left over, or no chapter makes a file of a whole folder
  2  the call or pyproject.toml is wrong, or a file cannot be written
"""


def add(commands: Commands) -> None:
    parser = command(commands, "tangle", run, "write the code of the chapters to its files", PAGE)
    parser.add_argument(
        "--check", action="store_true", help="write nothing; show what differs, and exit with 1"
    )


def run(options: argparse.Namespace, terminal: Terminal) -> int:
    from literate.tangling.record import settled

    configuration = settings()
    if settled(configuration):
        return RIGHT
    from literate import project
    from literate.tangling.tangle import Tangler

    tangler = Tangler(project.load(configuration))
    plan = tangler.plan()
    if options.check:
        _tell(plan, terminal)
        return _check(tangler, plan, terminal)
    if plan.edits:
        from literate.tangling.handedit import describe

        _tell(plan, terminal)
        terminal.tell("\n\n".join(describe(tangler.book, edit) for edit in plan.edits))
        return TEXT_WRONG
    written = tangler.write(plan)
    _tell(plan, terminal)
    for path in written:
        copy = plan.copied.get(path)
        why = "a chapter has no code for it any more, and what it held before is kept in"
        terminal.say(f"wrote {path}" + (f"; {why} {copy}" if copy else ""))
    for path in plan.leftover:
        copy = plan.copied.get(path)
        terminal.say(f"removed {path}" + (f"; its last text is kept in {copy}" if copy else ""))
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
    if plan.unrecorded:
        terminal.tell(
            f".literate cannot be written ({plan.unrecorded}). The files are right; but without its notes of "
            "what it wrote, the next run may take an older text for an edit made by hand."
        )


def _check(tangler: Tangler, plan: Plan, terminal: Terminal) -> int:
    from literate.tangling.tangle import difference

    targets = tangler.book.targets
    for path in sorted([*plan.stale, *(edit.target for edit in plan.edits)]):
        terminal.show("\n".join(difference(targets[path], tangler.disk(path))))
    for path in plan.leftover:
        terminal.show(f"{path} is left over: no chapter makes it any more")
    return TEXT_WRONG if plan.stale or plan.edits or plan.leftover or plan.kept or plan.strays else RIGHT
