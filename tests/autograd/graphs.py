"""Random computation graphs, as small programs that any array library can run.

A program is a list of steps; each names an operation and picks operands among the values so far. The
operations are written once, with methods and operators that Tensor and numpy (also on complex numbers)
share; what differs between libraries comes in as `lib`.
"""

from dataclasses import dataclass

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra.numpy import mutually_broadcastable_shapes

AXES = (None, 0, -1, (0, -1))


@dataclass(frozen=True)
class Step:
    operation: str
    first: int
    second: int
    choice: int


@dataclass(frozen=True)
class Program:
    shapes: tuple[tuple[int, ...], ...]
    steps: tuple[Step, ...]

    def inputs(self) -> list[np.ndarray]:
        rng = np.random.default_rng(len(self.steps))
        return [rng.normal(size=shape) for shape in self.shapes]

    def run(self, lib, inputs):
        """Return the last value that the program computes from inputs, with the operations of lib."""
        values = list(inputs)
        for step in self.steps:
            x, y = values[step.first % len(values)], values[step.second % len(values)]
            values.append(lib.tanh(apply(lib, step, x, y)))  # tanh keeps the numbers small
        return values[-1]


def broadcastable(a, b) -> bool:
    return all(m == n or 1 in (m, n) for m, n in zip(a[::-1], b[::-1], strict=False))


def apply(lib, step, x, y):
    """Return the result of one step; an operation that does not fit the shapes falls back to x * 1.5."""
    shape, ndim = tuple(x.shape), len(x.shape)
    fits = broadcastable(shape, tuple(y.shape))
    axis = AXES[step.choice % len(AXES)]
    if ndim < 2 and isinstance(axis, tuple):
        axis = None
    if ndim == 0:
        axis = None
    match step.operation:
        case "add" if fits:
            return x + y
        case "subtract" if fits:
            return x - y
        case "multiply" if fits:
            return x * y
        case "divide" if fits:
            return x / (y * y + 0.5)
        case "constant on the left":
            return 2.0 - 3.0 / (x * x + 1.0)
        case "array on the left":
            return lib.array(np.full(shape, 0.7)) * x - x * lib.array(np.full(shape, 0.2))
        case "power":
            return (x * x + 0.5) ** (0, 1, 2, 3, -1, 0.5, 1.5)[step.choice % 7]
        case "negate":
            return -x
        case "exp":
            return lib.exp(x)
        case "log":
            return lib.log(x * x + 0.5)
        case "relu":
            return lib.relu(x + 0.05)
        case "product with its transpose" if ndim >= 2:
            return x @ lib.transpose(x, (*range(ndim - 2), ndim - 1, ndim - 2))
        case "product with a row of columns" if ndim >= 2 and shape[-1] > 0:
            return x @ lib.array(np.linspace(-1.0, 1.0, 2 * shape[-1]).reshape(shape[-1], 2))
        case "sum":
            return lib.sum(x, axis, bool(step.choice % 2))
        case "mean":
            return lib.mean(x, axis, bool(step.choice % 2))
        case "reshape":
            return x.reshape(-1)
        case "transpose" if ndim >= 1:
            axes = np.roll(np.arange(ndim), step.choice)
            return lib.transpose(x, tuple(int(a) for a in axes))
    return x * 1.5


OPERATIONS = [
    *("add", "subtract", "multiply", "divide", "constant on the left", "array on the left", "power"),
    *("negate", "exp", "log", "relu", "product with its transpose", "product with a row of columns"),
    *("sum", "mean", "reshape", "transpose"),
]


@st.composite
def programs(draw, max_steps: int = 8) -> Program:
    shapes = draw(mutually_broadcastable_shapes(num_shapes=3, min_side=1, max_side=3, max_dims=3))
    index = st.integers(0, 10)
    step = st.builds(Step, st.sampled_from(OPERATIONS), index, index, index)
    steps = draw(st.lists(step, min_size=1, max_size=max_steps))
    return Program(shapes.input_shapes, tuple(steps))


class Engine:
    """The operations of tinygpt's Tensor."""

    array = staticmethod(lambda a: a)
    exp = staticmethod(lambda x: x.exp())
    log = staticmethod(lambda x: x.log())
    tanh = staticmethod(lambda x: x.tanh())
    relu = staticmethod(lambda x: x.relu())
    sum = staticmethod(lambda x, axis, keep: x.sum(axis, keep))
    mean = staticmethod(lambda x, axis, keep: x.mean(axis, keep))
    transpose = staticmethod(lambda x, axes: x.transpose(axes))


class Numpy:
    """The same operations on numpy arrays, real or complex: all but relu are analytic."""

    array = staticmethod(lambda a: a)
    exp, log, tanh = np.exp, np.log, np.tanh
    relu = staticmethod(lambda x: np.where(np.real(x) > 0.0, x, 0.0))
    sum = staticmethod(lambda x, axis, keep: np.asarray(x.sum(axis=axis, keepdims=keep)))
    mean = staticmethod(lambda x, axis, keep: np.asarray(x.mean(axis=axis, keepdims=keep)))
    transpose = staticmethod(lambda x, axes: x.transpose(axes))
