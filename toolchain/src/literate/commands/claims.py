"""``literate claims``."""

from __future__ import annotations

import argparse
from typing import Any

from literate.commands.common import RIGHT, TEXT_WRONG, book, command, known_chapters
from literate.model import ClaimKind
from literate.terminal import Terminal
from literate.unchecked import Count, count, sort_out

PAGE = """\
Count what the chapters claim: examples, commands, computed numbers, cells; and name every numeral in
prose and formulas that nothing checks, with its line.

A numeral counts as checked when the same number, somewhere in the same section (what stands under one
heading of the second level), is printed by an example or a command, is shown by a computed number, or
stands in code that runs there. Decimals are compared as far as they are written, signs are not.
Not counted are:
  - numbers in words, in code spans and in roles, and those of list items;
  - names: a numeral after "section", "chapter", "figure", "table", "equation", "exercise", "Python";
  - in formulas, all but the numbers that stand alone on a side of =, <, \\approx and the like, alone in a
    list, or alone in a matrix: coefficients, exponents and indices belong to the formula.

pyproject.toml records how many there are, and lists those that need no check, each with its reason:

    [tool.literate.claims]
    unchecked = 12
    [[tool.literate.claims.typed]]
    number = "1986"
    chapter = "book/02-parser.md"
    reason = "the year of a publication"

examples:
  literate claims                       the whole report
  literate claims book/02-parser.md
  literate claims --check               fail when more is unchecked than pyproject.toml records

exit status:
  0  the count; with --check, no more is unchecked than pyproject.toml records
  1  with --check, more is, or an allowed numeral is in the text no more; the chapters are wrong
  2  the call or pyproject.toml is wrong
"""


def add(commands: Any) -> None:
    parser = command(commands, "claims", run, "count what the text states and what nothing checks", PAGE)
    parser.add_argument("chapters", metavar="CHAPTER", nargs="*", help="chapters (default: all)")
    parser.add_argument("--check", action="store_true", help="fail when the unchecked numerals have grown")


def run(options: argparse.Namespace, terminal: Terminal) -> int:
    found = book().demand()
    wanted = known_chapters(found, options.chapters)
    counts = [count(chapter) for chapter in found.chapters if chapter.path in wanted]
    unchecked, idle = sort_out(counts, found.settings.typed)
    for entry in idle if len(wanted) == len(found.chapters) else ():
        terminal.tell(
            f"pyproject.toml: {entry.number} in {entry.chapter} need not be allowed any more: take it out"
        )
    recorded = found.settings.unchecked
    grown = len(unchecked) > recorded
    if not options.check or grown:
        for numeral in unchecked:
            terminal.show(
                f"{numeral.path}:{numeral.line}: {numeral.written} is only typed: {numeral.words} "
                f"(section {numeral.section.title!r})"
            )
    if options.check:
        if grown:
            advice = "Print them in an example, or write {computed}`SHOWN <EXPRESSION>`."
            terminal.tell(
                f"{len(unchecked)} numerals are only typed; pyproject.toml records {recorded}. {advice}"
            )
        elif len(unchecked) < recorded:
            terminal.say(f"{len(unchecked)} numerals are checked by nothing: lower unchecked = {recorded}")
        return TEXT_WRONG if grown or idle else RIGHT
    for chapter in counts:
        terminal.show(_line(chapter))
    terminal.show(f"{len(unchecked)} numerals are checked by nothing")
    return RIGHT


def _line(count: Count) -> str:
    names = {
        ClaimKind.EXAMPLE: "examples",
        ClaimKind.COMMAND: "commands",
        ClaimKind.NUMBER: "computed numbers",
        ClaimKind.CELL: "cells",
    }
    return f"{count.path}: " + ", ".join(f"{count.kinds[kind]} {name}" for kind, name in names.items())
