"""The contest of the chapter's section on costs: a product of three matrices, by engine and by hand."""

import time
from collections.abc import Callable

import numpy as np

from tinygpt.autograd import Tensor

Arrays = tuple[np.ndarray, ...]


def by_hand(a: np.ndarray, b: np.ndarray, c: np.ndarray, g: np.ndarray) -> Arrays:
    """Return the gradients of the sum of g * (a @ b @ c), written out in numpy."""
    ab = a @ b
    _, ab_bar = ab @ c, g @ c.T
    return ab_bar @ b.T, a.T @ ab_bar, ab.T @ g


def by_engine(a: np.ndarray, b: np.ndarray, c: np.ndarray, g: np.ndarray) -> Arrays:
    """Return the same gradients, from the engine."""
    leaves = Tensor(a), Tensor(b), Tensor(c)
    (leaves[0] @ leaves[1] @ leaves[2]).backward(g)
    return tuple(leaf.grad for leaf in leaves)


def _seconds(run: Callable[..., Arrays], arrays: np.ndarray, repeats: int) -> float:
    start = time.perf_counter()
    for _ in range(repeats):
        run(*arrays)
    return time.perf_counter() - start


def ratio(size: int, rounds: int = 7) -> float:
    """Return the time of the engine over that by hand, for size by size matrices: median of rounds."""
    arrays = np.random.default_rng(size).normal(size=(4, size, size))
    repeats = max(1, 2_000_000 // (20_000 + size**3))
    times = [[_seconds(run, arrays, repeats) for run in (by_engine, by_hand)] for _ in range(rounds)]
    return float(np.median([engine / hand for engine, hand in times]))
