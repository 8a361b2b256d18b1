"""``literate untangle``."""

from __future__ import annotations

import argparse
from typing import Any

from literate.commands.common import RIGHT, TEXT_WRONG, book, command
from literate.errors import CallError, nearest
from literate.settings import known
from literate.tangle import Tangler
from literate.terminal import Terminal
from literate.untangle import carry_back, patch, refusal, write

PAGE = """\
Carry edits made by hand in tangled files back to the chapters they belong to.

An edit begins from what was tangled last, or from what git put there. What a chapter has changed since
then is no part of it and stays. Each edit is tried first: it is applied only when the changed chapters
tangle to exactly the file with the edit, and change no other file. Lines added between two blocks go to
the end of the first one. An edit that blocks cannot hold, that changes lines which the chapter has changed
too, or whose beginning is not known, is refused by name; then nothing is written.

examples:
  literate untangle --dry-run                 show the patch of the chapters
  literate untangle                           apply it
  literate untangle src/mypackage/parser.py   only the edits of that file

exit status:
  0  the edits are in the chapters, or there are none
  1  the chapters are wrong, or an edit cannot be carried back
  2  the call or pyproject.toml is wrong, or a file cannot be written
"""


def add(commands: Any) -> None:
    """Add the command to the parser's."""
    parser = command(commands, "untangle", run, "carry edits of tangled files back to the chapters", PAGE)
    parser.add_argument("files", metavar="FILE", nargs="*", help="tangled files (default: all)")
    dry = "write nothing; show the patch of the chapters"
    parser.add_argument("-n", "--dry-run", action="store_true", help=dry)


def run(options: argparse.Namespace, terminal: Terminal) -> int:
    """Run the command; return its exit status."""
    tangler = Tangler(book())
    result = carry_back(tangler, [_target(tangler, file) for file in options.files])
    if result.refused:
        terminal.tell("\n\n".join(map(refusal, result.refused)))
        terminal.tell("Nothing was written.")
        return TEXT_WRONG
    if not result.texts:
        terminal.say("no tangled file was edited by hand")
        return RIGHT
    if options.dry_run:
        terminal.show(patch(tangler.book, result.texts))
        return RIGHT
    write(tangler, result)
    for path in result.texts:
        terminal.say(f"wrote {path}")
    return RIGHT


def _target(tangler: Tangler, file: str) -> str:
    """The target that a file named on the command line is."""
    path = known(file, tangler.root, tangler.book.targets)
    if path is None:
        raise CallError(f"{file!r} is not a tangled file.{nearest(file, tangler.book.targets)}")
    return path
