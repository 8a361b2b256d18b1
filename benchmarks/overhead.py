"""The engine beside numpy on products of three matrices, from tiny to large: the chapter's figure of costs.

    python -m benchmarks.overhead            measure, and write overhead.json
    python -m benchmarks.overhead --quick    measure in seconds, and print the ratios as JSON
"""

from __future__ import annotations

import argparse
import datetime
import json
import sys
from dataclasses import asdict
from functools import partial
from pathlib import Path

from . import machine

RECORD = Path(__file__).resolve().parent / "overhead.json"
SIZES = (4, 16, 64, 512)


def measured(rounds: int, seconds: float) -> dict[str, dict[str, float]]:
    """Return for each number of rows the quartiles of the engine's CPU time over that of numpy by hand."""
    import numpy as np

    from examples.contest import by_engine, by_hand

    from .measure import interleave, ratios

    found = {}
    for size in SIZES:
        arrays = np.random.default_rng(size).normal(size=(4, size, size))
        runs = {"numpy": partial(by_hand, *arrays), "tinygpt": partial(by_engine, *arrays)}
        times = interleave(runs, rounds, seconds)
        found[str(size)] = asdict(ratios(times["tinygpt"], times["numpy"]))
    return found


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.overhead", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few rounds; print, and write nothing")
    options = parser.parse_args(arguments)

    machine.restart_settled(arguments, "benchmarks.overhead")
    machine.settle()
    if options.quick:
        print(json.dumps(measured(rounds=9, seconds=0.01)))
        return 0
    record = {
        "day": datetime.date.today().isoformat(),
        "machine": machine.describe(["numpy"]),
        "ratios": measured(rounds=25, seconds=0.1),
    }
    RECORD.write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")
    print("; ".join(f"{size}: {ratio['median']:.2f}" for size, ratio in record["ratios"].items()))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
