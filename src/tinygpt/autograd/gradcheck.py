"""Compare the engine's gradients with central differences."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import ArrayLike

from tinygpt.finite_difference import numerical_grad

from .tensor import Tensor


class GradcheckError(AssertionError):
    """The gradient from autodiff and the one from central differences disagree."""


def _of_one_input(
    f: Callable[..., Tensor], arrays: Sequence[np.ndarray], i: int
) -> Callable[[np.ndarray], float]:
    """Return f as a function of input i alone, from an array to a float."""

    def f_i(x: np.ndarray) -> float:
        return f(*(Tensor(x if j == i else other) for j, other in enumerate(arrays))).data.item()

    return f_i


def _compare(i: int, found: np.ndarray, expected: np.ndarray, atol: float, rtol: float) -> None:
    """Raise GradcheckError unless found is close to expected in every entry."""
    wrong = ~np.isclose(found, expected, atol=atol, rtol=rtol)
    if not wrong.any():
        return
    error = np.abs(found - expected)
    at = np.unravel_index(np.argmax(np.where(wrong, error, -1.0)), error.shape)
    raise GradcheckError(
        f"input {i}, index {tuple(map(int, at))}: autodiff {found[at]:.9g}, "
        f"central difference {expected[at]:.9g}; "
        f"{wrong.sum()} of {wrong.size} entries differ, largest error {error[at]:.3e}"
    )


def gradcheck(
    f: Callable[..., Tensor],
    inputs: Sequence[ArrayLike],
    eps: float = 1e-6,
    atol: float = 1e-6,
    rtol: float = 1e-4,
) -> None:
    """Raise GradcheckError unless autodiff and central differences agree for every input.

    f takes one tensor per input, each of any shape, and returns a tensor with one entry:
    ValueError if not, before any gradient is computed. eps is the step of the difference.
    Derived in "Gradient checking".
    """
    arrays = [np.array(Tensor(x).data) for x in inputs]
    tensors = [Tensor(x) for x in arrays]
    out = f(*tensors)
    if not isinstance(out, Tensor) or out.data.size != 1:
        raise ValueError(f"gradcheck needs f to return a tensor with one entry, got {out!r}")
    out.backward()
    for i, x in enumerate(tensors):
        _compare(i, x.grad, numerical_grad(_of_one_input(f, arrays, i), arrays[i], eps), atol, rtol)
