"""A gradient check for each kind of rule: a function of tensors, and the arrays to check it at."""

import numpy as np

from labs.sample_arrays import normal, positive


def weighted(f):
    """Return f as a loss: the sum of what it returns, times uneven numbers, the same in each call."""

    def loss(*tensors):
        y = f(*tensors)
        return (y * np.random.default_rng(0).normal(size=y.shape)).sum()

    return loss


ARRAY = normal(2, 3)
CHECKS = {
    "a bias is added to each row": (lambda x, b: x + b, [normal(3, 4), normal(4)]),
    "a row is taken from a column": (lambda x, y: x - y, [normal(3, 1), normal(1, 4)]),
    "a column times a row": (lambda x, y: x * y, [normal(3, 1), normal(1, 4)]),
    "a tensor is used three times": (lambda x: x * x + x, [normal(2, 3)]),
    "a quotient, broadcast": (lambda x, y: x / y, [normal(2, 3), positive(3)]),
    "a power": (lambda x: x**3, [normal(2, 3)]),
    "powers below 2": (lambda x: x**-1 + x**0 + x**0.5 + x**1, [positive(2, 3)]),
    "-x": (lambda x: -x, [positive(2, 3)]),
    "2 + x": (lambda x: 2.0 + x, [positive(2, 3)]),
    "x + 2": (lambda x: x + 2.0, [positive(2, 3)]),
    "2 - x": (lambda x: 2.0 - x, [positive(2, 3)]),
    "x - 2": (lambda x: x - 2.0, [positive(2, 3)]),
    "2 * x": (lambda x: 2.0 * x, [positive(2, 3)]),
    "x * 2": (lambda x: x * 2.0, [positive(2, 3)]),
    "2 / x": (lambda x: 2.0 / x, [positive(2, 3)]),
    "x / 2": (lambda x: x / 2.0, [positive(2, 3)]),
    "array + x": (lambda x: ARRAY + x, [positive(2, 3)]),
    "x + array": (lambda x: x + ARRAY, [positive(2, 3)]),
    "array - x": (lambda x: ARRAY - x, [positive(2, 3)]),
    "x - array": (lambda x: x - ARRAY, [positive(2, 3)]),
    "array * x": (lambda x: ARRAY * x, [positive(2, 3)]),
    "x * array": (lambda x: x * ARRAY, [positive(2, 3)]),
    "array / x": (lambda x: ARRAY / x, [positive(2, 3)]),
    "x / array": (lambda x: x / ARRAY, [positive(2, 3)]),
    "exp": (lambda x: x.exp(), [normal(2, 3)]),
    "log": (lambda x: x.log(), [positive(2, 3)]),
    "tanh": (lambda x: x.tanh(), [normal(2, 3)]),
    "relu, away from its kink": (lambda x: x.relu(), [[-1.5, -0.3, 0.4, 2.0]]),
    "an array times a tensor, as matrices": (lambda x: normal(4, 2) @ x, [normal(2, 3)]),
    "a matrix product": (lambda a, b: a @ b, [normal(2, 3), normal(3, 4)]),
    "a batch times one shared weight": (lambda a, w: a @ w, [normal(5, 2, 3), normal(3, 4)]),
    "a sum over one axis": (lambda x: x.sum(axis=1), [normal(3, 4)]),
    "a sum over two axes, kept": (lambda x: x.sum(axis=(0, -1), keepdims=True) * x, [normal(2, 3, 4)]),
    "a mean over two axes": (lambda x: x.mean(axis=(0, 2)), [normal(2, 3, 4)]),
    "reshaped and transposed": (
        lambda x: (
            x.reshape(2, 3, 4).transpose(2, 0, 1) * 2.0
            + x.reshape((4, 6)).T.reshape(4, 2, -1)
            - x.reshape(3, 2, 4).transpose((-1, 1, 0))
        ),
        [normal(6, 4)],
    ),
    "a network of two layers": (
        lambda x, w1, b1, w2, b2: (x @ w1 + b1).tanh() @ w2 + b2,
        [normal(4, 2), normal(2, 3), normal(3), normal(3, 1), normal(1)],
    ),
}
