"""Train the chapter's XOR network: tiny arrays, so all cost is the engine's own."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..peers.base import Arrays, Loss, Peer
from .job import Job

X = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
Y = np.array([[0.0], [1.0], [1.0], [0.0]])
HIDDEN, RATE = 4, 0.05


def start() -> Arrays:
    """Return the parameters with which examples/xor_mlp.py starts."""
    rng = np.random.default_rng(0)
    w1 = rng.normal(size=(2, HIDDEN))
    return [w1, np.zeros(HIDDEN), rng.normal(size=(HIDDEN, 1)) / np.sqrt(HIDDEN), np.zeros(1)]


def by_hand(steps: int) -> Arrays:
    w1, b1, w2, b2 = (p.copy() for p in start())
    for _ in range(steps):
        hidden = np.tanh(X @ w1 + b1)
        difference = hidden @ w2 + b2 - Y
        (difference**2).mean()
        g = difference * (2 / Y.size)
        w2_bar, b2_bar = hidden.T @ g, g.sum(axis=0)
        g = g @ w2.T * (1 - hidden * hidden)
        w1_bar, b1_bar = X.T @ g, g.sum(axis=0)
        w1 -= RATE * w1_bar
        b1 -= RATE * b1_bar
        w2 -= RATE * w2_bar
        b2 -= RATE * b2_bar
    return [w1, b1, w2, b2]


def loss_of(peer: Peer) -> Loss:
    x, y = peer.constant(X), peer.constant(Y)
    return lambda w1, b1, w2, b2: peer.mean((peer.tanh(x @ w1 + b1) @ w2 + b2 - y) ** 2)


def job(peers: Sequence[Peer], quick: bool) -> Job:
    steps = 20 if quick else 600
    programs = {p.name: p.train(loss_of(p), start(), steps, RATE) for p in peers if p.composed}
    return Job("xor", f"XOR, {steps} steps", {"numpy": lambda: by_hand(steps)} | programs)
