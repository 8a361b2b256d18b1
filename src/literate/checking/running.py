"""Running what a chapter shows: statements of a session, shell commands, code cells."""

from __future__ import annotations
import __future__

import ast
import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import threading
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType
from typing import Any, NoReturn

from literate.checking import endings
from literate.checking.overheard import Overheard
from literate.reading.session import Command, Example

COMMAND_SECONDS = 300
EXAMPLE_SECONDS = 300
Compile = Callable[[str, str, int], CodeType]


@dataclass(frozen=True)
class Outcome:
    """What a statement printed, and the error it raised: as its last lines, and with its traceback.

    `unseen` is what it said elsewhere, on stderr or as a warning: which the text does not show.
    """

    printed: str
    error: str = ""
    trace: str = ""
    unseen: str = ""


def plainly(source: str, path: str, flags: int) -> CodeType:
    """Compile a statement as the interactive interpreter does."""
    if not ast.parse(source, path).body:
        # A comment alone is no statement to the compiler; an interpreter takes it in.
        return compile("", path, "exec")
    code: CodeType = compile(source, path, "single", flags, dont_inherit=True, optimize=0)
    return code


def statement(item: Example, namespace: dict[str, Any], path: str, compiled: Compile = plainly) -> Outcome:
    """Run one statement of a session in `namespace`; `path` is the chapter's, for tracebacks."""
    namespace.setdefault("__name__", "__main__")
    aside = Overheard(path)
    error = trace = ""
    try:
        with aside.listening(), _plain_display(), limits():
            # Empty lines before it give the code the line numbers that it has in the chapter.
            code = compiled("\n" * (item.line - 1) + item.source, path, _future(namespace))
            exec(code, namespace)
    except KeyboardInterrupt:
        raise
    except BaseException as raised:
        lines = traceback.format_exception_only(raised)
        error = lines[-1] if isinstance(raised, SyntaxError) else "".join(lines)
        trace = "".join(traceback.format_exception(raised.with_traceback(_below(raised))))
    return Outcome(aside.printed, error, trace, aside.text)


def _future(namespace: dict[str, Any]) -> int:
    """What ``from __future__ import …`` has switched on in a session, as flags of the compiler."""
    flags = 0
    for name in __future__.all_feature_names:
        feature: __future__._Feature = getattr(__future__, name)
        if namespace.get(name) is feature:
            flags |= feature.compiler_flag
    return flags


@contextlib.contextmanager
def limits() -> Iterator[None]:
    """Nothing that runs in here goes on for ever, or ends the process, then or later."""
    endings.refuse()

    def stop(number: int, frame: object) -> NoReturn:
        raise TimeoutError(f"still running after {EXAMPLE_SECONDS} s")

    timed = threading.current_thread() is threading.main_thread() and hasattr(signal, "setitimer")
    if timed:
        before = signal.signal(signal.SIGALRM, stop)
        signal.setitimer(signal.ITIMER_REAL, EXAMPLE_SECONDS)
    try:
        yield
    finally:
        if timed:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)


def shell(item: Command, root: Path, imports: tuple[str, ...]) -> tuple[str, int] | None:
    """Run one command of a transcript in `root`: its output and errors together, and its exit status.

    None when it was still running after COMMAND_SECONDS.
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
    # A file and no pipe: what the command leaves running would hold a pipe open.
    with (
        tempfile.TemporaryFile() as output,
        subprocess.Popen(
            item.source,
            shell=True,
            cwd=root,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        ) as process,
    ):
        try:
            status = process.wait(COMMAND_SECONDS)
        except subprocess.TimeoutExpired:
            return None
        finally:
            # With all that it has started.
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
        output.seek(0)
        return output.read().decode("utf-8", "replace").replace("\r\n", "\n"), status


def cell(
    source: str, line: int, namespace: dict[str, Any], path: str, folder: Path
) -> tuple[int, str] | None:
    """Run a code cell as the book does: in the chapter's folder, its last expression displayed.

    None when it succeeds; else the line that raises, and the traceback.
    """
    os.environ.setdefault("MPLBACKEND", "agg")
    namespace.setdefault("__name__", "__main__")
    try:
        tree = ast.parse(source, path)
    except SyntaxError as error:
        return line + (error.lineno or 1) - 1, traceback.format_exception_only(error)[-1].rstrip()
    ast.increment_lineno(tree, line - 1)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    before = os.getcwd()
    sys.path.insert(0, str(folder))
    try:
        os.chdir(folder)
        with limits():
            exec(compile(tree, path, "exec", dont_inherit=True), namespace)
            if isinstance(last, ast.Expr):
                show(eval(compile(ast.Expression(last.value), path, "eval", dont_inherit=True), namespace))
    except KeyboardInterrupt:
        raise
    except BaseException as raised:
        frames = [frame for frame in traceback.extract_tb(raised.__traceback__) if frame.filename == path]
        trace = traceback.format_exception(raised.with_traceback(_below(raised)))
        at = (frames[-1].lineno if frames else None) or line
        return at, "".join(trace).rstrip()
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
