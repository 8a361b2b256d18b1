"""MyGrad: a tape of numpy operations."""

from __future__ import annotations

import mygrad as mg
import mygrad.nnet as nnet
import numpy as np

from .base import Native
from .tape import TapePeer


class MyGrad(TapePeer):
    name = "MyGrad"
    distribution = "mygrad"

    def __init__(self) -> None:
        mg.turn_memory_guarding_off()  # its manual's advice for speed

    def leaf(self, array: np.ndarray) -> Native:
        return mg.tensor(array)

    def reset(self, leaf: Native) -> None:
        leaf.null_grad()

    def descend(self, leaf: Native, rate: float) -> None:
        leaf.data -= rate * leaf.grad

    def constant(self, array: np.ndarray) -> Native:
        return mg.tensor(array, constant=True)

    def relu(self, x: Native) -> Native:
        return nnet.relu(x)

    def tanh(self, x: Native) -> Native:
        return mg.tanh(x)

    def exp(self, x: Native) -> Native:
        return mg.exp(x)

    def log(self, x: Native) -> Native:
        return mg.log(x)

    def transpose(self, x: Native, axes: tuple[int, ...]) -> Native:
        return mg.transpose(x, *axes)

    def row_max(self, x: Native) -> Native:
        return x.data.max(axis=-1, keepdims=True)
