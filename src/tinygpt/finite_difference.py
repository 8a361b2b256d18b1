"""Gradients measured by central differences, to check derived ones."""

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]
Function = Callable[[Array], ArrayLike]


def _single(value: ArrayLike) -> float:
    array = np.asarray(value)
    if array.dtype.kind not in "biuf":
        kind = type(value).__name__
        raise TypeError(f"f returned {kind}, not one number")
    if array.size != 1:
        raise ValueError(f"f returned shape {array.shape}, not one number")
    return float(array.item())


def _slope(f: Function, x: Array, index: tuple[int, ...], h: float) -> float:
    ahead, behind = x.copy(), x.copy()
    ahead[index] += h
    behind[index] -= h
    # Rounding can keep one end at x, or both.
    if not behind[index] < x[index] < ahead[index]:
        entry = f"x{list(index)}" if index else "x"
        problem = f"h={h} does not move {entry} = {x[index]} both ways"
        raise ValueError(f"{problem}: use a larger h or a finite x")
    # Both ends were rounded, so this is not quite 2 * h.
    distance = ahead.item(index) - behind.item(index)
    return (_single(f(ahead)) - _single(f(behind))) / distance


def numerical_grad(f: Function, x: ArrayLike, h: float = 1e-6) -> Array:
    """Return the gradient of f at x, measured by central differences.

    f: called with a private float64 array of x's shape; returns one number.
    x: real numbers of any shape; a float64 copy is used, and x is left alone.
    h: how far each entry is moved, in both directions.

    The result is float64 and has x's shape; f is called twice per entry.
    Raises TypeError if x, or what f returns, does not hold real numbers.
    Raises ValueError if f returns other than one, if h is not a positive
    number, or if an entry is not finite or too large for h to move both ways.
    Derived in book/05-background.md, "Central differences".
    """
    if not 0 < h < np.inf:
        raise ValueError(f"h must be a positive number, got {h}")
    array = np.asarray(x)
    if array.dtype.kind not in "biuf":
        kind = type(x).__name__
        raise TypeError(f"x must hold real numbers, got {kind}")
    point = array.astype(np.float64)
    grad = np.empty_like(point)
    for index in np.ndindex(point.shape):
        grad[index] = _slope(f, point, index, h)
    return grad
