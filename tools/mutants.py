"""Mutation testing of the engine: which small faults does no example of the chapter and no test see?

Every mutant (tools/mutations.py) replaces one file in a copy of the project, and the tests run there: the
lab's, the chapter's examples, then tests/autograd, until one of them fails. A mutant that survives them all
must stand in tests/mutation.md with the reason why it changes nothing. To try some only:
    .venv/bin/python tools/mutants.py tensor.py scalar.py:88
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Another version may list other mutants, so these pins belong to tests/mutation.md.
REQUIREMENTS = ("mutmut==3.8.1", "libcst==1.9.0")
VENV = ROOT / "_build" / "mutants" / "venv"
LISTED = ROOT / "tests" / "mutation.md"
ENGINE = Path("src/tinygpt/autograd")
FILES = ("scalar.py", "tensor.py", "gradcheck.py")
STAGES = {"lab": "labs/ch06", "chapter": "book/06-autograd.md", "tests": "tests/autograd"}
SURVIVED = "survived"
CPU_SECONDS, MEMORY = 20, 2 << 30  # for one stage: a mutated loop may not end, or may eat all memory
# pytest's exit status for a wrong command line, and for no tests: then nothing was tried.
NOTHING_TRIED = {4, 5}


@dataclass(frozen=True)
class Mutant:
    file: str
    place: str
    before: str
    after: str
    line: int = 0
    code: str = ""

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What names the mutant in tests/mutation.md: no line numbers, which every edit would move."""
        return self.file, self.place, self.before, self.after

    def __str__(self) -> str:
        return f"{self.file}:{self.line}, {self.place}\n    -{self.before}\n    +{self.after}"


def listed(text: str) -> list[Mutant]:
    """The mutants that tests/mutation.md names.

    A heading, ### tensor.py, `Tensor.sum`, is followed by `diff` fences; in them each `-` line is the code as
    it stands, and each `+` line below it is one mutant.
    """
    found, file, place, before, inside = [], "", "", "", False
    for line in text.splitlines():
        if heading := re.fullmatch(r"### (\w+\.py), `([\w.]+)`", line):
            file, place = heading.groups()
        elif line.startswith("```"):
            inside = line == "```diff"
        elif inside and line.startswith("-"):
            before = line[1:].strip()
        elif inside and line.startswith("+"):
            found.append(Mutant(file, place, before, line[1:].strip()))
    return found


def all_mutants() -> list[Mutant]:
    """List the mutants, with mutmut in an environment of its own: it needs much that the book does not."""
    python = VENV / "bin" / "python"
    ready = VENV / "ready.txt"
    wanted = "\n".join(REQUIREMENTS)
    if not ready.exists() or ready.read_text("utf-8") != wanted:
        print(f"Installing {' and '.join(REQUIREMENTS)} in {VENV.relative_to(ROOT)}.", flush=True)
        subprocess.run([sys.executable, "-m", "venv", "--clear", VENV], check=True)
        # Of mutmut only the operators are used, so what it needs for its screens stays out.
        pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "--no-deps", "--only-binary", ":all:", *REQUIREMENTS], check=True)
        ready.write_text(wanted, "utf-8")
    files = [str(ROOT / ENGINE / file) for file in FILES]
    command = [str(python), str(ROOT / "tools" / "mutations.py"), *files]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE)
    return [Mutant(**entry | {"file": Path(entry["file"]).name}) for entry in json.loads(done.stdout)]


def copy_of_the_project(folder: Path) -> Path:
    left_out = shutil.ignore_patterns(".*", "_build", "__pycache__", "dist", "mine.py")
    return Path(shutil.copytree(ROOT, folder, ignore=left_out))


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


def run_stage(folder: Path, tests: str) -> int:
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


def run_pytest(folder: Path, tests: str) -> int:
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
    return pytest.main([*options, tests])


def killer(folder: Path) -> str:
    """The name of the first stage that fails in this copy, or SURVIVED."""
    for name, tests in STAGES.items():
        status = run_stage(folder, tests)
        if status in NOTHING_TRIED:
            output = (folder / "output-1.txt").read_text("utf-8")
            raise SystemExit(f"mutants: no test ran on {tests}:\n{output}")
        if status:
            return name
    return SURVIVED


def tried(mutants: Sequence[Mutant], folders: Sequence[Path]) -> Iterator[tuple[Mutant, str]]:
    """Yield each mutant with its killer, in the order in which they end; one at a time in each folder."""
    names = [*STAGES, SURVIVED]
    waiting, free = list(reversed(mutants)), list(folders)
    running: dict[int, tuple[Mutant, Path]] = {}
    while waiting or running:
        while waiting and free:
            mutant, folder = waiting.pop(), free.pop()
            sys.stdout.flush()
            child = os.fork()
            if child == 0:
                status = 255
                try:
                    (folder / ENGINE / mutant.file).write_text(mutant.code, "utf-8")
                    status = names.index(killer(folder))
                except SystemExit as error:
                    print(error, file=sys.stderr, flush=True)
                finally:
                    os._exit(status)
            running[child] = mutant, folder
        child, status = os.wait()
        mutant, folder = running.pop(child)
        if status >> 8 >= len(names):
            raise SystemExit(f"mutants: the run on {mutant} could not be judged")
        shutil.copyfile(ROOT / ENGINE / mutant.file, folder / ENGINE / mutant.file)
        free.append(folder)
        yield mutant, names[status >> 8]


def chosen(mutants: Iterable[Mutant], wanted: Sequence[str]) -> list[Mutant]:
    """Those of the named files, or of the named lines: tensor.py, scalar.py:88."""
    return [m for m in mutants if not wanted or {m.file, f"{m.file}:{m.line}"} & set(wanted)]


def table(results: Sequence[tuple[Mutant, str]]) -> str:
    columns = [*STAGES, SURVIVED]
    lines = [f"{'file':<14}{'mutants':>9}" + "".join(f"{column:>10}" for column in columns)]
    for file in (*FILES, "all"):
        of_file = Counter(name for mutant, name in results if file in (mutant.file, "all"))
        lines.append(f"{file:<14}{of_file.total():>9}" + "".join(f"{of_file[name]:>10}" for name in columns))
    return "\n".join(lines)


def verdict(results: Sequence[tuple[Mutant, str]], known: Sequence[Mutant], whole: bool) -> list[str]:
    """What is wrong: survivors that are not listed, and listed mutants that do not survive any more."""
    survivors = {mutant.key: mutant for mutant, name in results if name == SURVIVED}
    excused = {mutant.key: mutant for mutant in known}
    new = [mutant for key, mutant in survivors.items() if key not in excused]
    wrong = [f"survived, and not in tests/mutation.md: {mutant}" for mutant in new]
    if whole:
        wrong += [
            f"in tests/mutation.md, but killed or no mutant any more: {m}"
            for key, m in excused.items()
            if key not in survivors
        ]
    return wrong


def main(wanted: Sequence[str]) -> int:
    mutants = chosen(all_mutants(), wanted)
    load_what_does_not_change()
    with tempfile.TemporaryDirectory() as scratch:
        folders = [copy_of_the_project(Path(scratch) / str(i)) for i in range(os.cpu_count() or 1)]
        # The first run, on the engine as it stands, also compiles the tests; after it nothing is written.
        for folder in folders:
            if (name := killer(folder)) != SURVIVED:
                output = (folder / "output-1.txt").read_text("utf-8")
                raise SystemExit(f"mutants: {STAGES[name]} fails without any mutant:\n{output}")
            shutil.rmtree(folder / ENGINE / "__pycache__", ignore_errors=True)
        sys.dont_write_bytecode = True
        os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
        results = []
        for mutant, name in tried(mutants, folders):
            results.append((mutant, name))
            if name == SURVIVED:
                print(mutant, flush=True)
            if len(results) % 100 == 0:
                print(f"{len(results)} of {len(mutants)}", file=sys.stderr, flush=True)
    print(table(results))
    known = listed(LISTED.read_text("utf-8"))
    wrong = verdict(results, known, whole=not wanted)
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
