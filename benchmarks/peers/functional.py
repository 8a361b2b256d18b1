"""Engines that turn a function of arrays into the function of its gradients."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence

import numpy as np

from .base import Arrays, Compute, Loss, Native, Peer


class FunctionalPeer(Peer):
    @abstractmethod
    def grad(self, loss: Loss, count: int) -> Callable[..., Sequence[Native]]:
        """Return the gradients of loss with respect to its first count arguments."""

    def compiled(self, function: Callable[..., Native]) -> Callable[..., Native]:
        return function

    def finished(self, natives: Sequence[Native]) -> Arrays:
        """Return numpy arrays; an engine that runs ahead of the caller waits here."""
        return [np.asarray(native) for native in natives]

    def forward(self, loss: Loss, parameters: Sequence[np.ndarray]) -> Callable[[], Native]:
        start, function = [self.constant(p) for p in parameters], self.compiled(loss)
        return lambda: self.finished([function(*start)])

    def gradients(self, loss: Loss, parameters: Sequence[np.ndarray]) -> Compute:
        start = [self.constant(p) for p in parameters]
        gradient = self.compiled(self.grad(loss, len(start)))
        return lambda: self.finished(gradient(*start))

    def train(self, loss: Loss, parameters: Sequence[np.ndarray], steps: int, rate: float) -> Compute:
        start = [self.constant(p) for p in parameters]
        gradient = self.grad(loss, len(start))

        def step(*values: Native) -> list[Native]:
            return [p - rate * g for p, g in zip(values, gradient(*values), strict=True)]

        step = self.compiled(step)

        def compute() -> Arrays:
            values = start
            for _ in range(steps):
                values = step(*values)
            return self.finished(values)

        return compute
