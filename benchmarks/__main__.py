"""Measure, print the tables, and write RESULTS.md and results.json."""

from __future__ import annotations

import argparse
import datetime
import sys
from pathlib import Path

from . import machine

FOLDER = Path(__file__).resolve().parent


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="tiny sizes, in seconds: to see that it runs")
    parser.add_argument("--out", type=Path, default=FOLDER, help="the folder for the two files")
    parser.add_argument("only", nargs="*", help="keys of single jobs, or 'memory'; writes no files")
    options = parser.parse_args(arguments)

    machine.restart_settled(arguments)
    # Numpy reads the environment when it is loaded, so everything that uses it comes after the restart.
    from . import memory, peers, report
    from .targets import TARGETS
    from .workloads import jobs

    found, missing = peers.installed()
    work = [job for job in jobs(found, options.quick) if not options.only or job.key in options.only]
    if any(job.key == "moons" and "micrograd" not in job.programs for job in work):
        missing.append("micrograd")
    for name in missing:
        print(f"{name}: not installed, skipped (.venv/bin/pip install -e '.[bench]')")
    for job in work:
        job.check()
    machine.settle()
    rows = []
    for job in work:
        print(f"{job.title} ...", file=sys.stderr)
        rows += job.measure(rounds=3, seconds=1e-4) if options.quick else job.measure()
    if not options.only or "memory" in options.only:
        if memory.available():
            print("memory ...", file=sys.stderr)
            rows += memory.rows(
                [p.name for p in found if p.composed], options.quick, rounds=1 if options.quick else 5
            )
        else:
            print("memory: measured on Linux only, skipped")

    print(report.results_table(rows), end="\n\n")
    if options.quick or options.only:
        return 0
    day = datetime.date.today().isoformat()
    engines = {p.distribution for p in found} | ({"micrograd"} - set(missing))
    described = machine.describe(["numpy", *sorted(engines - {"tinygpt"})])
    print(report.targets_table(rows, TARGETS))
    text = report.document(rows, TARGETS, described, day, missing)
    (options.out / "RESULTS.md").write_text(text, encoding="utf-8")
    (options.out / "results.json").write_text(report.data(rows, described, day), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
