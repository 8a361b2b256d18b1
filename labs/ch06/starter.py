"""The lab's starter: write every body that raises NotImplementedError.

Signatures and docstrings are those of book/06-autograd.md; each message says where the body is explained.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike
from tinygpt.finite_difference import numerical_grad


class Value:
    """A float that knows its inputs, and its slope with respect to each.

    data is a float; grad, a float that may be set, is 0.0 before backward().
    """

    __slots__ = ("_inputs", "_slopes", "data", "grad")

    def __init__(self, data, inputs=(), slopes=()):
        """Set data to a float, grad to 0.0.

        inputs: the operands, Values or numbers; none for a leaf.
        slopes: the derivative of data with respect to each of them.
        """
        raise NotImplementedError("Value.__init__: write it; section 6.4.1, 'A number that keeps notes', in book/06-autograd.md explains it")

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __add__(self, other):
        """Return self + other; both slopes are 1."""
        raise NotImplementedError("Value.__add__: write it; section 6.4.1, 'A number that keeps notes', in book/06-autograd.md explains it")

    def __mul__(self, other):
        """Return self * other; each factor's slope is the other factor."""
        raise NotImplementedError("Value.__mul__: write it; section 6.4.1, 'A number that keeps notes', in book/06-autograd.md explains it")

    def __neg__(self):
        """Return -self; the slope is -1."""
        raise NotImplementedError("Value.__neg__: write it; section 6.4.1, 'A number that keeps notes', in book/06-autograd.md explains it")

    def __sub__(self, other):
        """Return self - other; the slopes are 1 and -1."""
        raise NotImplementedError("Value.__sub__: write it; section 6.4.1, 'A number that keeps notes', in book/06-autograd.md explains it")

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other):
        """Return other - self, for a plain number other."""
        raise NotImplementedError("Value.__rsub__: write it; section 6.4.1, 'A number that keeps notes', in book/06-autograd.md explains it")

    def __pow__(self, k):
        """Return self ** k, k a constant number; TypeError if k is a Value.

        ValueError where the power is not a real number, as for 0 ** -1;
        OverflowError where the power, or its slope, is too large.
        """
        raise NotImplementedError("Value.__pow__: write it; section 6.4.1, 'A number that keeps notes', in book/06-autograd.md explains it")

    def __truediv__(self, other):
        """Return q = self / other; the slopes are 1 / other and -q / other."""
        raise NotImplementedError("Value.__truediv__: write it; section 6.4.1, 'A number that keeps notes', in book/06-autograd.md explains it")

    def __rtruediv__(self, other):
        """Return q = other / self, for a plain number other."""
        raise NotImplementedError("Value.__rtruediv__: write it; section 6.4.1, 'A number that keeps notes', in book/06-autograd.md explains it")

    def exp(self):
        """Return e ** self, which is its own slope."""
        raise NotImplementedError("Value.exp: write it; section 6.4.1, 'A number that keeps notes', in book/06-autograd.md explains it")

    def log(self):
        """Return the natural logarithm; ValueError for 0 and below."""
        raise NotImplementedError("Value.log: write it; section 6.4.1, 'A number that keeps notes', in book/06-autograd.md explains it")

    def tanh(self):
        """Return y = tanh(self); the slope is 1 - y * y."""
        raise NotImplementedError("Value.tanh: write it; section 6.4.1, 'A number that keeps notes', in book/06-autograd.md explains it")

    def relu(self):
        """Return max(self, 0), of slope 0 at 0; NaN stays NaN."""
        raise NotImplementedError("Value.relu: write it; section 6.4.1, 'A number that keeps notes', in book/06-autograd.md explains it")

    def backward(self):
        """Add d(self)/d(leaf) to each leaf's grad; other grads start afresh.

        RecursionError if the graph is about as deep as Python's recursion limit.
        Derived in "The chain rule sums over paths"; what starts afresh, and why,
        in "Leaf gradients accumulate, the others do not".
        """
        raise NotImplementedError("Value.backward: write it; section 6.5, 'Finish a node before you pass it on', in book/06-autograd.md explains it")


def _number(operand):
    """Return the number inside a Value; a constant stands for itself."""
    return operand.data if isinstance(operand, Value) else operand


def _slope_of_power(x, k):
    """Return k * x ** (k - 1), which at x = 0 is infinite for 0 < k < 1.

    At x = 0, k must be 0 or more.
    """
    if x == 0.0 and k < 1:
        return 0.0 if k == 0 else math.inf
    return k * math.pow(x, k - 1)


def _topological_order(root):
    """Return root and all it was computed from, each after its operands."""
    raise NotImplementedError("_topological_order: write it; section 6.5.1, 'By depth-first search', in book/06-autograd.md explains it")


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
        raise NotImplementedError("_Node.accumulate: write it; section 6.8.1, 'Who owns a gradient?', in book/06-autograd.md explains it")


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
        raise NotImplementedError("Tensor.__add__: write it; section 6.7.1, 'Elementwise operations', in book/06-autograd.md explains it")

    def __mul__(self, other: Operand) -> Tensor:
        """Return self * other, entry by entry, broadcast."""
        raise NotImplementedError("Tensor.__mul__: write it; section 6.7.1, 'Elementwise operations', in book/06-autograd.md explains it")

    def __neg__(self) -> Tensor:
        """Return -self."""
        raise NotImplementedError("Tensor.__neg__: write it; section 6.7.1, 'Elementwise operations', in book/06-autograd.md explains it")

    def __sub__(self, other: Operand) -> Tensor:
        """Return self - other, broadcast."""
        raise NotImplementedError("Tensor.__sub__: write it; section 6.7.1, 'Elementwise operations', in book/06-autograd.md explains it")

    def __truediv__(self, other: Operand) -> Tensor:
        """Return q = self / other, broadcast."""
        raise NotImplementedError("Tensor.__truediv__: write it; section 6.7.1, 'Elementwise operations', in book/06-autograd.md explains it")

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other: ArrayLike) -> Tensor:
        """Return other - self, for a constant other."""
        raise NotImplementedError("Tensor.__rsub__: write it; section 6.7.1, 'Elementwise operations', in book/06-autograd.md explains it")

    def __rtruediv__(self, other: ArrayLike) -> Tensor:
        """Return other / self, for a constant other."""
        raise NotImplementedError("Tensor.__rtruediv__: write it; section 6.7.1, 'Elementwise operations', in book/06-autograd.md explains it")

    def __pow__(self, k: float) -> Tensor:
        """Return self ** k, k a number, Python's or numpy's; else TypeError."""
        raise NotImplementedError("Tensor.__pow__: write it; section 6.7.1, 'Elementwise operations', in book/06-autograd.md explains it")

    def exp(self) -> Tensor:
        """Return e ** self, entry by entry."""
        raise NotImplementedError("Tensor.exp: write it; section 6.7.1, 'Elementwise operations', in book/06-autograd.md explains it")

    def log(self) -> Tensor:
        """Return the natural logarithm; as in numpy, -inf at 0 and NaN below."""
        raise NotImplementedError("Tensor.log: write it; section 6.7.1, 'Elementwise operations', in book/06-autograd.md explains it")

    def tanh(self) -> Tensor:
        """Return the hyperbolic tangent, entry by entry."""
        raise NotImplementedError("Tensor.tanh: write it; section 6.7.1, 'Elementwise operations', in book/06-autograd.md explains it")

    def relu(self) -> Tensor:
        """Return max(self, 0), of slope 0 at 0; NaN stays."""
        raise NotImplementedError("Tensor.relu: write it; section 6.7.1, 'Elementwise operations', in book/06-autograd.md explains it")

    def __matmul__(self, other: Operand) -> Tensor:
        """Return self @ other; ValueError if either has fewer than two axes."""
        raise NotImplementedError("Tensor.__matmul__: write it; section 6.7.3, 'The matrix product', in book/06-autograd.md explains it")

    def __rmatmul__(self, other: ArrayLike) -> Tensor:
        """Return other @ self, other constant; ValueError below two axes."""
        raise NotImplementedError("Tensor.__rmatmul__: write it; section 6.7.3, 'The matrix product', in book/06-autograd.md explains it")

    def sum(self, axis: Axis = None, keepdims: bool = False) -> Tensor:
        """Return the sum over axis: None for all, an int, or a tuple of ints.

        AxisError for an axis that is not there, ValueError for one twice.
        """
        raise NotImplementedError("Tensor.sum: write it; section 6.7.5, 'Sum, mean and changes of shape', in book/06-autograd.md explains it")

    def mean(self, axis: Axis = None, keepdims: bool = False) -> Tensor:
        """Return the mean over axis, given as in sum; NaN of no entries."""
        raise NotImplementedError("Tensor.mean: write it; section 6.7.5, 'Sum, mean and changes of shape', in book/06-autograd.md explains it")

    def reshape(self, *shape: int | tuple[int, ...]) -> Tensor:
        """Return the entries in another shape, as in numpy; or ValueError."""
        raise NotImplementedError("Tensor.reshape: write it; section 6.7.5, 'Sum, mean and changes of shape', in book/06-autograd.md explains it")

    def transpose(self, *axes: int | tuple[int, ...]) -> Tensor:
        """Return self with its axes permuted, as in numpy; no axes: reversed.

        Axes are numbers or one tuple; ValueError if they are no permutation.
        """
        raise NotImplementedError("Tensor.transpose: write it; section 6.7.5, 'Sum, mean and changes of shape', in book/06-autograd.md explains it")

    @property
    def T(self) -> Tensor:
        """The tensor with its axes reversed."""
        raise NotImplementedError("Tensor.T: write it; section 6.7.5, 'Sum, mean and changes of shape', in book/06-autograd.md explains it")

    def backward(self, grad: ArrayLike | None = None) -> None:
        """Add the gradient of (grad * self).sum() to each leaf's grad.

        The grad of any other tensor in the graph starts afresh.
        grad has the shape of self, and is 1 by default if self has one entry.
        ValueError if it is missing otherwise or has another shape, TypeError if
        it is not real. Works at any depth. Derived in "By counting consumers".
        """
        raise NotImplementedError("Tensor.backward: write it; section 6.5.2, 'By counting consumers', in book/06-autograd.md explains it")

    def _seed(self, grad: ArrayLike | None) -> Array:
        """Return a copy of grad, or ones; errors as backward() names them."""
        raise NotImplementedError("Tensor._seed: write it; section 6.7.2, 'The seed', in book/06-autograd.md explains it")


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
    raise NotImplementedError("_matmul: write it; section 6.7.3, 'The matrix product', in book/06-autograd.md explains it")


def _unbroadcast(g: Array, shape: tuple[int, ...]) -> Array:
    """Return g summed down to shape, as "Broadcasting backward" derives."""
    raise NotImplementedError("_unbroadcast: write it; section 6.7.4, 'Broadcasting backward', in book/06-autograd.md explains it")


def _count_uses(root: _Node) -> dict[_Node, int]:
    """Count, for root and all it was computed from, uses in its graph."""
    raise NotImplementedError("_count_uses: write it; section 6.5.2, 'By counting consumers', in book/06-autograd.md explains it")


class GradcheckError(AssertionError):
    """The gradients from autodiff and from central differences disagree."""


def _with_others_fixed(
    f: Callable[..., Tensor], arrays: list[np.ndarray], i: int
) -> Callable[[np.ndarray], np.ndarray]:
    """Return f as a function of input i alone, from array to array."""

    def f_i(x: np.ndarray) -> np.ndarray:
        varied = [*arrays[:i], x, *arrays[i + 1 :]]
        return f(*map(Tensor, varied)).data

    return f_i


def _compare(
    i: int, found: np.ndarray, expected: np.ndarray, atol: float, rtol: float
) -> None:
    """Raise GradcheckError unless found is close to expected everywhere."""
    if found.shape != expected.shape:
        shapes = f"{expected.shape}, its gradient {found.shape}"
        raise GradcheckError(f"input {i} has shape {shapes}")
    wrong = ~np.isclose(found, expected, atol=atol, rtol=rtol)
    if wrong.any():
        raise GradcheckError(_report(i, found, expected, wrong))


def _report(
    i: int, found: np.ndarray, expected: np.ndarray, wrong: np.ndarray
) -> str:
    """Describe the worst of the entries of input i that are wrong."""
    error = np.abs(found - expected)
    worst = np.argmax(np.where(wrong, error, 0.0))
    at = tuple(int(k) for k in np.unravel_index(worst, error.shape))
    return (
        f"input {i}, index {at}: "
        f"autodiff {found[at]:.9g}, central difference {expected[at]:.9g}\n"
        f"{wrong.sum()} of {wrong.size} entries differ, "
        f"by at most {error[at]:.3e}"
    )


def gradcheck(
    f: Callable[..., Tensor], inputs: Sequence[ArrayLike],
    eps: float = 1e-6, atol: float = 1e-6, rtol: float = 1e-4,
) -> None:  # fmt: skip
    """Raise GradcheckError unless autodiff agrees with central differences.

    f takes a float64 Tensor per input, of any shape, and returns one with a
    single entry, always the same for the same inputs. eps is the step h of
    the difference. Two derivatives agree if they differ by at most
    atol + rtol * |numerical|. TypeError if an input is not real; ValueError
    if f returns anything else, before any gradient is computed, or if eps is
    not positive or too small for an entry. Derived in "Gradient checking";
    what it can miss or wrongly refuse: book/engine-at-its-edges.md.
    """
    arrays = [Tensor(x).data for x in inputs]
    tensors = [Tensor(x) for x in arrays]
    out = f(*tensors)
    is_tensor = isinstance(out, Tensor)
    if not is_tensor or out.data.size != 1:
        kind = f"shape {out.shape}" if is_tensor else type(out).__name__
        raise ValueError(f"f must return a Tensor with one entry, not {kind}")
    out.backward()
    for i, x in enumerate(tensors):
        f_i = _with_others_fixed(f, arrays, i)
        expected = numerical_grad(f_i, arrays[i], eps)
        _compare(i, x.grad, expected, atol, rtol)
