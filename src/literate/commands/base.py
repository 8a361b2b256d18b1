"""What the commands share: exit statuses, the form of a help page, the project of the working folder."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from literate import config
from literate.terminal import Terminal

if TYPE_CHECKING:
    from literate.project import Project

RIGHT, TEXT_WRONG, CALL_WRONG = 0, 1, 2
# What a shell reports of a program that was interrupted.
INTERRUPTED = 130
Commands = Any
Run = Callable[[argparse.Namespace, Terminal], int]


def command(commands: Commands, name: str, run: Run, about: str, page: str) -> argparse.ArgumentParser:
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


def settings() -> config.Config:
    return config.load(Path.cwd())


def book() -> Project:
    from literate import project

    return project.load(settings())


def known_chapters(project: Project, named: list[str]) -> list[str]:
    """The chapters named on the command line, or all; a name that is no chapter is a wrong call."""
    import os

    from literate.assembling import paths
    from literate.errors import CallError, nearest

    known = [chapter.path for chapter in project.chapters]
    wanted = {name: paths.known(name, project.config.root, known) for name in named}
    for name in (
        os.path.normpath(name).replace(os.sep, "/") for name, path in wanted.items() if path is None
    ):
        raise CallError(f"{name!r} is not a chapter.{nearest(name, known)} Chapters: {', '.join(known)}.")
    return [path for path in known if not named or path in wanted.values()]
