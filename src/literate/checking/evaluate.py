"""Comparing what happens with what a chapter prints.

Each function returns None when the chapter is right, else what is wrong and at which of its lines.
"""

from __future__ import annotations

import numbers
import re
import traceback
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path
from typing import Any

from literate.checking import running
from literate.checking.overheard import Overheard
from literate.checking.running import Compile, plainly
from literate.reading.session import Command, Example

_COMPUTED = "<computed>"
_HEADER = "Traceback (most recent call last):\n    ...\n"
_TRACEBACK = re.compile(
    r"(?P<printed>(?:.*\n)*?)Traceback \(most recent call last\):\n"
    r"(?P<frames>(?:[ \t].*\n|\n)*)(?P<error>\S(?:.*\n)+)\Z"
)
_INTEGER = re.compile(r"[-+]?(\d{1,3}(,\d{3})+|\d+)$")
_DECIMAL = re.compile(r"[-+]?(\d{1,3}(,\d{3})+|\d+)(\.(?P<places>\d+))?(?P<exponent>[eE][-+]?\d+)?$")


@dataclass(frozen=True)
class Wrong:
    """What is wrong, and the chapter's line that is: of an output, the first line that differs."""

    line: int
    text: str


def example(item: Example, namespace: dict[str, Any], path: str, compiled: Compile = plainly) -> Wrong | None:
    """Run one statement of a session in `namespace`; `path` is the chapter's, for tracebacks."""
    # An error that the text shows is compared as Python words it.
    outcome = running.statement(item, namespace, path, plainly if shown_error(item.want) else compiled)
    wanted = shown_error(item.want)
    if outcome.error and not wanted:
        return Wrong(item.line, f"the example raises\n{outcome.printed}{outcome.trace.rstrip()}")
    if outcome.unseen:
        return Wrong(
            item.line, f"the example also says what the text does not show\n{outcome.unseen.rstrip()}"
        )
    if wanted and wanted["frames"].strip() != "...":
        row = output_row(item) + wanted["printed"].count("\n") + 1
        return Wrong(row, "the frames of a traceback are not compared: write them as an indented ...")
    if outcome.error and wanted:
        # The frames of a traceback are not compared: they name lines of no interest to a reader.
        want = f"{wanted['printed']}{_HEADER}{wanted['error']}"
        frames = item.want.count("\n") - want.count("\n")
        return _compared(want, f"{outcome.printed}{_HEADER}{outcome.error}", item, frames)
    return _compared(item.want, outcome.printed, item)


def shown_error(want: str) -> re.Match[str] | None:
    """The error that an output shows: what is `printed` before it, its `frames`, its last lines, `error`."""
    return _TRACEBACK.match(want)


def command(item: Command, root: Path, imports: tuple[str, ...]) -> Wrong | None:
    """Run one command of a transcript in `root`; output and errors are compared together.

    A command must succeed. To show one that fails, end it with ``; echo "exit status $?"``.
    """
    done = running.shell(item, root, imports)
    if done is None:
        return Wrong(item.line, f"the command still runs after {running.COMMAND_SECONDS} s")
    output, status = done
    wrong = _compared(item.want, output, item)
    if wrong is None and status:
        advice = 'To show a command that fails, end it with: ; echo "exit status $?"'
        return Wrong(item.line, f"the command fails with exit status {status}. {advice}")
    return wrong


def computed(shown: str, expression: str, namespace: Mapping[str, Any], line: int) -> Wrong | None:
    """Evaluate `expression` and compare it with `shown`, at the precision shown; `line` is the chapter's."""
    try:
        value, said = value_of(expression, namespace)
    except KeyboardInterrupt:
        raise
    except BaseException as raised:
        return Wrong(line, f"{expression} raises {traceback.format_exception_only(raised)[-1].strip()}")
    if said:
        return Wrong(line, f"{expression} also says what the text does not show\n{said.rstrip()}")
    try:
        right = as_shown(value, shown)
        wrong = Wrong(line, f"the text says {shown}, but {expression} gives {right} ({value!r})")
    except Exception as raised:
        return Wrong(line, f"{expression} gives what cannot be shown: {type(raised).__name__}: {raised}")
    return None if right == shown else wrong


def value_of(expression: str, namespace: Mapping[str, Any]) -> tuple[Any, str]:
    """The value of a computed number's expression, and what evaluating it prints or warns of."""
    aside = Overheard(_COMPUTED)
    with aside.listening(), running.limits():
        value = eval(compile(expression.strip(), _COMPUTED, "eval", dont_inherit=True), dict(namespace))
    return value, aside.printed + aside.text


def as_shown(value: Any, shown: str) -> str:
    """`value` written in the form of `shown`: its places, its exponent, its thousands and its minus sign.

    It is rounded as Python's own formats round: what lies exactly between two numbers goes to the even one.
    """
    plain = shown.replace("\u2212", "-")
    match = _DECIMAL.match(plain)
    number = _number(value)
    if match is None or number is None:
        return str(value)
    try:
        text = _in_form(number, plain, match)
    except OverflowError:
        return str(value)
    if not plain.startswith("-") and not re.search("[1-9]", text):
        text = text.removeprefix("-")
    return _signed(text, shown)


def _in_form(number: int | float, plain: str, match: re.Match[str]) -> str:
    places = len(match["places"] or "")
    thousands = "," if "," in plain else ""
    if match["exponent"]:
        mantissa, _, exponent = f"{number:.{places}e}".partition("e")
        mark = "e" if "e" in plain else "E"
        return f"{mantissa}{mark}{_exponent(int(exponent), match['exponent'][1:])}"
    if _INTEGER.match(plain) and isinstance(number, int):
        return f"{number:{thousands}d}"
    return f"{number:{thousands}.{places}f}"


def cell(source: str, line: int, namespace: dict[str, Any], path: str, folder: Path) -> Wrong | None:
    """Run a code cell as the book does: in the chapter's folder, its last expression displayed."""
    raised = running.cell(source, line, namespace, path, folder)
    return Wrong(raised[0], f"the cell raises\n{raised[1]}") if raised else None


def output_row(item: Example | Command) -> int:
    """The chapter's line on which an item's output begins."""
    return item.line + item.source.removesuffix("\n").count("\n") + 1


def _number(value: Any) -> int | float | None:
    truth = isinstance(value, bool) or getattr(getattr(value, "dtype", None), "kind", "") == "b"
    if truth or isinstance(value, str | bytes | bytearray):
        return None
    if isinstance(value, numbers.Integral):
        return int(value)
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        return None


def _exponent(exponent: int, shown: str) -> str:
    sign = "-" if exponent < 0 else "+" if shown.startswith("+") else ""
    return sign + f"{abs(exponent):0{len(shown.lstrip('+-'))}d}"


def _signed(text: str, shown: str) -> str:
    if shown.startswith("+") and not text.startswith("-"):
        text = "+" + text
    return text.replace("-", "\u2212") if "\u2212" in shown else text


def _lines(text: str) -> list[str]:
    """Lines as a chapter has them: other breaks, such as a form feed, are letters of a line."""
    return text.removesuffix("\n").split("\n") if text else []


def _compared(want: str, got: str, item: Example | Command, frames: int = 0) -> Wrong | None:
    """Compare an output; `frames` lines of a traceback stand in the chapter and not in `want`."""
    if want == got:
        return None
    if got and not got.endswith("\n"):
        got += "[no line end here]\n"
    wanted, found = _lines(want), _lines(got)
    diff = "\n".join(unified_diff(wanted, found, "the text", "what happens", lineterm=""))
    row = next((row for row, pair in enumerate(zip(wanted, found, strict=False)) if pair[0] != pair[1]), None)
    if row is None:
        row = min(len(wanted), len(found), max(len(wanted) - 1, 0))
    if frames and row > want[: want.index(_HEADER)].count("\n") + 1:
        row += frames
    return Wrong(output_row(item) + row if wanted else item.line, f"the output differs\n{diff}")
