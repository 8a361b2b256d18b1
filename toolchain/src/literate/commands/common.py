"""What the commands share: exit statuses, the form of a help page, the book of the working folder."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

from literate import build, settings
from literate.errors import CallError, nearest
from literate.model import Book
from literate.settings import known
from literate.terminal import Terminal

RIGHT, TEXT_WRONG, CALL_WRONG = 0, 1, 2
# What a shell reports of a program that was interrupted.
INTERRUPTED = 130
Run = Callable[[argparse.Namespace, Terminal], int]


def command(commands: Any, name: str, run: Run, about: str, page: str) -> argparse.ArgumentParser:
    """Add a command: `about` is its line in the list, `page` the text of its own help."""
    description, _, epilog = page.partition("\nexamples:\n")
    parser: argparse.ArgumentParser = commands.add_parser(
        name,
        help=about,
        description=description.strip(),
        epilog=f"examples:\n{epilog.rstrip()}" if epilog else None,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "-q", "--quiet", action="store_true", default=argparse.SUPPRESS, help="say nothing when all is right"
    )
    parser.set_defaults(run=run)
    return parser


def book() -> Book:
    """The book of the working folder."""
    return build.load(settings.load(Path.cwd()))


def known_chapters(found: Book, named: list[str]) -> list[str]:
    """The chapters named on the command line, or all; a name that is no chapter is a wrong call."""
    names = [chapter.path for chapter in found.chapters]
    wanted = {name: known(name, found.settings.root, names) for name in named}
    for name, path in wanted.items():
        if path is None:
            raise CallError(f"{name!r} is not a chapter.{nearest(name, names)} Chapters: {', '.join(names)}.")
    return [name for name in names if not named or name in wanted.values()]
