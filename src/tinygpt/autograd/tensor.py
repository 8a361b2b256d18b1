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
    tensors, or arrays and numbers, which are constants. Change no operand in
    place before backward() has run: the rules keep the arrays. Unless a
    docstring names another section, its rule is in "Elementwise operations".
    """

    __array_ufunc__ = None  # so that array * tensor asks the tensor

    def __init__(self, data: Operand) -> None:
        """Make a leaf from a copy of data; TypeError unless it is real."""
        self.data: Array = np.array(_array(data))
        self._grad: Array | None = None
        self._edges: tuple[tuple[Tensor, Rule], ...] = ()

    @property
    def grad(self) -> Array:
        """The gradient, zeros before backward(); a result's is a copy."""
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
        if not isinstance(k, (int, float, np.number)):
            kind = type(k).__name__
            raise TypeError(f"the exponent must be a number, not {kind}")
        x = self.data
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

        AxisError for an axis that is not there. Without keepdims the axes go.
        Derived in "Sum, mean and changes of shape", as are the next three.
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
        return total / (self.data.size / max(total.data.size, 1))

    def reshape(self, *shape: int | tuple[int, ...]) -> Tensor:
        """Return the same entries in another shape, given as in numpy."""
        y, before = self.data.reshape(*shape), self.data.shape
        return _result(y, (self, lambda g: g.reshape(before)))

    def transpose(self, *axes: int | tuple[int, ...]) -> Tensor:
        """Return self with its axes permuted, as in numpy; no axes: reversed.

        Axes come as numbers or as one tuple, and may be negative.
        """
        y, n = self.data.transpose(*axes), self.data.ndim
        order = np.ravel(axes) % n if axes else np.arange(n)[::-1]
        inverse = np.argsort(order)
        return _result(y, (self, lambda g: g.transpose(inverse)))

    @property
    def T(self) -> Tensor:
        """The tensor with its axes reversed."""
        return self.transpose()

    def _receive(self, share: Array) -> None:
        """Add share, summed down to the shape of self, to the gradient.

        The array of share may be someone else's: "Who owns a gradient?".
        """
        share = _unbroadcast(share, self.data.shape)
        if self._grad is not None:
            self._grad = np.asarray(self._grad + share)
        else:
            self._grad = share if self._edges else np.array(share)

    def backward(self, grad: ArrayLike | None = None) -> None:
        """Add d(sum of grad * self)/d(leaf) to leaf grads; others start afresh.

        grad has the shape of self, and is 1 by default if self has one entry.
        ValueError if it is missing for more entries, or has another shape.
        Works on a graph of any depth. Derived in "By counting consumers".
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
        """Return the gradient to start from, or raise ValueError."""
        shape = self.data.shape
        if grad is None:
            if self.data.size != 1:
                raise ValueError(f"backward() from shape {shape} needs a grad")
            return np.ones(shape)
        seed = _array(grad)
        if seed.shape != shape:
            raise ValueError(f"grad has shape {seed.shape}, the tensor {shape}")
        return seed


def _result(data: Array, *edges: tuple[object, Rule]) -> Tensor:
    """Return an operation's result; drop edges to anything but a Tensor."""
    out = Tensor.__new__(Tensor)
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
    padded = (0,) * added + shape
    repeated = tuple(i for i in range(g.ndim) if padded[i] != g.shape[i])
    return g.sum(axis=repeated).reshape(shape)


def _consumers(root: Tensor) -> dict[Tensor, int]:
    """Count, for each tensor in the graph of root, the edges to consumers.

    Only consumers in that graph count; root itself has none.
    """
    count, stack = {root: 0}, [root]
    while stack:
        for x, _ in stack.pop()._edges:
            if x not in count:
                count[x] = 0
                stack.append(x)
            count[x] += 1
    return count
