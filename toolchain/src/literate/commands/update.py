"""``literate update``."""

from __future__ import annotations

import argparse
from typing import Any

from literate.commands.common import RIGHT, TEXT_WRONG, book, command, known_chapters
from literate.terminal import Terminal
from literate.untangle import apply, patch
from literate.update import update

PAGE = """\
Rewrite stale outputs and computed numbers in the chapters from what really happens.

Everything is run: the examples of a chapter from top to bottom, its commands, its computed numbers, its
cells. The changes are shown as a diff, and made only with --write. What is wrong in another way gets no new
output: an example that raises (unless the text shows that exception already), warns or writes to stderr, and
a command that fails. Look at the diff before you write it: what a text claims should not change by itself.

examples:
  literate update                          show what is stale in all chapters
  literate update book/02-parser.md
  literate update --write book/02-parser.md

exit status:
  0  every output and number is right, or was written
  1  something is stale and not written, or cannot be updated
  2  the call or pyproject.toml is wrong, or a chapter cannot be written
"""


def add(commands: Any) -> None:
    parser = command(commands, "update", run, "rewrite outputs and numbers from what really happens", PAGE)
    parser.add_argument("chapters", metavar="CHAPTER", nargs="*", help="chapters (default: all)")
    parser.add_argument("--write", action="store_true", help="change the chapters, not only show how")


def run(options: argparse.Namespace, terminal: Terminal) -> int:
    found = book().demand()
    wanted = known_chapters(found, options.chapters)
    texts: dict[str, str] = {}
    problems = []
    for chapter in found.chapters:
        if chapter.path in wanted:
            updated = update(chapter, found.settings)
            problems += updated.problems if options.write else updated.before
            if updated.text != chapter.text:
                texts[chapter.path] = updated.text
    if texts:
        terminal.show(patch(found, texts))
    if options.write:
        apply(found, texts)
        for path in texts:
            terminal.say(f"wrote {path}")
    for problem in problems:
        terminal.tell(str(problem))
    if not texts and not problems:
        terminal.say("every output and number is up to date")
    return TEXT_WRONG if problems or (texts and not options.write) else RIGHT
