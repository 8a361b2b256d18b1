"""What a workload asks of an engine."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

Native = Any  # an engine's own array
Loss = Callable[..., Native]
Arrays = list[np.ndarray]
Compute = Callable[[], Arrays]


class Peer(ABC):
    """An engine: arithmetic, `@`, `**` and reshape are its arrays' own; the rest is spelt here."""

    name: str
    distribution: str
    composed = True  # False: uses ready-made softmax and layer norm, of one node each

    @abstractmethod
    def constant(self, array: np.ndarray) -> Native:
        """Return the array in the form in which the engine likes its data."""

    @abstractmethod
    def relu(self, x: Native) -> Native: ...

    @abstractmethod
    def tanh(self, x: Native) -> Native: ...

    @abstractmethod
    def exp(self, x: Native) -> Native: ...

    @abstractmethod
    def log(self, x: Native) -> Native: ...

    @abstractmethod
    def row_max(self, x: Native) -> Native:
        """Return the maximum over the last axis, kept, as a constant."""

    def sum(self, x: Native, axis: int | None = None, keepdims: bool = False) -> Native:
        return x.sum(axis=axis, keepdims=keepdims)

    def mean(self, x: Native, axis: int | None = None, keepdims: bool = False) -> Native:
        return x.mean(axis=axis, keepdims=keepdims)

    def transpose(self, x: Native, axes: tuple[int, ...]) -> Native:
        return x.transpose(axes)

    def softmax(self, x: Native) -> Native:
        e = self.exp(x - self.row_max(x))
        return e / self.sum(e, -1, True)

    def log_softmax(self, x: Native) -> Native:
        shifted = x - self.row_max(x)
        return shifted - self.log(self.sum(self.exp(shifted), -1, True))

    def layer_norm(self, x: Native, gain: Native, bias: Native, eps: float) -> Native:
        centred = x - self.mean(x, -1, True)
        variance = self.mean(centred * centred, -1, True)
        return centred * (variance + eps) ** -0.5 * gain + bias

    @abstractmethod
    def forward(self, loss: Loss, parameters: Sequence[np.ndarray]) -> Callable[[], Native]:
        """Return a function that computes the loss, recorded if the engine records."""

    @abstractmethod
    def gradients(self, loss: Loss, parameters: Sequence[np.ndarray]) -> Compute:
        """Return a function that computes the loss's gradient with respect to each parameter."""

    @abstractmethod
    def train(self, loss: Loss, parameters: Sequence[np.ndarray], steps: int, rate: float) -> Compute:
        """Return a function that descends that many steps from the parameters, and returns where it ends."""
