"""Compare the engine's gradients with central differences."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import ArrayLike

from tinygpt.finite_difference import numerical_grad

from .tensor import Tensor


class GradcheckError(AssertionError):
    """The gradients from autodiff and from central differences disagree."""


def _with_others_fixed(
    f: Callable[..., Tensor], arrays: list[np.ndarray], i: int
) -> Callable[[np.ndarray], np.ndarray]:
    """Return f as a function of input i alone, from array to array."""

    def f_i(x: np.ndarray) -> np.ndarray:
        varied = [*arrays[:i], x, *arrays[i + 1 :]]
        return f(*map(Tensor, varied)).data

    return f_i


def _compare(
    i: int, found: np.ndarray, expected: np.ndarray, atol: float, rtol: float
) -> None:
    """Raise GradcheckError unless found is close to expected everywhere."""
    if found.shape != expected.shape:
        shapes = f"{expected.shape}, its gradient {found.shape}"
        raise GradcheckError(f"input {i} has shape {shapes}")
    wrong = ~np.isclose(found, expected, atol=atol, rtol=rtol)
    if wrong.any():
        raise GradcheckError(_report(i, found, expected, wrong))


def _report(
    i: int, found: np.ndarray, expected: np.ndarray, wrong: np.ndarray
) -> str:
    """Describe the worst of the entries of input i that are wrong."""
    error = np.abs(found - expected)
    worst = np.argmax(np.where(wrong, error, 0.0))
    at = tuple(int(k) for k in np.unravel_index(worst, error.shape))
    return (
        f"input {i}, index {at}: "
        f"autodiff {found[at]:.9g}, central difference {expected[at]:.9g}\n"
        f"{wrong.sum()} of {wrong.size} entries differ, "
        f"by at most {error[at]:.3e}"
    )


def gradcheck(
    f: Callable[..., Tensor], inputs: Sequence[ArrayLike],
    eps: float = 1e-6, atol: float = 1e-6, rtol: float = 1e-4,
) -> None:  # fmt: skip
    """Raise GradcheckError unless autodiff agrees with central differences.

    f takes a float64 Tensor per input, of any shape, and returns one with a
    single entry, always the same for the same inputs. eps is the step h of
    the difference. Two derivatives agree if they differ by at most
    atol + rtol * |numerical|. TypeError if an input is not real; ValueError
    if f returns anything else, before any gradient is computed, or if eps is
    not positive or too small for an entry. Derived in "Gradient checking";
    what it can miss or wrongly refuse: book/engine-at-its-edges.md.
    """
    arrays = [Tensor(x).data for x in inputs]
    tensors = [Tensor(x) for x in arrays]
    out = f(*tensors)
    is_tensor = isinstance(out, Tensor)
    if not is_tensor or out.data.size != 1:
        kind = f"shape {out.shape}" if is_tensor else type(out).__name__
        raise ValueError(f"f must return a Tensor with one entry, not {kind}")
    out.backward()
    for i, x in enumerate(tensors):
        f_i = _with_others_fixed(f, arrays, i)
        expected = numerical_grad(f_i, arrays[i], eps)
        _compare(i, x.grad, expected, atol, rtol)
