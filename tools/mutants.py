"""Mutation testing of the engine: which small faults does neither the lab nor the book see?

Every mutant (tools/mutations.py) replaces one file in a copy of the project, and the tests run there: the
lab's, the book's examples, then tests/autograd, until one of them fails. A mutant that survives the lab and
the book must stand in tests/mutation.md with the reason why it changes nothing. To try some only:
    .venv/bin/python tools/mutants.py tensor.py scalar.py:88
What is known from an earlier run, and still holds, is not run again (tools/mutant_outcomes.py).
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from mutant_list import BUILD, ENGINE, FILES, LISTED, ROOT, Mutant, all_mutants, chosen, listed
from mutant_outcomes import Outcomes
from mutant_runs import (
    SURVIVED,
    Runs,
    Stages,
    Suite,
    copy_of_the_project,
    failed,
    load_what_does_not_change,
)

# The text's examples need the settings and the conftest.py of the project; the other tests run without them.
_TEXT = (
    "pyproject.toml",
    "conftest.py",
    "src/literate",
    "book/figures",
    "benchmarks/results.json",
    "examples",
    "labs/ch06/starter.py",
)
_ALONE = ("-c", os.devnull, "--rootdir=.")
STAGES: Stages = {  # in each, what is quick comes first
    "lab": [Suite("labs/ch06", ("labs",), (*_ALONE, "--confcutdir=labs"))],
    "book": [Suite("book/engine-at-its-edges.md", _TEXT), Suite("book/06-autograd.md", _TEXT)],
    "tests": [Suite("tests/autograd", (), (*_ALONE, "--confcutdir=tests/autograd"))],
}
ONLY_BY_TESTS = "tests"
OUTCOMES = BUILD / "outcomes.txt"


def table(results: Sequence[tuple[Mutant, str]]) -> str:
    """How many mutants of each file each stage has killed, as tests/mutation.md shows it."""
    columns = [*STAGES, SURVIVED]
    lines = [f"| file | mutants | {' | '.join(columns)} |", "| --- " * (len(columns) + 2) + "|"]
    for file in (*FILES, "all"):
        of_file = Counter(name for mutant, name in results if file in (mutant.file, "all"))
        numbers = [of_file.total(), *(of_file[name] for name in columns)]
        lines.append(f"| {file} | {' | '.join(map(str, numbers))} |")
    return "\n".join(lines)


def verdict(results: Sequence[tuple[Mutant, str]], text: str, whole: bool) -> list[str]:
    """What is wrong: a mutant that no reader sees and no reason excuses, or a claim of `text` that is not so.

    `text` is that of tests/mutation.md; after a run on some mutants, no more is asked of it.
    """
    survivors = {mutant.key: mutant for mutant, name in results if name == SURVIVED}
    excused = {mutant.key: mutant for mutant in listed(text)}
    wrong = [f"only tests/autograd sees it: {mutant}" for mutant, name in results if name == ONLY_BY_TESTS]
    new = [mutant for key, mutant in survivors.items() if key not in excused]
    wrong += [f"survived, and not in tests/mutation.md: {mutant}" for mutant in new]
    if whole:
        wrong += [
            f"in tests/mutation.md, but killed or no mutant any more: {m}"
            for key, m in excused.items()
            if key not in survivors
        ]
        if table(results) not in text:
            wrong.append("the table in tests/mutation.md is another: put the one above in its place")
    return wrong


def project_copies(scratch: Path) -> list[Path]:
    """One copy for each processor that this run may use; `taskset` can make them fewer."""
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    first = copy_of_the_project(ROOT, scratch / "0")
    others = range(1, processors)
    return [first, *(copy_of_the_project(first, scratch / str(i)) for i in others)]


def demand_that_all_pass(folder: Path) -> None:
    """Run everything on the engine as it stands. This also compiles the tests; later nothing is written."""
    for tests in (tests for stage in STAGES.values() for tests in stage):
        if failed(folder, tests):
            output = (folder / "output-1.txt").read_text("utf-8")
            raise SystemExit(f"mutants: {tests.path} fails without any mutant:\n{output}")
    shutil.rmtree(folder / ENGINE / "__pycache__", ignore_errors=True)


def main(wanted: Sequence[str]) -> int:
    load_what_does_not_change()
    with tempfile.TemporaryDirectory() as scratch:
        folders = project_copies(Path(scratch))
        mutants = chosen(all_mutants(folders[0]), wanted)
        text = (folders[0] / LISTED).read_text("utf-8")
        runs = Runs(folders, STAGES, Outcomes.load(OUTCOMES))
        for folder in folders:
            demand_that_all_pass(folder)
        sys.dont_write_bytecode = True
        os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
        results = []
        for mutant, name in runs.killers(mutants):
            results.append((mutant, name))
            if name in (ONLY_BY_TESTS, SURVIVED):
                print(f"{name}: {mutant}", flush=True)
            if len(results) % 100 == 0:
                print(f"{len(results)} of {len(mutants)}", file=sys.stderr, flush=True)
    print(table(results))
    wrong = verdict(results, text, whole=not wanted)
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
