"""The process that runs one prefix: it imports the modules, then checks what the text claims, in order."""

from __future__ import annotations

import importlib
import json
import runpy
import sys
import threading
import traceback
from collections import defaultdict
from collections.abc import Callable
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from typing import Any

from literate.checking import endings, evaluate, running
from literate.checking.evaluate import Wrong
from literate.checking.isolation import Surroundings
from literate.reading.session import Command, Example

# What threads and callbacks have, to come to their own end after all else.
SECONDS_TO_END = 10


def run() -> None:
    """Do what the job on stdin says, and leave the first thing that is wrong in the job's file."""
    job = json.loads(sys.stdin.read())
    root = Path.cwd()
    _only_from([str(root / folder) for folder in job["imports"]], frozenset(job["packages"]))
    told = _imported(job["modules"], importlib.import_module) or _imported(job["starters"], runpy.run_path)
    claims = _Claims(root, tuple(job["imports"]))
    for claim in job["claims"]:
        if told:
            break
        wrong = claims.check(**claim)
        told = f"{claim['path']}:{wrong.line}: {wrong.text}" if wrong else ""
    verdict = Path(job["verdict"])
    verdict.write_text(json.dumps({"wrong": told}), encoding="utf-8")
    late = threading.Timer(SECONDS_TO_END, _never_ends, (verdict, told))
    late.daemon = True
    late.start()


def _never_ends(verdict: Path, told: str) -> None:
    """Say what keeps Python from ending, and end it."""
    main, here = threading.main_thread(), threading.current_thread()
    names = [repr(at.name) for at in threading.enumerate() if not at.daemon and at not in (main, here)]
    what = (
        f"what still runs is {', '.join(names)}: join it, or make it a daemon"
        if names
        else "it hangs at exit"
    )
    wrong = told or f"the program does not end within {SECONDS_TO_END} s after all else; {what}"
    verdict.write_text(json.dumps({"wrong": wrong}), encoding="utf-8")
    endings.end(0)


class _Claims:
    """Checks claims; the examples of a chapter share their names, and so do its cells."""

    def __init__(self, root: Path, imports: tuple[str, ...]) -> None:
        self.root, self.imports = root, imports
        self.surroundings = Surroundings()
        self.names: dict[str, dict[str, Any]] = defaultdict(dict)
        self.cells: dict[str, dict[str, Any]] = defaultdict(dict)

    def check(self, path: str, line: int, **claim: Any) -> Wrong | None:
        ((kind, what),) = claim.items()
        self.surroundings.enter(path)
        if kind == "example":
            return evaluate.example(Example(**what), self.names[path], path)
        if kind == "computed":
            return evaluate.computed(**what, namespace=self.names[path], line=line)
        if kind == "command":
            return evaluate.command(Command(**what), self.root, self.imports)
        if kind == "cell":
            return evaluate.cell(what, line, self.cells[path], path, (self.root / path).parent)
        return self._script(what["name"], Command(what["source"], "", line))

    def _script(self, name: str, command: Command) -> Wrong | None:
        done = running.shell(command, self.root, self.imports)
        if done is None:
            return Wrong(command.line, f"{name} still runs after {running.COMMAND_SECONDS} s")
        output, status = done
        failed = f"{name} ends with exit status {status}\n{output.rstrip()}"
        return Wrong(command.line, failed) if status else None


def _imported(names: list[str], load: Callable[[str], object]) -> str:
    for name in names:
        try:
            with running.limits():
                load(name)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            shown = traceback.TracebackException.from_exception(error)
            frames = [frame for frame in shown.stack if _is_the_books(frame.filename)]
            shown.stack = traceback.StackSummary.from_list(frames)
            return f"{name} cannot be imported\n{''.join(shown.format()).rstrip()}"
    return ""


def _is_the_books(file: str) -> bool:
    return file not in (__file__, running.__file__) and "importlib" not in file and "runpy" not in file


def _only_from(folders: list[str], packages: frozenset[str]) -> None:
    """Find the book's own packages in the scratch folders and nowhere else, even where they are installed."""

    class Scratch:
        @staticmethod
        def find_spec(name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
            if name.partition(".")[0] not in packages:
                return None
            found = PathFinder.find_spec(name, path or folders)
            if found is None:
                raise ModuleNotFoundError(f"No module named {name!r}", name=name)
            return found

    sys.meta_path.insert(0, Scratch())
