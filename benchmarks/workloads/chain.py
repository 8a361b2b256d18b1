"""A chain of large matrix products, where an engine can only lose by doing too much."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..measure import Spread
from ..peers.base import Arrays, Loss, Native, Peer
from .job import Job, Row, Times

LENGTH = 3


def forward_of(name: str) -> str:
    return f"{name}, forward alone"


def backward_over_forward(times: Times) -> list[Row]:
    """Return how much longer the backward pass takes than the forward pass, and the bare products' time."""
    names = [name for name in times if forward_of(name) in times]
    cells = {}
    for name in names:
        pairs = zip(times[name], times[forward_of(name)], strict=True)
        cells[name] = Spread.of([(total - forward) / forward for total, forward in pairs])
    bare = zip(times["bare products"], times["numpy"], strict=True)
    bound = Spread.of([products / total for products, total in bare])
    return [
        Row("chain_backward", "the same chain: backward over forward", cells),
        Row("chain_bound", "the same chain: three times its bare products", {"numpy": bound}),
    ]


def job(peers: Sequence[Peer], quick: bool) -> Job:
    n = 12 if quick else 1000
    rng = np.random.default_rng(3)
    start = [rng.normal(size=(n, n)) / n**0.5 for _ in range(LENGTH + 1)]

    def forward() -> list[np.ndarray]:
        results = [start[0]]
        for w in start[1:]:
            results.append(results[-1] @ w)
        results[-1].sum()
        return results

    def by_hand() -> Arrays:
        results = forward()
        g, gradients = np.ones((n, n)), []
        for x, w in zip(results[-2::-1], start[:0:-1], strict=True):
            gradients.append(x.T @ g)
            g = g @ w.T
        return [g, *reversed(gradients)]

    def bare_products() -> None:
        out = np.empty((n, n))
        for _ in range(3):
            for w in start[1:]:
                np.matmul(start[0], w, out=out)

    def loss_of(peer: Peer) -> Loss:
        def loss(x: Native, *ws: Native) -> Native:
            for w in ws:
                x = x @ w
            return peer.sum(x)

        return loss

    tried = [p for p in peers if p.composed]
    partial = {forward_of(p.name): p.forward(loss_of(p), start) for p in tried}
    return Job(
        "chain",
        f"chain of {LENGTH} products, {n} by {n}",
        {"numpy": by_hand} | {p.name: p.gradients(loss_of(p), start) for p in tried},
        {forward_of("numpy"): forward, "bare products": bare_products, **partial},
        backward_over_forward,
        rounds=7,
        seconds=0.001,
    )
