"""Runs the tests on mutants, each in a copy of the project and in a process that is thrown away."""

from __future__ import annotations

import contextlib
import os
import resource
import shutil
import signal
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from mutant_list import ENGINE, Mutant
from mutant_outcomes import Outcomes, digest, state

CPU_SECONDS, MEMORY = 20, 2 << 30  # for one run: a mutated loop may not end, or may eat all memory
# pytest's exit status for a wrong command line, and for no tests: then nothing was tried.
NOTHING_TRIED = {4, 5}
SURVIVED = "survived"


@dataclass(frozen=True)
class Suite:
    """A file or folder of tests; `reads` are the other files and folders that a run on it reads."""

    path: str
    reads: tuple[str, ...] = ()
    options: tuple[str, ...] = ()


Stages = Mapping[str, Sequence[Suite]]  # in the order in which they are tried


def copy_of_the_project(root: Path, folder: Path) -> Path:
    left_out = shutil.ignore_patterns(".*", "_build", "__pycache__", "dist", "mine.py")
    return Path(shutil.copytree(root, folder, ignore=left_out))


def load_what_does_not_change() -> None:
    """Import once what every run needs, but not the engine: a forked run then starts at once."""
    import hypothesis
    import hypothesis.extra.numpy
    import matplotlib.pyplot  # noqa: F401
    import pytest  # noqa: F401

    import literate.pytest_plugin
    import literate.sybil_parsers  # noqa: F401

    # The same examples in every run, and none wasted on making a failure short.
    phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
    hypothesis.settings.register_profile(
        "mutants", derandomize=True, database=None, deadline=None, phases=phases
    )
    hypothesis.settings.load_profile("mutants")
    assert not [name for name in sys.modules if name.split(".")[0] == "tinygpt"]


def run(folder: Path, tests: Suite) -> int:
    """Run tests in the copy, in a process that is thrown away; return pytest's exit status, -1 if killed."""
    child = os.fork()
    if child == 0:
        os.setsid()
        try:
            os._exit(run_pytest(folder, tests))
        finally:
            os._exit(3)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    with contextlib.suppress(ProcessLookupError):  # unless a command of a transcript has outlived it
        os.killpg(child, signal.SIGKILL)
    return max(status, -1)


def run_pytest(folder: Path, tests: Suite) -> int:
    import importlib.util

    import pytest

    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.alarm(20 * CPU_SECONDS)
    for stream in (1, 2):
        os.dup2(os.open(folder / f"output-{stream}.txt", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), stream)
    time.process_time = time.perf_counter  # may be too coarse for a cell that divides by it
    os.chdir(folder)
    os.environ |= {"GRAPHS": "50", "LAB_IMPL": "reference", "PYTHONPATH": str(folder / "src")}
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # none is needed, and each run would import them anew
    sys.path[:0] = [str(folder / "src")]
    found = importlib.util.find_spec("tinygpt")
    if found is None or not str(found.origin).startswith(str(folder)):
        return min(NOTHING_TRIED)
    options = ["-x", "-q", "-p", "no:cacheprovider", "-W", "ignore::pytest.PytestAssertRewriteWarning"]
    return pytest.main([*options, *tests.options, tests.path])


def failed(folder: Path, tests: Suite) -> bool:
    """Whether these tests fail in this copy."""
    status = run(folder, tests)
    if status in NOTHING_TRIED:
        output = (folder / "output-1.txt").read_text("utf-8")
        raise SystemExit(f"mutants: no test ran on {tests.path}:\n{output}")
    return status != 0


class Runs:
    """Runs on mutants in copies of one project; an outcome that is known already is not asked for again."""

    def __init__(self, folders: Sequence[Path], stages: Stages, outcomes: Outcomes) -> None:
        self.folders, self.stages, self.outcomes = folders, stages, outcomes
        copy = folders[0]
        self.engine = {file.name: file.read_text("utf-8") for file in (copy / ENGINE).glob("*.py")}
        every = [tests for stage in stages.values() for tests in stage]
        self.states = {tests.path: state(copy, (tests.path, *tests.reads)) for tests in every}

    def key(self, mutant: Mutant, tests: Suite) -> str:
        """What an outcome is kept under: it changes with whatever could change the outcome."""
        parts = (self.states[tests.path], tests.path, *tests.options, mutant.file, mutant.code)
        return digest(part.encode() for part in parts)

    def killer(self, mutant: Mutant, folder: Path) -> str:
        """The name of the first stage that fails on a mutant, or SURVIVED."""
        for name, stage in self.stages.items():
            for tests in stage:
                key = self.key(mutant, tests)
                fails = self.outcomes.failed(key)
                if fails is None:
                    (folder / ENGINE / mutant.file).write_text(mutant.code, "utf-8")
                    fails = failed(folder, tests)
                    self.outcomes.add(key, fails, f"{tests.path} {mutant.file}:{mutant.line}")
                if fails:
                    return name
        return SURVIVED

    def killers(self, mutants: Sequence[Mutant]) -> Iterator[tuple[Mutant, str]]:
        """Yield each mutant with its killer, in the order in which they end; one at a time in each folder."""
        names = [*self.stages, SURVIVED]
        waiting, free = list(reversed(mutants)), list(self.folders)
        running: dict[int, tuple[Mutant, Path]] = {}
        while waiting or running:
            while waiting and free:
                mutant, folder = waiting.pop(), free.pop()
                sys.stdout.flush()
                child = os.fork()
                if child == 0:
                    status = 255
                    try:
                        status = names.index(self.killer(mutant, folder))
                    except SystemExit as error:
                        print(error, file=sys.stderr, flush=True)
                    finally:
                        os._exit(status)
                running[child] = mutant, folder
            child, status = os.wait()
            mutant, folder = running.pop(child)
            if status >> 8 >= len(names):
                raise SystemExit(f"mutants: the run on {mutant} could not be judged")
            (folder / ENGINE / mutant.file).write_text(self.engine[mutant.file], "utf-8")
            free.append(folder)
            yield mutant, names[status >> 8]
