"""Arrays that remember how they were computed, so that gradients can flow back through them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike

Array = np.ndarray
Axis = int | tuple[int, ...] | None
Operand: TypeAlias = "Tensor | ArrayLike"
Rule = Callable[[Array], Array]  # gradient of the result -> share of one input


def _array(operand: Operand) -> Array:
    """Return operand as a float64 array, not copied if it is one; TypeError if not real."""
    if isinstance(operand, Tensor):
        return operand.data
    array = np.asarray(operand)
    if array.dtype.kind not in "biuf":
        raise TypeError(f"expected real numbers, got {type(operand).__name__}")
    return array.astype(np.float64, copy=False)


class Tensor:
    """A float64 array of any shape, with a record of what made it: pairs (input, rule).

    data is the array, grad an array of its shape. Operands may be tensors, or arrays and
    numbers: these are constants. Change no operand in place before backward() has run.
    """

    __array_ufunc__ = None  # so that array * tensor asks the tensor

    def __init__(self, data: Operand) -> None:
        """Make a leaf from a copy of data; TypeError if it does not hold real numbers."""
        self.data: Array = np.array(_array(data))
        self._grad: Array | None = None
        self._edges: tuple[tuple[Tensor, Rule], ...] = ()

    @property
    def grad(self) -> Array:
        """The gradient, of data's shape: zeros before backward(); for a result, a copy."""
        if self._grad is None:
            self._grad = np.zeros(self.data.shape)
        return self._grad.copy() if self._edges else self._grad

    @grad.setter
    def grad(self, gradient: Array) -> None:
        self._grad = gradient

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of data."""
        return self.data.shape

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return self.data.ndim

    def __repr__(self) -> str:
        return f"Tensor({np.array2string(self.data, separator=', ', prefix='Tensor(')})"

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
        return _result(self.data - y, (self, lambda g: g), (other, lambda g: -g))

    def __truediv__(self, other: Operand) -> Tensor:
        """Return self / other, broadcast; the rules are those of the scalar quotient."""
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
        """Return self ** k for a constant number k; anything else is a TypeError."""
        if not isinstance(k, (int, float, np.number)):
            raise TypeError(f"the exponent must be a constant number, not {type(k).__name__}")
        x = self.data
        return _result(x**k, (self, lambda g: g * k * x ** (k - 1) if k else 0.0 * g))

    def exp(self) -> Tensor:
        """Return e ** self, entry by entry."""
        y = np.exp(self.data)
        return _result(y, (self, lambda g: g * y))

    def log(self) -> Tensor:
        """Return the natural logarithm, entry by entry; as in numpy, -inf at 0 and NaN below."""
        x = self.data
        return _result(np.log(x), (self, lambda g: g / x))

    def tanh(self) -> Tensor:
        """Return the hyperbolic tangent, entry by entry."""
        y = np.tanh(self.data)
        return _result(y, (self, lambda g: g * (1.0 - y * y)))

    def relu(self) -> Tensor:
        """Return max(self, 0), entry by entry; at 0 the derivative is taken as 0; NaN stays."""
        y = np.maximum(self.data, 0.0)
        return _result(y, (self, lambda g: g * (y > 0.0)))

    def __matmul__(self, other: Operand) -> Tensor:
        """Return self @ other; ValueError if either has fewer than two axes."""
        return _matmul(self, other)

    def __rmatmul__(self, other: ArrayLike) -> Tensor:
        """Return other @ self, for a constant other; ValueError as in self @ other."""
        return _matmul(other, self)

    def sum(self, axis: Axis = None, keepdims: bool = False) -> Tensor:
        """Return the sum over axis: None (all), an int, a negative int, or a tuple of them."""
        total = self.data.sum(axis=axis, keepdims=True)
        shape, kept = self.data.shape, total.shape
        data = total if keepdims else total.squeeze(axis)
        return _result(data, (self, lambda g: np.broadcast_to(g.reshape(kept), shape)))

    def mean(self, axis: Axis = None, keepdims: bool = False) -> Tensor:
        """Return the mean over axis, given as in sum; of no entries NaN, with numpy's warning."""
        total = self.sum(axis, keepdims)
        return total / (self.data.size / max(total.data.size, 1))

    def reshape(self, *shape: int | tuple[int, ...]) -> Tensor:
        """Return the entries in another shape, as in numpy: reshape(2, -1), reshape((2, -1))."""
        before = self.data.shape
        return _result(self.data.reshape(*shape), (self, lambda g: g.reshape(before)))

    def transpose(self, *axes: int | tuple[int, ...]) -> Tensor:
        """Return the axes permuted, as in numpy: reversed, or transpose(0, 2, 1) and the like."""
        y = self.data.transpose(*axes)
        order = np.ravel(axes) % self.ndim if axes else np.arange(self.ndim)[::-1]
        inverse = np.argsort(order)
        return _result(y, (self, lambda g: g.transpose(inverse)))

    @property
    def T(self) -> Tensor:
        """The tensor with its axes reversed."""
        return self.transpose()

    def _receive(self, share: Array) -> None:
        """Add share to the gradient; the array itself may belong to someone else."""
        share = _unbroadcast(share, self.data.shape)
        if self._grad is not None:
            self._grad = np.asarray(self._grad + share)
        else:
            self._grad = share if self._edges else np.array(share)

    def backward(self, grad: ArrayLike | None = None) -> None:
        """Add d(sum of grad * self)/d(leaf) to the grad of every leaf; others start afresh.

        grad has the shape of self; it may be left out if self has a single entry, and is 1
        then. ValueError without grad for more entries, and for a grad of another shape.
        """
        seed = self._seed(grad)
        waiting = _consumers(self)
        for node in waiting:
            if node._edges:
                node._grad = None
        self._receive(seed)
        ready = [self]
        while ready:
            node = ready.pop()
            for x, rule in node._edges:
                x._receive(rule(node._grad))
                waiting[x] -= 1
                if waiting[x] == 0:
                    ready.append(x)

    def _seed(self, grad: ArrayLike | None) -> Array:
        """Return the gradient to start from; ValueError if it is missing or misshapen."""
        if grad is None:
            if self.data.size != 1:
                raise ValueError(f"backward() of shape {self.shape} needs a grad of that shape")
            return np.ones(self.data.shape)
        seed = _array(grad)
        if seed.shape != self.data.shape:
            raise ValueError(f"grad has shape {seed.shape}, the tensor {self.shape}")
        return seed


def _result(data: Array, *edges: tuple[object, Rule]) -> Tensor:
    """Return an operation's result; edges to anything that is not a Tensor are dropped."""
    out = Tensor.__new__(Tensor)
    out.data = np.asarray(data)
    out._grad = None
    out._edges = tuple((x, rule) for x, rule in edges if isinstance(x, Tensor))
    return out


def _matmul(left: Operand, right: Operand) -> Tensor:
    """Return left @ right: (..., n, k) @ (..., k, m) -> (..., n, m), leading axes broadcast.

    ValueError if an operand has fewer than two axes.
    """
    a, b = _array(left), _array(right)
    if a.ndim < 2 or b.ndim < 2:
        raise ValueError(f"@ needs two or more axes on each side, got {a.shape} @ {b.shape}")
    return _result(
        a @ b,
        (left, lambda g: g @ b.swapaxes(-1, -2)),
        (right, lambda g: a.swapaxes(-1, -2) @ g),
    )


def _unbroadcast(g: Array, shape: tuple[int, ...]) -> Array:
    """Return g summed down to shape, a shape that broadcasts to that of g."""
    if g.shape == shape:
        return g
    added = g.ndim - len(shape)
    repeated = tuple(i for i in range(g.ndim) if i < added or shape[i - added] != g.shape[i])
    return g.sum(axis=repeated).reshape(shape)


def _consumers(root: Tensor) -> dict[Tensor, int]:
    """Count the edges to each tensor that root depends on, within the graph of root."""
    count, stack = {root: 0}, [root]
    while stack:
        for x, _ in stack.pop()._edges:
            if x not in count:
                count[x] = 0
                stack.append(x)
            count[x] += 1
    return count
