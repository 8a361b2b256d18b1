"""Running what a chapter shows, and comparing what happens with what is printed.

Each function returns None when the chapter is right, else what is wrong and at which of its lines.
"""

from __future__ import annotations

import ast
import contextlib
import io
import numbers
import os
import re
import subprocess
import sys
import traceback
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path
from typing import Any

from literate.session import Command, Example

COMMAND_SECONDS = 300
_HEADER = "Traceback (most recent call last):\n    ...\n"
_TRACEBACK = re.compile(
    r"(?P<printed>(?:.*\n)*?)Traceback \(most recent call last\):\n(?:[ \t].*\n|\n)*(?P<error>\S(?:.*\n)+)\Z"
)
_INTEGER = re.compile(r"[-+]?(\d{1,3}(,\d{3})+|\d+)$")
_DECIMAL = re.compile(r"[-+]?(\d{1,3}(,\d{3})+|\d+)(\.(?P<places>\d+))?(?P<exponent>[eE][-+]?\d+)?$")


@dataclass(frozen=True)
class Wrong:
    """What is wrong, and the chapter's line that is: of an output, the first line that differs."""

    line: int
    text: str


def example(item: Example, namespace: dict[str, Any], path: str) -> Wrong | None:
    """Run one statement of a session in `namespace`; `path` is the chapter's, for tracebacks."""
    namespace.setdefault("__name__", "__main__")
    printed, error, trace = io.StringIO(), "", ""
    try:
        # Empty lines before it give the code the line numbers that it has in the chapter.
        code = compile("\n" * (item.line - 1) + item.source, path, "single", dont_inherit=True)
        with contextlib.redirect_stdout(printed), _plain_display():
            exec(code, namespace)
    except KeyboardInterrupt:
        raise
    except BaseException as raised:
        lines = traceback.format_exception_only(raised)
        error = lines[-1] if isinstance(raised, SyntaxError) else "".join(lines)
        trace = "".join(traceback.format_exception(raised.with_traceback(_below(raised))))
    wanted = _TRACEBACK.match(item.want)
    if error and not wanted:
        return Wrong(item.line, f"the example raises\n{printed.getvalue()}{trace.rstrip()}")
    if error and wanted:
        # The frames of a traceback are not compared: they name lines of no interest to a reader.
        want = f"{wanted['printed']}{_HEADER}{wanted['error']}"
        frames = item.want.count("\n") - want.count("\n")
        return _compared(want, f"{printed.getvalue()}{_HEADER}{error}", item, frames)
    return _compared(item.want, printed.getvalue(), item)


def command(item: Command, root: Path, imports: tuple[str, ...]) -> Wrong | None:
    """Run one command of a transcript in `root`; output and errors are compared together.

    A command must succeed. To show one that fails, end it with ``; echo "exit status $?"``.
    """
    environment = {
        **os.environ,
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")]),
        "PYTHONPATH": os.pathsep.join(str(root / folder) for folder in imports),
        "PYTHONIOENCODING": "utf-8",
        "PYTHONDONTWRITEBYTECODE": "1",
        "COLUMNS": "80",
        "NO_COLOR": "1",
        "TERM": "dumb",
    }
    for name in ("FORCE_COLOR", "PYTEST_CURRENT_TEST", "PYTEST_ADDOPTS"):
        environment.pop(name, None)
    try:
        done = subprocess.run(
            item.source,
            shell=True,
            cwd=root,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=COMMAND_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Wrong(item.line, f"the command still runs after {COMMAND_SECONDS} s")
    wrong = _compared(item.want, done.stdout.decode("utf-8", "replace").replace("\r\n", "\n"), item)
    if wrong is None and done.returncode:
        advice = 'To show a command that fails, end it with: ; echo "exit status $?"'
        return Wrong(item.line, f"the command fails with exit status {done.returncode}. {advice}")
    return wrong


def computed(shown: str, expression: str, namespace: Mapping[str, Any], line: int) -> Wrong | None:
    """Evaluate `expression` and compare it with `shown`, at the precision shown; `line` is the chapter's."""
    try:
        value = eval(compile(expression.strip(), "<computed>", "eval", dont_inherit=True), dict(namespace))
    except KeyboardInterrupt:
        raise
    except BaseException as raised:
        return Wrong(line, f"{expression} raises {traceback.format_exception_only(raised)[-1].strip()}")
    right = as_shown(value, shown)
    wrong = Wrong(line, f"the text says {shown}, but {expression} gives {right} ({value!r})")
    return None if right == shown else wrong


def as_shown(value: Any, shown: str) -> str:
    """`value` written in the form of `shown`: its places, its exponent, its thousands and its minus sign."""
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
    os.environ.setdefault("MPLBACKEND", "agg")
    namespace.setdefault("__name__", "__main__")
    tree = ast.parse(source, path)
    ast.increment_lineno(tree, line - 1)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    before = os.getcwd()
    sys.path.insert(0, str(folder))
    try:
        os.chdir(folder)
        exec(compile(tree, path, "exec", dont_inherit=True), namespace)
        if isinstance(last, ast.Expr):
            show(eval(compile(ast.Expression(last.value), path, "eval", dont_inherit=True), namespace))
    except KeyboardInterrupt:
        raise
    except BaseException as raised:
        frames = [frame for frame in traceback.extract_tb(raised.__traceback__) if frame.filename == path]
        trace = traceback.format_exception(raised.with_traceback(_below(raised)))
        at = (frames[-1].lineno if frames else None) or line
        return Wrong(at, f"the cell raises\n{''.join(trace).rstrip()}")
    finally:
        os.chdir(before)
        with contextlib.suppress(ValueError):
            sys.path.remove(str(folder))
    return None


def show(value: Any) -> None:
    """Draw a cell's result as the page would: an error in drawing is an error of the cell."""
    if value is None:
        return
    bundle = getattr(value, "_repr_mimebundle_", None)
    if bundle is not None:
        bundle()
    else:
        repr(value)


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


def _compared(want: str, got: str, item: Example | Command, frames: int = 0) -> Wrong | None:
    """Compare an output; `frames` lines of a traceback stand in the chapter and not in `want`."""
    if want == got:
        return None
    if got and not got.endswith("\n"):
        got += "[no line end here]\n"
    wanted, found = want.splitlines(), got.splitlines()
    diff = "\n".join(unified_diff(wanted, found, "the text", "what happens", lineterm=""))
    row = next((row for row, pair in enumerate(zip(wanted, found, strict=False)) if pair[0] != pair[1]), None)
    if row is None:
        row = min(len(wanted), len(found), max(len(wanted) - 1, 0))
    if frames and row > want[: want.index(_HEADER)].count("\n") + 1:
        row += frames
    first = item.line + item.source.removesuffix("\n").count("\n") + 1
    return Wrong(first + row if wanted else item.line, f"the output differs\n{diff}")


def _below(raised: BaseException) -> Any:
    """The traceback without this module's own frames."""
    trace = raised.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename == __file__:
        trace = trace.tb_next
    return trace


@contextlib.contextmanager
def _plain_display() -> Iterator[None]:
    before = sys.displayhook
    sys.displayhook = sys.__displayhook__
    try:
        yield
    finally:
        sys.displayhook = before
