"""Arrays that remember how they were computed, and pass gradients back."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike

Array = np.ndarray
Axis = int | tuple[int, ...] | None
Operand: TypeAlias = "Tensor | ArrayLike"
Rule = Callable[[Array], Array]  # gradient of the result -> an input's share


def _array(operand: Operand) -> Array:
    """Return operand as float64, uncopied if it is; TypeError if not real."""
    if isinstance(operand, Tensor):
        return operand.data
    array = np.asarray(operand)
    if array.dtype.kind not in "biuf":
        kind = type(operand).__name__
        raise TypeError(f"expected real numbers, got {kind}")
    return array.astype(np.float64, copy=False)


class Tensor:
    """A float64 array with a record of what made it: pairs (input, rule).

    data is the array, of any shape; grad has that shape too. Operands may be
    tensors, or arrays and numbers, which are constants; they broadcast, and
    ValueError says where they cannot. Rules keep the arrays, and reshape and
    transpose share them, so change none in place before backward() has run.
    Unless a method names another section, see "Elementwise operations".
    """

    __array_ufunc__ = None  # so that array * tensor asks the tensor

    def __init__(self, data: Operand) -> None:
        """Make a leaf from a copy of data; TypeError unless it is real."""
        self.data: Array = np.array(_array(data))
        self._grad: Array | None = None
        self._edges: tuple[tuple[Tensor, Rule], ...] = ()

    @property
    def grad(self) -> Array:
        """The gradient, float64, of data's shape; zeros before backward().

        For a result of an operation it is a copy. ValueError if set to another
        shape.
        """
        if self._grad is None:
            self._grad = np.zeros(self.data.shape)
        return self._grad.copy() if self._edges else self._grad

    @grad.setter
    def grad(self, gradient: ArrayLike) -> None:
        self._grad = self._seed(gradient)

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of data."""
        return self.data.shape

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return self.data.ndim

    def __repr__(self) -> str:
        text = np.array2string(self.data, separator=", ", prefix="Tensor(")
        return f"Tensor({text})"

    def __add__(self, other: Operand) -> Tensor:
        """Return self + other, broadcast."""
        y = _array(other)
        return _result(self.data + y, (self, lambda g: g), (other, lambda g: g))

    def __mul__(self, other: Operand) -> Tensor:
        """Return self * other, entry by entry, broadcast."""
        x, y = self.data, _array(other)
        return _result(x * y, (self, lambda g: g * y), (other, lambda g: g * x))

    def __neg__(self) -> Tensor:
        """Return -self."""
        return _result(-self.data, (self, lambda g: -g))

    def __sub__(self, other: Operand) -> Tensor:
        """Return self - other, broadcast."""
        y = _array(other)
        difference = self.data - y
        return _result(difference, (self, lambda g: g), (other, lambda g: -g))

    def __truediv__(self, other: Operand) -> Tensor:
        """Return q = self / other, broadcast."""
        y = _array(other)
        q = self.data / y
        return _result(q, (self, lambda g: g / y), (other, lambda g: -g * q / y))

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other: ArrayLike) -> Tensor:
        """Return other - self, for a constant other."""
        return _result(_array(other) - self.data, (self, lambda g: -g))

    def __rtruediv__(self, other: ArrayLike) -> Tensor:
        """Return other / self, for a constant other."""
        x = self.data
        q = _array(other) / x
        return _result(q, (self, lambda g: -g * q / x))

    def __pow__(self, k: float) -> Tensor:
        """Return self ** k, k a constant number; TypeError for anything else."""
        if not isinstance(k, (int, float, np.integer, np.floating)):
            kind = type(k).__name__
            raise TypeError(f"the exponent must be a number, not {kind}")
        x, k = self.data, float(k)
        if k == 0:
            return _result(x**k, (self, lambda g: np.zeros(g.shape)))
        return _result(x**k, (self, lambda g: g * (k * x ** (k - 1))))

    def exp(self) -> Tensor:
        """Return e ** self, entry by entry."""
        y = np.exp(self.data)
        return _result(y, (self, lambda g: g * y))

    def log(self) -> Tensor:
        """Return the natural logarithm; as in numpy, -inf at 0 and NaN below."""
        x = self.data
        return _result(np.log(x), (self, lambda g: g / x))

    def tanh(self) -> Tensor:
        """Return the hyperbolic tangent, entry by entry."""
        y = np.tanh(self.data)
        return _result(y, (self, lambda g: g * (1.0 - y * y)))

    def relu(self) -> Tensor:
        """Return max(self, 0), of slope 0 at 0; NaN stays NaN."""
        y = np.maximum(self.data, 0.0)
        return _result(y, (self, lambda g: g * (y > 0.0)))

    def __matmul__(self, other: Operand) -> Tensor:
        """Return self @ other; ValueError if either has fewer than two axes."""
        return _matmul(self, other)

    def __rmatmul__(self, other: ArrayLike) -> Tensor:
        """Return other @ self, for a constant other; ValueError as above."""
        return _matmul(other, self)

    def sum(self, axis: Axis = None, keepdims: bool = False) -> Tensor:
        """Return the sum over axis: None for all, an int, or a tuple of ints.

        Summed axes are dropped, or kept with size 1. AxisError for an axis that
        is not there, ValueError for one that comes twice. This and the next
        three are derived in "Sum, mean and changes of shape".
        """
        total = self.data.sum(axis=axis, keepdims=True)
        shape, kept = self.data.shape, total.shape
        return _result(
            total if keepdims else total.squeeze(axis),
            (self, lambda g: np.broadcast_to(g.reshape(kept), shape)),
        )

    def mean(self, axis: Axis = None, keepdims: bool = False) -> Tensor:
        """Return the mean over axis, given as in sum; NaN of no entries."""
        total = self.sum(axis, keepdims)
        count = self.data.size / max(total.data.size, 1)  # of entries in each sum
        return total / count

    def reshape(self, *shape: int | tuple[int, ...]) -> Tensor:
        """Return the entries in another shape, as in numpy; or ValueError."""
        y, before = self.data.reshape(*shape), self.data.shape
        return _result(y, (self, lambda g: g.reshape(before)))

    def transpose(self, *axes: int | tuple[int, ...]) -> Tensor:
        """Return self with its axes permuted, as in numpy; no axes: reversed.

        Axes come as numbers or as one tuple, and may be negative. ValueError or
        AxisError where they are no permutation.
        """
        order = np.empty(range(self.ndim)).transpose(*axes).shape
        inverse = np.argsort(order)
        y = self.data.transpose(*axes)
        return _result(y, (self, lambda g: g.transpose(inverse)))

    @property
    def T(self) -> Tensor:
        """The tensor with its axes reversed."""
        return self.transpose()

    def _accumulate(self, share: Array) -> None:
        """Add share, summed down to the shape of self, to the gradient.

        The array of share may be someone else's: "Who owns a gradient?".
        """
        share = _unbroadcast(share, self.data.shape)
        if self._grad is not None:
            self._grad = np.asarray(self._grad + share)  # a 0-d sum is a scalar
        else:
            self._grad = share if self._edges else np.array(share)

    def backward(self, grad: ArrayLike | None = None) -> None:
        """Add the gradient of (grad * self).sum() to each leaf's grad.

        The grad of any other tensor in the graph starts afresh.

        grad has the shape of self, and is 1 by default if self has one entry.
        ValueError if it is missing for more entries, or has another shape.
        Works on a graph of any depth. Derived in "By counting consumers".
        """
        seed = self._seed(grad)
        waiting = _count_uses(self)
        for node in waiting:
            if node._edges:
                node._grad = None
        self._accumulate(seed)
        ready = [self]
        while ready:
            node = ready.pop()
            for operand, rule in node._edges:
                operand._accumulate(rule(node._grad))
                waiting[operand] -= 1
                if waiting[operand] == 0:
                    ready.append(operand)

    def _seed(self, grad: ArrayLike | None) -> Array:
        """Return the gradient to start from, or raise ValueError."""
        shape = self.data.shape
        if grad is None:
            if self.data.size != 1:
                raise ValueError(f"backward() from shape {shape} needs a grad")
            return np.ones(shape)
        seed = np.array(_array(grad))
        if seed.shape != shape:
            raise ValueError(f"grad has shape {seed.shape}, the tensor {shape}")
        return seed


def _result(data: Array, *edges: tuple[object, Rule]) -> Tensor:
    """Return an operation's result; drop edges to anything but a Tensor."""
    out = Tensor.__new__(Tensor)  # the constructor would copy data
    out.data = np.asarray(data)
    out._grad = None
    out._edges = tuple(edge for edge in edges if isinstance(edge[0], Tensor))
    return out


def _matmul(left: Operand, right: Operand) -> Tensor:
    """Return left @ right: (..., n, k) @ (..., k, m) -> (..., n, m).

    Leading axes broadcast. ValueError if an operand has fewer than two axes;
    it names both shapes. Derived in "The matrix product".
    """
    a, b = _array(left), _array(right)
    if a.ndim < 2 or b.ndim < 2:
        shapes = f"{a.shape} @ {b.shape}"
        raise ValueError(f"@ needs two axes or more, got {shapes}")
    return _result(
        a @ b,
        (left, lambda g: g @ b.swapaxes(-1, -2)),
        (right, lambda g: a.swapaxes(-1, -2) @ g),
    )


def _unbroadcast(g: Array, shape: tuple[int, ...]) -> Array:
    """Return g summed down to shape, which broadcasts to the shape of g.

    Derived in "Broadcasting backward".
    """
    if g.shape == shape:
        return g
    added = g.ndim - len(shape)
    padded = (1,) * added + shape
    repeated = tuple(i for i in range(g.ndim) if padded[i] != g.shape[i])
    return g.sum(axis=repeated).reshape(shape)


def _count_uses(root: Tensor) -> dict[Tensor, int]:
    """Count, for root and each tensor below it, its uses in root's graph."""
    count, stack = {root: 0}, [root]
    while stack:
        for operand, _ in stack.pop()._edges:
            if operand not in count:
                count[operand] = 0
                stack.append(operand)
            count[operand] += 1
    return count
