"""A long chain of additions: the price of a node and of an edge, and a graph too deep to recurse."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..peers.base import Arrays, Loss, Native, Peer
from .job import Job

# Compiling so long a program takes JAX minutes, and it would time its compiler's cleverness.
LEFT_OUT = {"JAX, compiled"}


def job(peers: Sequence[Peer], quick: bool) -> Job:
    count = 50 if quick else 20_000
    start = np.array([0.5, -1.5, 2.0])

    def by_hand() -> Arrays:
        y = start
        for _ in range(count):
            y = y + start
        y.sum()
        g = np.ones(3)
        total = g
        for _ in range(count):
            total = total + g
        return [total]

    def loss_of(peer: Peer) -> Loss:
        def loss(x: Native) -> Native:
            y = x
            for _ in range(count):
                y = y + x
            return peer.sum(y)

        return loss

    programs = {
        p.name: p.gradients(loss_of(p), [start]) for p in peers if p.composed and p.name not in LEFT_OUT
    }
    return Job("additions", f"{count:,} additions", {"numpy": by_hand} | programs, rounds=9, seconds=0.02)
