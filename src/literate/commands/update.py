"""``literate update``."""

from __future__ import annotations

import argparse

from literate.commands.base import RIGHT, TEXT_WRONG, Commands, book, command, known_chapters
from literate.terminal import Terminal

PAGE = """\
Rewrite stale outputs and computed numbers in the chapters from what really happens.

Everything is run: the examples of a chapter from top to bottom, its commands, its computed numbers. The
changes are shown as a diff, and made only with --write. An example that raises gets no new output, unless
the text shows that exception already: an error that nobody meant is for you to mend. So is a command that
fails. Look at the diff before you write it: what a text claims should not change by itself.

examples:
  literate update                          show what is stale in all chapters
  literate update book/02-parser.md
  literate update --write book/02-parser.md

exit status:
  0  every output and number is right, or was written
  1  something is stale and not written, or cannot be updated
  2  the call or pyproject.toml is wrong, or a chapter cannot be written
"""


def add(commands: Commands) -> None:
    parser = command(commands, "update", run, "rewrite outputs and numbers from what really happens", PAGE)
    parser.add_argument("chapters", metavar="CHAPTER", nargs="*", help="chapters (default: all)")
    parser.add_argument("--write", action="store_true", help="change the chapters, not only show how")


def run(options: argparse.Namespace, terminal: Terminal) -> int:
    from literate.checking.isolation import Surroundings
    from literate.checking.update import import_from, update
    from literate.tangling import handedit
    from literate.tangling.untangle import apply

    project = book().demand()
    wanted = known_chapters(project, options.chapters)
    import_from(project.config)
    surroundings = Surroundings()
    texts: dict[str, str] = {}
    problems = []
    for chapter in project.chapters:
        if chapter.path in wanted:
            updated = update(chapter, project.config, surroundings)
            problems += updated.problems if options.write else updated.before
            if updated.text != chapter.text:
                texts[chapter.path] = updated.text
    if texts:
        terminal.show(handedit.patch(project, texts))
    if options.write:
        apply(project, texts)
        for path in texts:
            terminal.say(f"wrote {path}")
    for problem in problems:
        terminal.tell(str(problem))
    if not texts and not problems:
        terminal.say("every output and number is up to date")
    return TEXT_WRONG if problems or (texts and not options.write) else RIGHT
