"""``literate watch``."""

from __future__ import annotations

import argparse
import contextlib

from literate.commands.base import INTERRUPTED, RIGHT, Commands, command, settings
from literate.terminal import Terminal

PAGE = """\
Tangle now, and again after every save of a chapter or of pyproject.toml, until interrupted (Ctrl-C).

What is wrong is said once, with its line, and the last good files stay until it is mended.

examples:
  literate watch
  literate watch --quiet    only what is wrong

exit status:
  0  it was interrupted
  2  pyproject.toml is wrong, or a folder of chapters is not there
"""


def add(commands: Commands) -> None:
    command(commands, "watch", run, "tangle again whenever a chapter is saved", PAGE)


def run(options: argparse.Namespace, terminal: Terminal) -> int:
    from literate.cli import main
    from literate.watch import watch

    def tangle() -> int:
        status = main(["tangle", "--quiet"] if options.quiet else ["tangle"])
        if status == INTERRUPTED:
            raise KeyboardInterrupt
        return status

    with contextlib.suppress(KeyboardInterrupt):
        watch(settings, tangle, terminal)
    return RIGHT
