"""``literate where``."""

from __future__ import annotations

import argparse
import io
import re
import sys
from typing import TYPE_CHECKING

from literate.commands.base import RIGHT, TEXT_WRONG, Commands, book, command, settings
from literate.errors import CallError
from literate.terminal import Terminal

if TYPE_CHECKING:
    from literate.tangling.places import Place

PAGE = """\
Print the chapter's line that a line of a tangled file comes from.

With -, read any tool's output from stdin and print it with every tangled place replaced by the
chapter's: tracebacks, linters, type checkers, debuggers, the missing lines of a coverage report. Lines,
columns and the ends of places are replaced; what names no line of a tangled file stays as it is.
With --back, go the other way: from a chapter's line to the files it goes into.

examples:
  literate where src/mypackage/parser.py:42
  literate where --back book/02-parser.md:310
  ruff check src/mypackage | literate where -
  python -m mypackage 2>&1 | literate where -

exit status:
  0  the place was found; with -, the output was passed on
  1  no chapter makes that line, or the chapters are wrong; with -, the output is then passed on unchanged
  2  the call or pyproject.toml is wrong
"""


def add(commands: Commands) -> None:
    parser = command(commands, "where", run, "name the chapter's line of a tangled line", PAGE)
    parser.add_argument(
        "--back", action="store_true", help="from a chapter's line to the lines of the tangled files"
    )
    parser.add_argument(
        "place",
        metavar="FILE:LINE|-",
        help="a line of a tangled file (with --back, of a chapter); - for stdin",
    )


def run(options: argparse.Namespace, terminal: Terminal) -> int:
    if options.place == "-" and not options.back:
        return _filter(terminal)
    file, _, number = options.place.partition(":")
    number = number.partition(":")[0]
    if not re.fullmatch("[0-9]{1,9}", number) or int(number) < 1:
        raise CallError(f"{options.place!r} is not of the form FILE:LINE.")
    return (_back if options.back else _forth)(file, int(number), terminal)


def _filter(terminal: Terminal) -> int:
    from literate.pointing.rewrite import Rewriter
    from literate.pointing.where import Places

    _pass_bytes_on()
    project = book()
    if project.problems:
        # Half a program would give wrong places.
        terminal.tell(f"{project.problems[0]}\nThe chapters have errors, so no place is replaced.")
        sys.stdout.writelines(sys.stdin)
        return TEXT_WRONG
    rewriter = Rewriter(Places(project))
    for line in sys.stdin:
        sys.stdout.write(rewriter.line(line))
        sys.stdout.flush()
    return RIGHT


def _pass_bytes_on() -> None:
    """What is no UTF-8, and line ends of other systems, go through as they come."""
    # Whatever the locale is: the same letters in and out, so that no byte changes.
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="surrogateescape", newline="")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="surrogateescape")


def _forth(file: str, number: int, terminal: Terminal) -> int:
    from literate.tangling import places as saved

    place = saved.find(settings(), file, number) or _read(file, number, terminal)
    if place is None:
        return TEXT_WRONG
    terminal.show(f"{place.path}:{place.line}: section {place.title!r}")
    return RIGHT


def _read(file: str, number: int, terminal: Terminal) -> Place | None:
    """The place as the chapters are now; why there is none is told."""
    from literate.pointing.where import Places

    places = Places(book().demand())
    place = places.find(file, number)
    if place is None:
        known = places.find(file, 1) is not None
        terminal.tell(f"{file} has no line {number}." if known else f"{file} is not made by any chapter.")
    return place


def _back(file: str, number: int, terminal: Terminal) -> int:
    from literate.tangling import places as saved

    found = saved.back(settings(), file, number) or _read_back(file, number, terminal)
    for name, line in found:
        terminal.show(f"{name}:{line}")
    return RIGHT if found else TEXT_WRONG


def _read_back(file: str, number: int, terminal: Terminal) -> list[tuple[str, int]]:
    """The lines as the chapters are now; why there are none is told."""
    from literate.commands.base import known_chapters
    from literate.pointing.where import Places

    project = book().demand()
    (path,) = known_chapters(project, [file])
    places = Places(project)
    found = places.back(path, number)
    gone = ", ".join(dict.fromkeys(name for name, _ in places.tangled(path, number)))
    if not found and gone:
        terminal.tell(f"{path}:{number} goes into {gone}, where it was taken out by hand.")
    elif not found:
        terminal.tell(f"{path}:{number} is not a line of a tangled block.")
    return found
