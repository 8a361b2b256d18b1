"""The book's own engine."""

from __future__ import annotations

import numpy as np

from tinygpt.autograd import Tensor

from .base import Native
from .tape import TapePeer


class TinyGPT(TapePeer):
    name = "tinygpt"
    distribution = "tinygpt"
    Tensor = Tensor

    def leaf(self, array: np.ndarray) -> Native:
        return self.Tensor(array)

    def descend(self, leaf: Native, rate: float) -> None:
        leaf.data -= rate * leaf.grad

    def constant(self, array: np.ndarray) -> Native:
        return array

    def relu(self, x: Native) -> Native:
        return x.relu()

    def tanh(self, x: Native) -> Native:
        return x.tanh()

    def exp(self, x: Native) -> Native:
        return x.exp()

    def log(self, x: Native) -> Native:
        return x.log()

    def row_max(self, x: Native) -> Native:
        return x.data.max(axis=-1, keepdims=True)
