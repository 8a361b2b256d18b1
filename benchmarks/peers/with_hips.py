"""HIPS autograd: numpy functions traced through boxes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import autograd
import autograd.numpy as anp
import numpy as np
from autograd.tracer import getval

from .base import Loss, Native
from .functional import FunctionalPeer


class Hips(FunctionalPeer):
    name = "HIPS autograd"
    distribution = "autograd"

    def grad(self, loss: Loss, count: int) -> Callable[..., Sequence[Native]]:
        gradient: Callable[..., Sequence[Native]] = autograd.grad(loss, argnum=tuple(range(count)))
        return gradient

    def constant(self, array: np.ndarray) -> Native:
        return array

    def relu(self, x: Native) -> Native:
        return anp.maximum(x, 0.0)

    def tanh(self, x: Native) -> Native:
        return anp.tanh(x)

    def exp(self, x: Native) -> Native:
        return anp.exp(x)

    def log(self, x: Native) -> Native:
        return anp.log(x)

    def sum(self, x: Native, axis: int | None = None, keepdims: bool = False) -> Native:
        return anp.sum(x, axis=axis, keepdims=keepdims)

    def mean(self, x: Native, axis: int | None = None, keepdims: bool = False) -> Native:
        return anp.mean(x, axis=axis, keepdims=keepdims)

    def transpose(self, x: Native, axes: tuple[int, ...]) -> Native:
        return anp.transpose(x, axes)

    def row_max(self, x: Native) -> Native:
        return getval(x).max(axis=-1, keepdims=True)
