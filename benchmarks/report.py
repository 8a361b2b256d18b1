"""The results as text: for the terminal and RESULTS.md, and as JSON for plots."""

from __future__ import annotations

import dataclasses
import itertools
import json
from collections.abc import Iterable, Sequence

from .targets import ENGINE, Target
from .workloads.job import Row

Cells = Sequence[Sequence[str]]
VERDICTS = {True: "yes", False: "**no**", None: "not measured"}


def markdown_table(header: Sequence[str], lines: Cells) -> str:
    widths = [max(len(line[i]) for line in [header, *lines]) for i in range(len(header))]

    def line(cells: Sequence[str]) -> str:
        return "| " + " | ".join(cell.ljust(w) for cell, w in zip(cells, widths, strict=True)) + " |"

    rule = "| " + " | ".join("-" * w for w in widths) + " |"
    return "\n".join([line(header), rule, *map(line, lines)])


def columns(rows: Iterable[Row]) -> list[str]:
    """Return all columns' names, each once, in the order of first appearance."""
    return list(dict.fromkeys(name for row in rows for name in row.cells))


def number(value: float) -> str:
    return f"{value:.1f}" if value >= 20 else f"{value:.2f}"


def results_table(rows: Sequence[Row]) -> str:
    """Return the medians with their quartiles, a line per quantity."""
    lines = []
    for row in rows:
        for name, spread in row.cells.items():
            quartiles = f"{number(spread.low)} to {number(spread.high)}"
            single = spread.low == spread.high
            lines.append([row.title, name, number(spread.median), "" if single else quartiles])
    for above, below in reversed(list(itertools.pairwise(lines))):
        if below[0] == above[0]:
            below[0] = ""  # a title once is enough
    return markdown_table(["work", "program", "median", "quartiles"], lines)


def targets_table(rows: Sequence[Row], targets: Iterable[Target]) -> str:
    by_key = {row.key: row for row in rows}
    lines = []
    for target in targets:
        row = by_key.get(target.row)
        reached = target.reached(by_key)
        measured = ""
        if row is not None and reached is not None:
            measured = number(row.cells[ENGINE].median)
            if target.of is not None:
                measured += f" beside {number(row.cells[target.of].median)}"
        lines.append([row.title if row else target.row, target.text, measured, VERDICTS[reached]])
    return markdown_table(["work", "target", "measured", "reached"], lines)


def document(
    rows: Sequence[Row], targets: Iterable[Target], machine: dict[str, str], day: str, missing: Sequence[str]
) -> str:
    """Return RESULTS.md."""
    facts = markdown_table(["", ""], [[name, value] for name, value in machine.items()])
    left_out = f"\nNot installed, so not measured: {', '.join(missing)}.\n" if missing else ""
    return f"""\
# What the engine costs

Measured on {day} by `make bench`, which writes this file.
Numbers are CPU time divided by that of hand-written numpy (or plain Python) for the same work:
the median and the quartiles over interleaved rounds, on one thread. Lower is better.
Before any timing, all programs' results are compared, to {1e-10:g} of the largest entry.
"Fused" is PyTorch with its ready-made softmax and layer norm; all others compose them.
{left_out}
## Targets

{targets_table(rows, targets)}

## All results

{results_table(rows)}

## The machine

{facts}
"""


def data(rows: Sequence[Row], machine: dict[str, str], day: str) -> str:
    """Return results.json."""
    table = {
        row.key: {
            "title": row.title,
            "cells": {name: dataclasses.asdict(spread) for name, spread in row.cells.items()},
        }
        for row in rows
    }
    return json.dumps({"day": day, "machine": machine, "rows": table}, indent=1, ensure_ascii=False) + "\n"
