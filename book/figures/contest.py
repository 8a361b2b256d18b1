"""The CPU time of one computation over that of another, for the chapter's section on costs."""

import time
from collections.abc import Callable

import numpy as np


def _seconds(run: Callable[..., object], arrays: np.ndarray, repeats: int) -> float:
    start = time.process_time()
    for _ in range(repeats):
        run(*arrays)
    return time.process_time() - start


def ratio(
    run: Callable[..., object], yardstick: Callable[..., object], size: int, rounds: int = 7
) -> float:
    """Return the CPU time of run over that of yardstick, on four size by size matrices: median of rounds."""
    arrays = np.random.default_rng(size).normal(size=(4, size, size))
    repeats = max(1, 2_000_000 // (20_000 + size**3))
    times = [[_seconds(f, arrays, repeats) for f in (run, yardstick)] for _ in range(rounds)]
    return float(np.median([a / b for a, b in times]))
