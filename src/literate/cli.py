"""The ``literate`` command."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from literate import config
from literate.errors import CallError, TextErrors

if TYPE_CHECKING:
    from literate.project import Project

RIGHT, TEXT_WRONG, CALL_WRONG = 0, 1, 2

DESCRIPTION = """\
Read the chapters of this folder's project, and keep text and code one thing.

The folder's pyproject.toml says what the chapters are and where their code goes:

    [tool.literate]
    chapters = ["book/*.md"]
    outputs = ["src/mypackage", "examples"]
"""

EPILOG = """\
exit status: 0 all is right; 1 the text is wrong, and stderr says where; 2 the call is wrong.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit status."""
    try:
        options = _parser().parse_args(arguments)
    except SystemExit as stop:
        return CALL_WRONG if stop.code else RIGHT
    try:
        status: int = options.run(options)
        return status
    except TextErrors as error:
        print(error, file=sys.stderr)
        count = len(error.problems)
        print(
            f"{count} {'thing is' if count == 1 else 'things are'} wrong; nothing was written.",
            file=sys.stderr,
        )
        return TEXT_WRONG
    except CallError as error:
        print(f"literate: {error}", file=sys.stderr)
        return CALL_WRONG
    except BrokenPipeError:
        # Whoever read the output has seen enough.
        sys.stderr.close()
        return RIGHT


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "literate",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND", title="commands")

    tangle = commands.add_parser(
        "tangle",
        help="write the code of the chapters to its files",
        description="Write the code of the chapters to its files: all, or none when anything is wrong. "
        "A file that was edited by hand is never overwritten: the edit is printed as a patch of the chapter.",
    )
    tangle.add_argument(
        "--check", action="store_true", help="write nothing; show what differs, and exit with 1"
    )
    tangle.set_defaults(run=_tangle)

    where = commands.add_parser(
        "where",
        help="name the chapter's line of a tangled line",
        description="Print the chapter's line that FILE:LINE comes from. With -, read any tool's output from "
        "stdin and print it with every tangled place replaced by the chapter's.",
        epilog="example: ruff check src/mypackage --output-format concise | literate where -",
    )
    where.add_argument("place", metavar="FILE:LINE|-")
    where.set_defaults(run=_where)

    prefixes = commands.add_parser(
        "prefixes",
        help="check that the program works at the end of every section",
        description="For each section, tangle the blocks up to its end into a scratch folder, import it "
        "and run the examples up to there, with nothing from later sections.",
    )
    prefixes.set_defaults(run=_prefixes)

    watch = commands.add_parser("watch", help="tangle again whenever a chapter is saved")
    watch.set_defaults(run=_watch)
    return parser


def _tangle(options: argparse.Namespace) -> int:
    from literate.record import settled

    settings = config.load(Path.cwd())
    if settled(settings):
        return RIGHT
    from literate import project
    from literate.tangle import Tangler, difference

    tangler = Tangler(project.load(settings))
    plan = tangler.plan()
    targets = tangler.book.targets
    for path in plan.kept:
        print(f"{path} is in no chapter any more, but was edited by hand, so it stays.", file=sys.stderr)
    if options.check:
        for path in sorted([*plan.stale, *(edit.target for edit in plan.edits)]):
            print("\n".join(difference(targets[path], tangler.disk(path))))
        for path in plan.leftover:
            print(f"{path} is left over: no chapter makes it any more")
        return TEXT_WRONG if plan.stale or plan.edits or plan.leftover else RIGHT
    if plan.edits:
        from literate.handedit import describe

        print("\n\n".join(describe(tangler.book, edit) for edit in plan.edits), file=sys.stderr)
        return TEXT_WRONG
    for path in tangler.write(plan):
        print(f"wrote {path}")
    for path in plan.leftover:
        print(f"removed {path}")
    return RIGHT


def _where(options: argparse.Namespace) -> int:
    from literate.where import Places

    places = Places(_project())
    if options.place == "-":
        for line in sys.stdin:
            sys.stdout.write(places.rewrite(line))
        return RIGHT
    file, _, number = options.place.partition(":")
    number = number.partition(":")[0]
    if not number.isdigit() or int(number) < 1:
        raise CallError(f"{options.place!r} is not of the form FILE:LINE.")
    place = places.find(file, int(number))
    if place is None:
        print(f"{file} is not made by any chapter.", file=sys.stderr)
        return TEXT_WRONG
    print(f"{place.path}:{place.line}: section {place.title!r}")
    return RIGHT


def _prefixes(options: argparse.Namespace) -> int:
    from literate.prefixes import check

    failures = 0
    for result in check(_project().demand()):
        if result.wrong:
            failures += 1
            print(f"{result.place}\n{result.wrong}\n", file=sys.stderr)
        else:
            print(f"{result.place}: {result.seconds:.1f} s")
    return TEXT_WRONG if failures else RIGHT


def _watch(options: argparse.Namespace) -> int:
    from literate.watch import watch

    watch(config.load(Path.cwd()), lambda: main(["tangle"]))
    return RIGHT


def _project() -> Project:
    from literate import project

    return project.load(config.load(Path.cwd()))
