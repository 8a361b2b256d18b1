"""Measure, and write RESULTS.md: ``python -m benchmarks.literate --entangled PATH/TO/entangled``.

entangled 2.5 needs Python 3.13, so it lives in an environment of its own::

    python3.13 -m venv /tmp/entangled && /tmp/entangled/bin/pip install 'entangled-cli==2.5.*'

All times are CPU time, user and system, of whole processes; each is the median of interleaved rounds.
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import statistics
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.literate import book

ROOT = Path(__file__).resolve().parent.parent.parent
RESULTS = Path(__file__).parent / "RESULTS.md"
LITERATE = (sys.executable, "-m", "literate")
FILES, BLOCKS = 100, 50

NOTE = """\
Headings, paragraphs of plain lines and fences in the first column are told at sight
(src/literate/reading/plain.py). All else goes through the block parser of markdown-it, which decides what is
a fence as MyST does, and takes longer; entangled finds its fences with regular expressions.
The largest part of a cold run is then Python: a block that is one function is compiled, any other parsed, and
a file with methods of classes in blocks of their own is compiled as a whole.
With nothing to do, nothing is parsed. `literate where` reads the places that the tangler saved, no chapter.
"""


def cost(command: Sequence[str], folder: Path) -> tuple[float, float]:
    """CPU seconds and peak memory in MB of a process that must succeed."""
    child = os.fork()
    if child == 0:
        os.chdir(folder)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        # An installed program has its bytecode; ours, run from its sources, must be free to keep it.
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.execvp(command[0], list(command))
    _, status, used = os.wait4(child, 0)
    if status:
        raise SystemExit(f"{' '.join(command)} failed in {folder}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def forget(folder: Path) -> None:
    """As on a fresh clone without the tangled files."""
    for made in ("src", ".literate", ".entangled"):
        shutil.rmtree(folder / made, ignore_errors=True)


def median(rounds: int, *runs: Callable[[], tuple[float, float]]) -> list[tuple[float, float]]:
    """For each run the median of its CPU seconds and its largest memory, the rounds interleaved.

    A round before them is not counted: it fills caches and leaves bytecode.
    """
    for run in runs:
        run()
    found: list[list[tuple[float, float]]] = [[] for _ in runs]
    for _ in range(rounds):
        for results, run in zip(found, runs, strict=True):
            results.append(run())
    return [(statistics.median(s for s, _ in results), max(m for _, m in results)) for results in found]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.literate")
    parser.add_argument("--entangled", type=Path, help="the entangled command to compare with")
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    lines: list[str] = []

    def report(what: str, got: str, target: str) -> None:
        lines.append(f"| {what} | {got} | {target} |")
        print(lines[-1], flush=True)

    with tempfile.TemporaryDirectory() as scratch:
        names = ("ours", "tenth", "rich", "theirs", "theirs_rich")
        ours, tenth, rich, theirs, theirs_rich = (Path(scratch) / name for name in names)
        book.write(ours, "literate", FILES, BLOCKS)
        book.write(tenth, "literate", FILES // 10, BLOCKS)
        book.write(rich, "literate", FILES, BLOCKS, book.PROSE + book.RICH)
        book.write(theirs, "entangled", FILES, BLOCKS)
        book.write(theirs_rich, "entangled", FILES, BLOCKS, book.PROSE + book.RICH)
        tangle = (*LITERATE, "tangle")

        def cold(command: Sequence[str], folder: Path) -> Callable[[], tuple[float, float]]:
            def run() -> tuple[float, float]:
                forget(folder)
                return cost(command, folder)

            return run

        other = (str(options.entangled), "tangle") if options.entangled else None
        runs = [cold(tangle, ours), cold(tangle, tenth), cold(tangle, rich)]
        runs += [cold(other, theirs), cold(other, theirs_rich)] if other else []
        full, small, parsed, *rest = median(options.rounds, *runs)
        again = [lambda: cost(tangle, ours)] + ([lambda: cost(other, theirs)] if other else [])
        nothing, *idle = median(options.rounds, *again)
        report(f"cold, {FILES} files of {BLOCKS} blocks", f"{full[0]:.2f} s", "")
        report("nothing to do", f"{nothing[0]:.2f} s", "")
        if rest:
            report("cold, entangled", f"{rest[0][0]:.2f} s", "")
            report("nothing to do, entangled", f"{idle[0][0]:.2f} s", "")
            report("cold, to entangled", f"{full[0] / rest[0][0]:.2f}", "at most 0.5")
            report("nothing to do, to entangled", f"{nothing[0] / idle[0][0]:.2f}", "at most 0.15")
            report("cold, lists and formulas too, to entangled", f"{parsed[0] / rest[1][0]:.2f}", "")
        start = median(options.rounds, lambda: cost((sys.executable, "-c", "pass"), ROOT))[0][0]
        growth = (full[0] - start) / (small[0] - start)
        report("ten times the blocks, start-up of Python left out", f"{growth:.1f} times", "at most 11 times")
        report("memory, cold", f"{full[1]:.0f} MB", "under 100 MB")

        mine = Path(scratch) / "mine"
        (mine / "book").mkdir(parents=True)
        shutil.copy(ROOT / "book/06-autograd.md", mine / "book")
        settings = '[tool.literate]\nchapters = ["book/*.md"]\noutputs = ["src/tinygpt", "examples"]\n'
        (mine / "pyproject.toml").write_text(settings, encoding="utf-8")
        place = "src/tinygpt/autograd/tensor.py:100"
        chapter, where = median(
            options.rounds, cold(tangle, mine), lambda: cost((*LITERATE, "where", place), ROOT)
        )
        report("our chapter on automatic differentiation, cold", f"{chapter[0]:.2f} s", "under 0.3 s")
        report(f"literate where {place}", f"{where[0]:.2f} s", "at most 0.2 s")

    processor = platform.processor() or platform.machine()
    RESULTS.write_text(
        "# What tangling costs\n\n"
        f"CPU time of whole processes (user and system), median of {options.rounds} interleaved rounds. "
        f"Python {platform.python_version()} on {platform.system()} {processor}"
        f"{', entangled 2.5 on its own Python 3.13' if options.entangled else ''}. "
        "Written by `python -m benchmarks.literate`.\n\n"
        "| work | measured | aim |\n| --- | --- | --- |\n" + "\n".join(lines) + "\n\n" + NOTE,
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
