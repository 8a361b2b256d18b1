"""A digit classifier's gradient: one matrix product carries nearly all the work."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..peers.base import Arrays, Loss, Native, Peer
from .job import Job


def job(peers: Sequence[Peer], quick: bool) -> Job:
    inputs, hidden, classes, batch = (20, 8, 4, 6) if quick else (784, 256, 10, 64)
    rng = np.random.default_rng(1)
    x = rng.random((batch, inputs))
    target = np.eye(classes)[rng.integers(classes, size=batch)]
    w1, b1 = rng.normal(size=(inputs, hidden)) / inputs**0.5, 0.1 * rng.normal(size=hidden)
    w2, b2 = rng.normal(size=(hidden, classes)) / hidden**0.5, 0.1 * rng.normal(size=classes)

    def by_hand() -> Arrays:
        a = x @ w1 + b1
        h = np.maximum(a, 0.0)
        logits = h @ w2 + b2
        shifted = logits - logits.max(axis=-1, keepdims=True)
        e = np.exp(shifted)
        total = e.sum(axis=-1, keepdims=True)
        -(target * (shifted - np.log(total))).sum() / batch
        g = (e / total - target) / batch
        w2_bar, b2_bar = h.T @ g, g.sum(axis=0)
        g = g @ w2.T * (a > 0.0)
        return [x.T @ g, g.sum(axis=0), w2_bar, b2_bar]

    def loss_of(peer: Peer) -> Loss:
        data, wanted = peer.constant(x), peer.constant(target)

        def loss(w1: Native, b1: Native, w2: Native, b2: Native) -> Native:
            logits = peer.relu(data @ w1 + b1) @ w2 + b2
            return peer.sum(peer.log_softmax(logits) * wanted) * (-1 / batch)

        return loss

    programs = {p.name: p.gradients(loss_of(p), [w1, b1, w2, b2]) for p in peers}
    title = f"MLP {inputs}-{hidden}-{classes}, batch {batch}, softmax cross-entropy"
    return Job("mlp", title, {"numpy": by_hand} | programs)
