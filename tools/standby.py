"""A process that has loaded the libraries of a build, and runs the build's steps once it is told to.

Loading them takes as long as building a page. So it is done while the author still writes. Each process
builds once, and loads nothing of the project before it is told to: no state outlives the files it came from.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import subprocess
import sys
import tempfile
import traceback
import warnings
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import IO

# What to call, as `module:function`, and the arguments that it is given.
Step = Sequence[str]
NOTED = "_build/libraries.json"


class Standby:
    """The process that is ready for the next build. Without one, a build starts it and waits.

    What builds load is noted in a file, for the first edit after a start.
    """

    def __init__(self, root: Path, steps: Sequence[Step]) -> None:
        self.root, self.steps = root, steps
        self._modules: list[str] = []
        self._waiting: subprocess.Popen[str] | None = None
        self._installed = 0

    def prepare(self) -> None:
        """Start the process that the next build will use."""
        self.stop()
        self._installed = installed()
        self._said = open_unnamed()
        # -P: what a step imports must not depend on where this file lies.
        self._waiting = subprocess.Popen(
            [sys.executable, "-P", __file__],
            cwd=self.root,
            env=os.environ | {"NO_COLOR": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._said,
            encoding="utf-8",
        )
        self._tell({"modules": self._modules})

    def build(self) -> tuple[int, str]:
        """Run the steps up to the first that fails; return the exit status and what that step printed."""
        if self._waiting is None or self._waiting.poll() is not None or self._installed != installed():
            self.prepare()
        process = self._waiting
        assert process is not None and process.stdin is not None and process.stdout is not None
        self._tell({"steps": [list(step) for step in self.steps]})
        with process:
            learned = process.stdout.read()
        if learned:
            self._modules = list(dict.fromkeys([*self._noted(), *json.loads(learned)]))
            self._note()
        self._said.seek(0)
        said = self._said.read()
        self._waiting = None
        self._said.close()
        return process.returncode, said

    def stop(self) -> None:
        """End the process that waits, if there is one."""
        if self._waiting is not None:
            with self._waiting as process:
                process.kill()
            self._said.close()
            self._waiting = None

    def _noted(self) -> list[str]:
        try:
            noted = json.loads((self.root / NOTED).read_text("utf-8"))
            return [str(name) for name in noted]
        except (OSError, ValueError, TypeError):
            return []

    def _note(self) -> None:
        # Without the note the next start only learns it again.
        with contextlib.suppress(OSError):
            (self.root / NOTED).write_text(json.dumps(self._modules), "utf-8")

    def _tell(self, what: object) -> None:
        assert self._waiting is not None and self._waiting.stdin is not None
        # A process that is gone has said why: `build` reads it.
        with contextlib.suppress(BrokenPipeError):
            os.write(self._waiting.stdin.fileno(), json.dumps(what).encode() + b"\n")


def open_unnamed() -> IO[str]:
    """A file for what a process prints; a pipe would be held open by all that it starts."""
    return tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")


def installed() -> int:
    """Changes whenever libraries are installed."""
    places = {Path(place) for place in sys.path if Path(place).is_relative_to(sys.prefix)}
    return hash(tuple((str(place), place.stat().st_mtime_ns) for place in sorted(places) if place.is_dir()))


def run(steps: Iterable[Step]) -> int:
    """Run steps in this process; what earlier ones printed is dropped."""
    for entry, *arguments in steps:
        sys.stdout.flush()
        sys.stderr.flush()
        os.lseek(2, 0, os.SEEK_SET)
        os.ftruncate(2, 0)
        module, _, function = entry.partition(":")
        status: object
        try:
            with warnings.catch_warnings():
                status = getattr(importlib.import_module(module), function)(arguments)
        except SystemExit as stop:
            status = stop.code
        except BaseException:
            traceback.print_exc()
            status = 1
        if status:
            if isinstance(status, str):
                print(status, file=sys.stderr)
            return status if isinstance(status, int) else 1
    return 0


def libraries() -> list[str]:
    """The loaded modules that are Python's or are installed, in the order in which they were loaded."""
    installed, python, project = (
        os.path.join(os.path.realpath(home), "") for home in (sys.prefix, sys.base_prefix, os.getcwd())
    )

    def belongs(file: str) -> bool:
        return file.startswith(installed) or (file.startswith(python) and not file.startswith(project))

    files = {name: getattr(module, "__file__", None) for name, module in list(sys.modules.items())}
    return [name for name, file in files.items() if file and belongs(os.path.realpath(file))]


def main() -> int:
    # The pipe carries the one line for the parent; what the steps print goes where errors go.
    report = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    for name in json.loads(sys.stdin.readline())["modules"]:
        # Some load only when others have, and some not at all by themselves.
        with contextlib.suppress(Exception):
            importlib.import_module(name)
    told = sys.stdin.readline()
    if not told:
        return 0  # whoever started this is gone
    # A build is short: collecting cycles costs it more than the memory that is freed.
    gc.disable()
    status = run(json.loads(told)["steps"])
    sys.stdout.flush()
    with report:
        json.dump(libraries(), report)
    return status


if __name__ == "__main__":
    sys.exit(main())
