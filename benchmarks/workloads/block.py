"""The gradient of a transformer block: many shapes, many axes, products of medium size."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..peers.base import Arrays, Compute, Loss, Native, Peer
from .job import Job

EPS = 1e-5


class Block:
    """x + attention(norm(x)), then the same with a two-layer network; a weighted sum is the loss."""

    def __init__(self, length: int, width: int, heads: int) -> None:
        self.length, self.width, self.heads = length, width, heads
        rng = np.random.default_rng(2)
        square, wide = (width, width), (width, 4 * width)
        self.parameters = [
            rng.normal(size=(length, width)),
            1.0 + 0.1 * rng.normal(size=width),
            0.1 * rng.normal(size=width),
            *(rng.normal(size=square) / width**0.5 for _ in range(4)),
            1.0 + 0.1 * rng.normal(size=width),
            0.1 * rng.normal(size=width),
            rng.normal(size=wide) / width**0.5,
            0.1 * rng.normal(size=4 * width),
            rng.normal(size=wide[::-1]) / (4 * width) ** 0.5,
            0.1 * rng.normal(size=width),
        ]
        self.weights = rng.normal(size=(length, width))
        self.mask = np.triu(np.full((length, length), -1e9), k=1)
        self.scale = (width // heads) ** -0.5

    def loss_of(self, peer: Peer) -> Loss:
        weights, mask = peer.constant(self.weights), peer.constant(self.mask)
        length, width, heads = self.length, self.width, self.heads

        def split(x: Native, order: tuple[int, ...]) -> Native:
            return peer.transpose(x.reshape((length, heads, width // heads)), order)

        def loss(
            x: Native, gain1: Native, bias1: Native, wq: Native, wk: Native, wv: Native, wo: Native,
            gain2: Native, bias2: Native, w1: Native, b1: Native, w2: Native, b2: Native,
        ) -> Native:  # fmt: skip
            n = peer.layer_norm(x, gain1, bias1, EPS)
            q, k, v = split(n @ wq, (1, 0, 2)), split(n @ wk, (1, 2, 0)), split(n @ wv, (1, 0, 2))
            attention = peer.softmax((q @ k) * self.scale + mask)
            x = x + peer.transpose(attention @ v, (1, 0, 2)).reshape((length, width)) @ wo
            n = peer.layer_norm(x, gain2, bias2, EPS)
            x = x + peer.relu(n @ w1 + b1) @ w2 + b2
            return peer.sum(x * weights)

        return loss

    def gradients(self, peer: Peer) -> Compute:
        return peer.gradients(self.loss_of(peer), self.parameters)

    def by_hand(self) -> Arrays:
        x, gain1, bias1, wq, wk, wv, wo, gain2, bias2, w1, b1, w2, b2 = self.parameters
        n1, unit1, inverse1 = norm(x, gain1, bias1)
        q, k, v = (self.split(n1 @ w) for w in (wq, wk, wv))
        attention = softmax(q @ k.transpose(0, 2, 1) * self.scale + self.mask)
        mixed = self.join(attention @ v)
        middle = x + mixed @ wo
        n2, unit2, inverse2 = norm(middle, gain2, bias2)
        a = n2 @ w1 + b1
        h = np.maximum(a, 0.0)
        ((middle + h @ w2 + b2) * self.weights).sum()

        g = self.weights
        w2_bar, b2_bar = h.T @ g, g.sum(axis=0)
        a_bar = g @ w2.T * (a > 0.0)
        w1_bar, b1_bar = n2.T @ a_bar, a_bar.sum(axis=0)
        middle_bar, gain2_bar, bias2_bar = norm_backward(a_bar @ w1.T, gain2, unit2, inverse2)
        middle_bar += g
        wo_bar = mixed.T @ middle_bar
        mixed_bar = self.split(middle_bar @ wo.T)
        v_bar = attention.transpose(0, 2, 1) @ mixed_bar
        attention_bar = mixed_bar @ v.transpose(0, 2, 1)
        scores_bar = attention * (attention_bar - (attention_bar * attention).sum(axis=-1, keepdims=True))
        scores_bar *= self.scale
        q_bar, k_bar, v_bar = map(self.join, (scores_bar @ k, scores_bar.transpose(0, 2, 1) @ q, v_bar))
        x_bar, gain1_bar, bias1_bar = norm_backward(
            q_bar @ wq.T + k_bar @ wk.T + v_bar @ wv.T, gain1, unit1, inverse1
        )
        x_bar += middle_bar
        return [
            x_bar, gain1_bar, bias1_bar, n1.T @ q_bar, n1.T @ k_bar, n1.T @ v_bar, wo_bar,
            gain2_bar, bias2_bar, w1_bar, b1_bar, w2_bar, b2_bar,
        ]  # fmt: skip

    def split(self, x: np.ndarray) -> np.ndarray:
        return x.reshape(self.length, self.heads, -1).transpose(1, 0, 2)

    def join(self, x: np.ndarray) -> np.ndarray:
        return x.transpose(1, 0, 2).reshape(self.length, self.width)


def softmax(x: np.ndarray) -> np.ndarray:
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    total: np.ndarray = e.sum(axis=-1, keepdims=True)
    return e / total


def norm(x: np.ndarray, gain: np.ndarray, bias: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    centred = x - x.mean(axis=-1, keepdims=True)
    inverse = 1.0 / np.sqrt((centred * centred).mean(axis=-1, keepdims=True) + EPS)
    unit = centred * inverse
    return unit * gain + bias, unit, inverse


def norm_backward(
    g: np.ndarray, gain: np.ndarray, unit: np.ndarray, inverse: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    scaled = g * gain
    inner = (scaled * unit).mean(axis=-1, keepdims=True)
    x_bar = inverse * (scaled - scaled.mean(axis=-1, keepdims=True) - unit * inner)
    return x_bar, (g * unit).sum(axis=0), g.sum(axis=0)


def job(peers: Sequence[Peer], quick: bool) -> Job:
    block = Block(6, 8, 2) if quick else Block(64, 128, 4)
    title = f"transformer block, T={block.length} d={block.width}, {block.heads} heads"
    return Job("block", title, {"numpy": block.by_hand} | {p.name: block.gradients(p) for p in peers})
