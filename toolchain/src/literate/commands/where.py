"""``literate where``."""

from __future__ import annotations

import argparse
import io
import re
import sys
from typing import Any

from literate.commands.common import RIGHT, TEXT_WRONG, book, command, known_chapters
from literate.errors import CallError
from literate.places import Places, Rewriter
from literate.terminal import Terminal

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


def add(commands: Any) -> None:
    """Add the command to the parser's."""
    parser = command(commands, "where", run, "name the chapter's line of a tangled line", PAGE)
    back = "from a chapter's line to the lines of the tangled files"
    parser.add_argument("--back", action="store_true", help=back)
    place = "a line of a tangled file (with --back, of a chapter); - for stdin"
    parser.add_argument("place", metavar="FILE:LINE|-", help=place)


def run(options: argparse.Namespace, terminal: Terminal) -> int:
    """Run the command; return its exit status."""
    if options.place == "-" and not options.back:
        return _filter(terminal)
    file, _, number = options.place.partition(":")
    number = number.partition(":")[0]
    if not re.fullmatch("[0-9]{1,9}", number) or int(number) < 1:
        raise CallError(f"{options.place!r} is not of the form FILE:LINE.")
    return (_back if options.back else _forth)(file, int(number), terminal)


def _filter(terminal: Terminal) -> int:
    # What is no UTF-8, and line ends of other systems, go through as they come, whatever the locale is.
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="surrogateescape", newline="")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="surrogateescape")
    found = book()
    if found.problems:
        # Half a program would give wrong places.
        terminal.tell(f"{found.problems[0]}\nThe chapters have errors, so no place is replaced.")
        sys.stdout.writelines(sys.stdin)
        return TEXT_WRONG
    rewriter = Rewriter(Places(found))
    for line in sys.stdin or ():
        sys.stdout.write(rewriter.line(line))
        sys.stdout.flush()
    return RIGHT


def _forth(file: str, number: int, terminal: Terminal) -> int:
    places = Places(book().demand())
    place = places.find(file, number)
    if place is None:
        known = places.find(file, 1) is not None
        terminal.tell(f"{file} has no line {number}." if known else f"{file} is not made by any chapter.")
        return TEXT_WRONG
    terminal.show(f"{place.path}:{place.line}: section {place.title!r}")
    return RIGHT


def _back(file: str, number: int, terminal: Terminal) -> int:
    found = book().demand()
    (path,) = known_chapters(found, [file])
    places = Places(found)
    lines = places.back(path, number)
    for name, line in lines:
        terminal.show(f"{name}:{line}")
    gone = ", ".join(dict.fromkeys(name for name, _ in places.tangled(path, number)))
    if not lines and gone:
        terminal.tell(f"{path}:{number} goes into {gone}, where it was taken out by hand.")
    elif not lines:
        terminal.tell(f"{path}:{number} is not a line of a tangled block.")
    return RIGHT if lines else TEXT_WRONG
