"""Compare the engine's gradients with central differences."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import ArrayLike

from tinygpt.finite_difference import numerical_grad

from .tensor import Tensor


class GradcheckError(AssertionError):
    """The gradients from autodiff and from central differences disagree."""


def _of_one_input(
    f: Callable[..., Tensor], arrays: list[np.ndarray], i: int
) -> Callable[[np.ndarray], float]:
    """Return f as a function of input i alone, from an array to a float."""

    def f_i(x: np.ndarray) -> float:
        varied = [*arrays[:i], x, *arrays[i + 1 :]]
        return f(*map(Tensor, varied)).data.item()

    return f_i


def _report(
    i: int, found: np.ndarray, expected: np.ndarray, wrong: np.ndarray
) -> str:
    """Describe the worst of the entries of input i that are wrong."""
    error = np.abs(found - expected)
    worst = np.argmax(np.where(wrong, error, -1.0))
    at = tuple(int(k) for k in np.unravel_index(worst, error.shape))
    return (
        f"input {i}, index {at}: "
        f"autodiff {found[at]:.9g}, central difference {expected[at]:.9g}\n"
        f"{wrong.sum()} of {wrong.size} entries differ, "
        f"the largest error is {error[at]:.3e}"
    )


def gradcheck(
    f: Callable[..., Tensor],
    inputs: Sequence[ArrayLike],
    eps: float = 1e-6,
    atol: float = 1e-6,
    rtol: float = 1e-4,
) -> None:
    """Raise GradcheckError unless autodiff agrees with central differences.

    f takes one tensor per input, of any shape, and returns one with a single
    entry: ValueError if not, before any gradient is computed. eps is the step
    of the difference. Derived in "Gradient checking".
    """
    arrays = [Tensor(x).data for x in inputs]
    tensors = [Tensor(x) for x in arrays]
    out = f(*tensors)
    if not isinstance(out, Tensor) or out.data.size != 1:
        raise ValueError(f"f must return one entry, not {out!r}")
    out.backward()
    for i, x in enumerate(tensors):
        f_i = _of_one_input(f, arrays, i)
        expected = numerical_grad(f_i, arrays[i], eps)
        if x.grad.shape != expected.shape:
            shapes = f"{expected.shape}, its gradient {x.grad.shape}"
            raise GradcheckError(f"input {i} has shape {shapes}")
        wrong = ~np.isclose(x.grad, expected, atol=atol, rtol=rtol)
        if wrong.any():
            raise GradcheckError(_report(i, x.grad, expected, wrong))
