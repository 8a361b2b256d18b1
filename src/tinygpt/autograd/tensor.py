"""Arrays that remember how they were computed, and pass gradients back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
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


class _Node:
    """A tensor's place in the graph: shape, gradient, edges (node, rule)."""

    __slots__ = ("edges", "grad", "shape")

    def __init__(self, shape: tuple[int, ...], edges: Sequence = ()) -> None:
        self.shape = shape
        self.grad: Array | None = None
        self.edges: Sequence[tuple[_Node, Rule]] = edges

    def __getstate__(self) -> object:
        if self.edges:  # copy and pickle would lose the leaves
            raise TypeError("only a leaf can be copied; make one: Tensor(y.data)")
        return object.__getstate__(self)

    def accumulate(self, share: Array, g: Array | None = None) -> None:
        """Add share, which a rule made from g, summed down to self.shape.

        Others may hold a share that is g or a view; a leaf must not adopt it.
        """
        if share.shape != self.shape:
            share = _unbroadcast(share, self.shape)
        if self.grad is not None:
            self.grad = np.asarray(self.grad + share)  # a 0-d sum is a scalar
        elif self.edges or not (share is g or share.base is not None):
            self.grad = np.asarray(share)
        else:
            self.grad = np.array(share)


class Tensor:
    """A float64 array that knows how it was computed.

    data is the array, of any shape; grad has that shape too. Operands may be
    tensors, or arrays and numbers, which are constants; they broadcast, and
    ValueError says where they cannot. Rules keep the arrays, and reshape and
    transpose share them, so change none in place before the last backward()
    through them. Derived in book/06-autograd.md, "Gradients of arrays"; for
    unusual operands, axes and seeds, see book/engine-at-its-edges.md.
    """

    __array_ufunc__ = None  # so that array * tensor asks the tensor

    def __init__(self, data: Operand) -> None:
        """Make a leaf from a copy of data; TypeError unless it is real."""
        self.data: Array = np.array(_array(data))
        self._node = _Node(self.data.shape)

    def __array_function__(self, *call: object) -> object:
        return NotImplemented  # so that np.dot(x, y) is an error

    @property
    def grad(self) -> Array:
        """The gradient, float64, of data's shape; zeros before backward().

        For a result it is a copy. None forgets it; errors as for backward(grad).
        """
        node = self._node
        if node.grad is None:
            node.grad = np.zeros(node.shape)
        return node.grad.copy() if node.edges else node.grad

    @grad.setter
    def grad(self, gradient: ArrayLike | None) -> None:
        self._node.grad = None if gradient is None else self._seed(gradient)

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of data."""
        return self.data.shape

    def __len__(self) -> int:
        return len(self.data)

    def __bool__(self) -> bool:
        return bool(self.data)  # ValueError for several entries, as in numpy

    def __repr__(self) -> str:
        text = np.array2string(self.data, separator=", ", prefix="Tensor(")
        return f"Tensor({text})"

    def __add__(self, other: Operand) -> Tensor:
        """Return self + other, broadcast."""
        y = _array(other)
        return _result(self.data + y, (self, _unchanged), (other, _unchanged))

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
        return _result(self.data - y, (self, _unchanged), (other, lambda g: -g))

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
        x, q = self.data, _array(other) / self.data
        return _result(q, (self, lambda g: -g * q / x))

    def __pow__(self, k: float) -> Tensor:
        """Return self ** k, k a number, Python's or numpy's; else TypeError."""
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
        """Return max(self, 0), of slope 0 at 0; NaN stays."""
        y = np.maximum(self.data, 0.0)
        return _result(y, (self, lambda g: g * (y > 0.0)))

    def __matmul__(self, other: Operand) -> Tensor:
        """Return self @ other; ValueError if either has fewer than two axes."""
        return _matmul(self, other)

    def __rmatmul__(self, other: ArrayLike) -> Tensor:
        """Return other @ self, other constant; ValueError below two axes."""
        return _matmul(other, self)

    def sum(self, axis: Axis = None, keepdims: bool = False) -> Tensor:
        """Return the sum over axis: None for all, an int, or a tuple of ints.

        AxisError for an axis that is not there, ValueError for one twice.
        """
        total = self.data.sum(axis=axis, keepdims=True)
        shape, kept = self.data.shape, total.shape
        out = total if keepdims else total.squeeze(axis)
        return _result(out, (self, lambda g: np.full(shape, g.reshape(kept))))

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

        Axes are numbers or one tuple; ValueError if they are no permutation.
        """
        y = self.data.transpose(*axes)
        if not axes or axes[0] is None:
            return _result(y, (self, lambda g: g.T))
        inverse = np.argsort(np.ravel(axes) % y.ndim)
        return _result(y, (self, lambda g: g.transpose(inverse)))

    @property
    def T(self) -> Tensor:
        """The tensor with its axes reversed."""
        return self.transpose()

    def backward(self, grad: ArrayLike | None = None) -> None:
        """Add the gradient of (grad * self).sum() to each leaf's grad.

        The grad of any other tensor in the graph starts afresh.
        grad has the shape of self, and is 1 by default if self has one entry.
        ValueError if it is missing otherwise or has another shape, TypeError if
        it is not real. Works at any depth. Derived in "By counting consumers".
        """
        seed, root = self._seed(grad), self._node
        waiting = _count_uses(root)
        for node in waiting:
            if node.edges:
                node.grad = None
        root.accumulate(seed)
        ready = [root]
        while ready:
            node = ready.pop()
            for operand, rule in node.edges:
                operand.accumulate(rule(node.grad), node.grad)
                waiting[operand] -= 1
                if waiting[operand] == 0:
                    ready.append(operand)

    def _seed(self, grad: ArrayLike | None) -> Array:
        """Return a copy of grad, or ones; errors as backward() names them."""
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
    kept = [(x._node, rule) for x, rule in edges if isinstance(x, Tensor)]
    out._node = _Node(out.data.shape, kept)
    return out


def _unchanged(g: Array) -> Array:
    return g


def _matmul(left: Operand, right: Operand) -> Tensor:
    """Return (..., n, k) @ (..., k, m); ValueError names both shapes."""
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
    """Return g summed down to shape, as "Broadcasting backward" derives."""
    padded = (1,) * (g.ndim - len(shape)) + shape
    repeated = tuple(i for i in range(g.ndim) if padded[i] != g.shape[i])
    return g.sum(axis=repeated).reshape(shape)


def _count_uses(root: _Node) -> dict[_Node, int]:
    """Count, for root and all it was computed from, uses in its graph."""
    count, stack = {root: 0}, [root]
    while stack:
        for operand, _ in stack.pop().edges:
            if operand not in count:
                count[operand] = 0
                stack.append(operand)
            count[operand] += 1
    return count
