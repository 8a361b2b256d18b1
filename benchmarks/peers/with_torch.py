"""PyTorch, eager, in float64: from the same operations, and with its ready-made ones."""

from __future__ import annotations

import numpy as np
import torch
import torch.nn.functional as F

from .base import Native
from .tape import TapePeer


class PyTorch(TapePeer):
    name = "PyTorch"
    distribution = "torch"

    def __init__(self) -> None:
        torch.set_num_threads(1)

    def leaf(self, array: np.ndarray) -> Native:
        return torch.tensor(array, requires_grad=True)

    def descend(self, leaf: Native, rate: float) -> None:
        with torch.no_grad():
            leaf -= rate * leaf.grad

    def value(self, leaf: Native) -> Native:
        return leaf.detach()

    def constant(self, array: np.ndarray) -> Native:
        return torch.tensor(array)

    def relu(self, x: Native) -> Native:
        return torch.relu(x)

    def tanh(self, x: Native) -> Native:
        return torch.tanh(x)

    def exp(self, x: Native) -> Native:
        return torch.exp(x)

    def log(self, x: Native) -> Native:
        return torch.log(x)

    def transpose(self, x: Native, axes: tuple[int, ...]) -> Native:
        return x.permute(axes)

    def row_max(self, x: Native) -> Native:
        return x.detach().amax(-1, keepdim=True)


class FusedPyTorch(PyTorch):
    name = "PyTorch, fused"
    composed = False

    def softmax(self, x: Native) -> Native:
        return torch.softmax(x, -1)

    def log_softmax(self, x: Native) -> Native:
        return torch.log_softmax(x, -1)

    def layer_norm(self, x: Native, gain: Native, bias: Native, eps: float) -> Native:
        return F.layer_norm(x, x.shape[-1:], gain, bias, eps)
