"""Running what a chapter shows, and comparing what happens with what is printed.

Each function returns None when the chapter is right, else a text that says how it is wrong.
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
from difflib import unified_diff
from pathlib import Path
from typing import Any

from literate.session import Command, Example

COMMAND_SECONDS = 300
_TRACEBACK = re.compile(
    r"(?P<printed>(?:.*\n)*?)Traceback \(most recent call last\):\n(?:[ \t].*\n|\n)*(?P<error>\S(?:.*\n)+)\Z"
)
_INTEGER = re.compile(r"[-+]?(\d{1,3}(,\d{3})+|\d+)$")
_DECIMAL = re.compile(r"[-+]?(\d{1,3}(,\d{3})+|\d+)(\.(?P<places>\d+))?(?P<exponent>[eE][-+]?\d+)?$")


def example(item: Example, namespace: dict[str, Any], path: str) -> str | None:
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
    if wanted is None and not error:
        return _difference(item.want, printed.getvalue())
    if wanted is not None and error:
        header = "Traceback (most recent call last):\n    ...\n"
        return _difference(
            f"{wanted['printed']}{header}{wanted['error']}", f"{printed.getvalue()}{header}{error}"
        )
    if error:
        return f"the example raises\n{printed.getvalue()}{trace.rstrip()}"
    return _difference(item.want, printed.getvalue())


def command(item: Command, root: Path, imports: tuple[str, ...]) -> str | None:
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
        return f"$ {item.source}\nstill runs after {COMMAND_SECONDS} s"
    difference = _difference(item.want, done.stdout.decode("utf-8", "replace").replace("\r\n", "\n"))
    if difference is None and done.returncode:
        advice = 'To show a command that fails, end it with: ; echo "exit status $?"'
        return f"$ {item.source}\nfails with exit status {done.returncode}. {advice}"
    return f"$ {item.source}\n{difference}" if difference else None


def computed(shown: str, expression: str, namespace: Mapping[str, Any]) -> str | None:
    """Evaluate `expression` and compare it with `shown` at the precision shown."""
    try:
        value = eval(compile(expression.strip(), "<computed>", "eval", dont_inherit=True), dict(namespace))
    except Exception as raised:
        return f"{expression} raises {traceback.format_exception_only(raised)[-1].strip()}"
    right = as_shown(value, shown)
    return None if right == shown else f"the text says {shown}, but {expression} gives {right} ({value!r})"


def as_shown(value: Any, shown: str) -> str:
    """`value` written in the form of `shown`: its places, its exponent, its thousands and its minus sign."""
    plain = shown.replace("\u2212", "-")
    match = _DECIMAL.match(plain)
    number = _number(value)
    if match is None or number is None:
        return str(value)
    places = len(match["places"] or "")
    thousands = "," if "," in plain else ""
    if match["exponent"]:
        mantissa, _, exponent = f"{number:.{places}e}".partition("e")
        mark = "e" if "e" in plain else "E"
        return _signed(f"{mantissa}{mark}{_exponent(int(exponent), match['exponent'][1:])}", shown)
    if _INTEGER.match(plain) and isinstance(number, int):
        return _signed(f"{number:{thousands}d}", shown)
    return _signed(f"{number:{thousands}.{places}f}", shown)


def cell(source: str, line: int, namespace: dict[str, Any], path: str, folder: Path) -> str | None:
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
        trace = traceback.format_exception(raised.with_traceback(_below(raised)))
        return f"the cell raises\n{''.join(trace).rstrip()}"
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
    if isinstance(value, bool):
        return None
    if isinstance(value, numbers.Integral):
        return int(value)
    try:
        return float(value)
    except (TypeError, ValueError):
        return None


def _exponent(exponent: int, shown: str) -> str:
    sign = "-" if exponent < 0 else "+" if shown.startswith("+") else ""
    return sign + f"{abs(exponent):0{len(shown.lstrip('+-'))}d}"


def _signed(text: str, shown: str) -> str:
    if shown.startswith("+") and not text.startswith("-"):
        text = "+" + text
    return text.replace("-", "\u2212") if "\u2212" in shown else text


def _difference(want: str, got: str) -> str | None:
    if want == got:
        return None
    if got and not got.endswith("\n"):
        got += "\n[no line end here]\n"
    lines = unified_diff(want.splitlines(), got.splitlines(), "the text", "what happens", lineterm="")
    return "\n".join(lines)


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
