"""One epoch of the demo that comes with micrograd: two moons, a margin loss, one scalar at a time."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tinygpt.autograd import Value

from ..peers.base import Arrays, Compute, Peer
from .job import Job

ALPHA, RATE = 1e-4, 0.1
Layers = list[list[tuple[list[Any], Any]]]  # per neuron: its weights and its bias


def two_moons(count: int, rng: np.random.Generator) -> tuple[list[list[float]], list[int]]:
    """Return two interleaved half circles with noise, and the side (1 or -1) of each point."""
    half = np.linspace(0, np.pi, count // 2)
    outer = np.stack([np.cos(half), np.sin(half)], axis=1)
    points = np.concatenate([outer, [1.0, 0.5] - outer]) + 0.1 * rng.normal(size=(2 * len(half), 2))
    return points.tolist(), [-1] * len(half) + [1] * len(half)


def start(sizes: Sequence[int], rng: np.random.Generator) -> list[list[tuple[list[float], float]]]:
    return [
        [(rng.uniform(-1, 1, size=n).tolist(), 0.0) for _ in range(m)] for n, m in itertools.pairwise(sizes)
    ]


def flat(layers: Layers) -> list[Any]:
    return [p for layer in layers for weights, bias in layer for p in [*weights, bias]]


def with_values(
    value: Callable[[float], Any], constant: Callable[[float], Any], network: Layers,
    points: list[list[float]], sides: list[int],
) -> Compute:  # fmt: skip
    """Return the epoch written as the demo writes it, for either class of scalars."""
    layers = [[([value(w) for w in ws], value(b)) for ws, b in layer] for layer in network]
    parameters = flat(layers)
    begin = flat(network)

    def predict(x: list[Any]) -> Any:
        for i, layer in enumerate(layers):
            out = [sum((w * v for w, v in zip(ws, x, strict=True)), b) for ws, b in layer]
            x = out if i == len(layers) - 1 else [a.relu() for a in out]
        return x[0]

    def epoch() -> Arrays:
        for p, data in zip(parameters, begin, strict=True):
            p.data = data
        scores = [predict([constant(c) for c in point]) for point in points]
        losses = [(1 + -side * score).relu() for side, score in zip(sides, scores, strict=True)]
        total = sum(losses) * (1.0 / len(losses)) + ALPHA * sum(p * p for p in parameters)
        for p in parameters:
            p.grad = 0.0
        total.backward()
        for p in parameters:
            p.data -= RATE * p.grad
        return [np.array([p.data for p in parameters])]

    return epoch


def by_hand(network: Layers, points: list[list[float]], sides: list[int]) -> Compute:
    """Return the epoch in plain Python, backpropagated by hand."""

    def epoch() -> Arrays:
        gradients = [[([0.0] * len(ws), 0.0) for ws, _ in layer] for layer in network]
        for point, side in zip(points, sides, strict=True):
            inputs, x = [], point
            for i, layer in enumerate(network):
                inputs.append(x)
                out = [sum([w * v for w, v in zip(ws, x, strict=True)], b) for ws, b in layer]
                x = out if i == len(network) - 1 else [a if a > 0.0 else 0.0 for a in out]
            if 1 - side * x[0] <= 0.0:
                continue
            g = [-side / len(points)]
            for i in reversed(range(len(network))):
                back = [0.0] * len(inputs[i])
                for j, (ws, _) in enumerate(network[i]):
                    gj = g[j]
                    if gj == 0.0:
                        continue
                    row, bias = gradients[i][j]
                    gradients[i][j] = ([r + gj * v for r, v in zip(row, inputs[i], strict=True)], bias + gj)
                    back = [b + gj * w for b, w in zip(back, ws, strict=True)]
                g = [b if v > 0.0 else 0.0 for b, v in zip(back, inputs[i], strict=True)]
        pairs = zip(flat(network), flat(gradients), strict=True)
        return [np.array([p - RATE * (g + 2 * ALPHA * p) for p, g in pairs])]

    return epoch


def job(peers: Sequence[Peer], quick: bool) -> Job:
    sizes, count = ((2, 3, 3, 1), 8) if quick else ((2, 16, 16, 1), 100)
    rng = np.random.default_rng(4)
    points, sides = two_moons(count, rng)
    network = start(sizes, rng)
    programs = {
        "plain Python": by_hand(network, points, sides),
        "tinygpt": with_values(Value, float, network, points, sides),
    }
    try:
        from micrograd.engine import Value as MicrogradValue
    except ImportError:
        pass
    else:
        programs["micrograd"] = with_values(MicrogradValue, MicrogradValue, network, points, sides)
    title = f"scalar MLP {'-'.join(map(str, sizes))}, one epoch of two moons (to plain Python)"
    return Job("moons", title, programs, rounds=7, seconds=0.01)
