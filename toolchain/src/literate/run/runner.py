"""The claims of a chapter, run in their order: each once, and what it needs before it."""

from __future__ import annotations

import contextlib
import json
import os
import re
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

from literate.model import Chapter, Claim, ClaimKind
from literate.settings import Settings

# How long one claim may run, and how long a program may take to end after its last one.
SECONDS = 300
SECONDS_TO_END = 10

# The examples of a chapter and its numbers share their names; so do its cells; commands share the folder.
_RUN_BY = {
    ClaimKind.EXAMPLE: "prompt",
    ClaimKind.NUMBER: "prompt",
    ClaimKind.CELL: "notebook",
    ClaimKind.COMMAND: "shell",
}
_PLACE = re.compile(r'<(?P<path>[^<>\n]+):(?P<line>\d+)>(?P<between>", line |:)(?P<row>\d+)')
_running: set[subprocess.Popen[bytes]] = set()


class Outcome(NamedTuple):
    """What a claim did. Texts are as they were printed; those of errors name the chapter's lines.

    `unseen` is what went to stderr; `error` holds the last lines of an error, `trace` all of it, and `row`
    the row of the cell that raised it. A number has its `value` in the form that the text shows and
    `whole`, or why it is `unshowable`. `status` is a command's exit status. `stopped` says why the claim did
    not come to its end.
    """

    printed: str = ""
    unseen: str = ""
    error: str = ""
    trace: str = ""
    row: int = 1
    value: str = ""
    whole: str = ""
    unshowable: str = ""
    status: int = 0
    stopped: str = ""


class Session:
    """Runs the claims of one chapter; a context manager, so that nothing it started outlives it."""

    def __init__(self, chapter: Chapter, settings: Settings) -> None:
        self.claims, self.settings = chapter.claims, settings
        self.folder = (settings.root / chapter.path).parent
        self._outcomes: dict[int, Outcome] = {}
        self._children: dict[str, _Child] = {}
        self._unended: list[str] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        for child in self._children.values():
            child.close(0 if kind else SECONDS_TO_END)

    def outcome(self, position: int) -> Outcome:
        """What the claim at `position` in the chapter did. Those before it that it may need run first."""
        by = _RUN_BY[self.claims[position].kind]
        waiting = [
            other
            for other, claim in enumerate(self.claims)
            if _RUN_BY[claim.kind] == by and other not in self._outcomes
        ]
        for other in waiting:
            if other <= position:
                self._outcomes[other] = self._run(self.claims[other], by)
        if by in self._children and all(other <= position for other in waiting):
            self._unended.append(self._children[by].close(SECONDS_TO_END))
        return self._outcomes[position]

    def ending(self) -> str:
        """End what runs; return what keeps it from ending, or nothing."""
        self._unended += [child.close(SECONDS_TO_END) for child in self._children.values()]
        return "".join(self._unended)

    def _run(self, claim: Claim, by: str) -> Outcome:
        if by == "shell":
            return run_command(claim.source, self.settings)
        if by not in self._children:
            folder = self.folder if by == "notebook" else self.settings.root
            self._children[by] = _Child(by, folder, environment(self.settings))
        return self._children[by].ask(claim)


class _Child:
    """One Python process that runs claims."""

    def __init__(self, module: str, folder: Path, environment: dict[str, str]) -> None:
        self._channel, theirs = socket.socketpair()
        self._files = tempfile.TemporaryFile(), tempfile.TemporaryFile()  # noqa: SIM115
        self._read = [0, 0]
        self._ended = ""
        command = [sys.executable, "-P", "-m", f"literate.run.{module}", str(theirs.fileno())]
        with theirs:
            self._process = _start(command, folder, environment, *self._files, pass_fds=[theirs.fileno()])
        self._answers = self._channel.makefile("rb")
        if self._answer(SECONDS) is None:
            raise RuntimeError(f"Python does not start: {self._said(1)}")
        self._said(0), self._said(1)

    def ask(self, claim: Claim) -> Outcome:
        """Run a claim."""
        if self._ended:
            return Outcome(stopped=f"cannot run: {self._ended}")
        request = {"kind": claim.kind.value, "source": claim.source, "shown": claim.want}
        self._send(request | {"name": f"<{claim.path}:{claim.line}>"})
        try:
            answer = self._answer(SECONDS)
        except BaseException:
            # Interrupted, this process does not wait for what still runs there.
            _end(self._process)
            raise
        stopped = ""
        if answer is None:
            late = self._process.poll() is None and not self._closed
            _end(self._process)
            stopped = f"still runs after {SECONDS} s" if late else "ends the process"
            if not late:
                stopped += f" with exit status {self._process.returncode}"
            self._ended = f"the chapter's session ended at line {claim.line}"
        unseen = _in_chapter(self._said(1))
        outcome = Outcome(self._said(0), unseen, stopped=stopped)._replace(**answer or {})
        return outcome._replace(trace=_in_chapter(outcome.trace))

    def close(self, seconds: float) -> str:
        """Let the process end within some seconds, else kill it; return what kept it from ending."""
        if self._answers.closed:
            return ""
        with contextlib.suppress(OSError):
            self._channel.shutdown(socket.SHUT_WR)
        answer = self._answer(seconds)
        what = ""
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            names = ", ".join(map(repr, (answer or {}).get("threads", [])))
            what = f"the program does not end within {seconds} s after all else; "
            hint = f"what still runs is {names}: join it, or make it a daemon"
            what += hint if names else "it hangs at exit"
        _end(self._process)
        self._answers.close()
        self._channel.close()
        for file in self._files:
            file.close()
        return what

    def _send(self, request: dict[str, Any]) -> None:
        with contextlib.suppress(OSError):
            self._channel.sendall(json.dumps(request).encode() + b"\n")

    def _answer(self, seconds: float) -> dict[str, Any] | None:
        """The next answer; None when the process died, or gives none in that time."""
        self._closed = False
        limit = time.monotonic() + seconds
        while not select.select([self._channel], [], [], 0.1)[0]:
            # Something that the process has started may hold its end of the channel open.
            if time.monotonic() > limit or self._process.poll() is not None:
                return None
        try:
            line = self._answers.readline()
        except OSError:
            line = b""
        self._closed = not line
        return json.loads(line) if line else None

    def _said(self, stream: int) -> str:
        """What was written since the last time, to stdout (0) or stderr (1)."""
        file = self._files[stream].fileno()
        data = os.pread(file, os.fstat(file).st_size - self._read[stream], self._read[stream])
        self._read[stream] += len(data)
        return data.decode("utf-8", "replace")


def run_command(source: str, settings: Settings) -> Outcome:
    """Run a shell command in the project's folder; its output and errors are taken together."""
    # A file and no pipe: what the command leaves running would hold a pipe open.
    with tempfile.TemporaryFile() as output:
        process = _start(
            ["sh", "-c", source], settings.root, environment(settings), output, subprocess.STDOUT
        )
        try:
            status = process.wait(SECONDS)
        except subprocess.TimeoutExpired:
            return Outcome(stopped=f"still runs after {SECONDS} s")
        finally:
            # With all that it has started.
            _end(process)
        output.seek(0)
        return Outcome(output.read().decode("utf-8", "replace").replace("\r\n", "\n"), status=status)


def environment(settings: Settings) -> dict[str, str]:
    """The environment of the project's claims: this Python, the project's own folders, no colours."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name != "FORCE_COLOR" and not name.startswith("PYTEST_")
    }
    folders = [str(settings.root / folder) for folder in settings.imports]
    return kept | {
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")]),
        "PYTHONPATH": os.pathsep.join(filter(None, [*folders, os.environ.get("PYTHONPATH")])),
        "PYTHONIOENCODING": "utf-8",
        "PYTHONDONTWRITEBYTECODE": "1",
        "MPLBACKEND": "agg",
        "COLUMNS": "80",
        "NO_COLOR": "1",
        "TERM": "dumb",
    }


def end_all() -> None:
    """End every process that runs claims, of whatever session."""
    for process in [*_running]:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


def _start(
    command: list[str], folder: Path, environment: dict[str, str], stdout: Any, stderr: Any, **options: Any
) -> subprocess.Popen[bytes]:
    # A session of the system of its own, so that all it starts can be ended together.
    process = subprocess.Popen(
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=stdout,
        stderr=stderr,
        start_new_session=True,
        **options,
    )
    _running.add(process)
    return process


def _end(process: subprocess.Popen[bytes]) -> None:
    if process in _running:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        _running.discard(process)


def _in_chapter(text: str) -> str:
    """A text of Python with the chapter's lines in place of those of a single statement."""

    def place(match: re.Match[str]) -> str:
        return f"{match['path']}{match['between']}{int(match['line']) + int(match['row']) - 1}"

    return _PLACE.sub(place, text)
