"""CPU time of several programs that do the same work, in interleaved rounds."""

from __future__ import annotations

import gc
import math
import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

Run = Callable[[], object]


@dataclass(frozen=True)
class Spread:
    """The quartiles of a sample."""

    low: float
    median: float
    high: float

    @classmethod
    def of(cls, sample: list[float]) -> Spread:
        if len(sample) == 1:
            return cls(sample[0], sample[0], sample[0])
        return cls(*statistics.quantiles(sample, n=4, method="inclusive"))


def cpu_time(run: Run, calls: int) -> float:
    """Return the CPU seconds of one call, over several of them."""
    gc.collect()  # no program pays for what another one left behind
    start = time.process_time()
    for _ in range(calls):
        run()
    return (time.process_time() - start) / calls


def interleave(runs: Mapping[str, Run], rounds: int, seconds: float) -> dict[str, list[float]]:
    """Time every program once per round, and return the times by name.

    seconds: how long the first program, the yardstick, is to run per round; all are called equally often.
    """
    names = list(runs)
    for run in runs.values():
        run()  # what is compiled, loaded or cached on the first call is not the work
    calls = max(1, math.ceil(seconds / max(cpu_time(runs[names[0]], 1), 1e-9)))
    times: dict[str, list[float]] = {name: [] for name in names}
    for i in range(rounds):
        shift = i % len(names)  # so that none always follows the same one
        for name in names[shift:] + names[:shift]:
            times[name].append(cpu_time(runs[name], calls))
    return times


def ratios(times: list[float], yardstick: list[float]) -> Spread:
    """Return the spread of the ratios round by round, in which slow rounds cancel."""
    return Spread.of([t / y for t, y in zip(times, yardstick, strict=True)])
