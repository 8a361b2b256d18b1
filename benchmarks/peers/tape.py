"""Engines that record on arrays of their own, and leave gradients on them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence

import numpy as np

from .base import Arrays, Compute, Loss, Native, Peer


class TapePeer(Peer):
    @abstractmethod
    def leaf(self, array: np.ndarray) -> Native:
        """Return a parameter that starts from a copy of the array."""

    @abstractmethod
    def descend(self, leaf: Native, rate: float) -> None:
        """Move the parameter against its gradient."""

    def reset(self, leaf: Native) -> None:
        leaf.grad = None

    def arrays(self, natives: Sequence[Native]) -> Arrays:
        return [np.asarray(native) for native in natives]

    def forward(self, loss: Loss, parameters: Sequence[np.ndarray]) -> Callable[[], Native]:
        leaves = [self.leaf(p) for p in parameters]
        return lambda: loss(*leaves)

    def gradients(self, loss: Loss, parameters: Sequence[np.ndarray]) -> Compute:
        leaves = [self.leaf(p) for p in parameters]

        def compute() -> Arrays:
            for leaf in leaves:
                self.reset(leaf)
            loss(*leaves).backward()
            return self.arrays([leaf.grad for leaf in leaves])

        return compute

    def train(self, loss: Loss, parameters: Sequence[np.ndarray], steps: int, rate: float) -> Compute:
        def compute() -> Arrays:
            leaves = [self.leaf(p) for p in parameters]
            for _ in range(steps):
                for leaf in leaves:
                    self.reset(leaf)
                loss(*leaves).backward()
                for leaf in leaves:
                    self.descend(leaf, rate)
            return self.arrays([self.value(leaf) for leaf in leaves])

        return compute

    def value(self, leaf: Native) -> Native:
        return leaf.data
