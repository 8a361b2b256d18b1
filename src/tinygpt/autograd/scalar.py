"""Scalars that remember how they were computed, and pass gradients back.

The slopes stand in book/06-autograd.md, "A number that keeps notes".
TypeError refuses what is no real number. A quotient fails as Python's does,
a power or function as math's: ZeroDivisionError, ValueError or OverflowError.
What else is unusual: book/engine-at-its-edges.md.
"""

import math


class Value:
    """A float that knows its inputs, and its slope with respect to each.

    data is a float; grad, a float that may be set, is 0.0 before backward().
    """

    __slots__ = ("_inputs", "_slopes", "data", "grad")

    def __init__(
        self, data: "Value | float", inputs: tuple = (), slopes: tuple = ()
    ) -> None:
        """Set data to a float, grad to 0.0.

        inputs: the operands, Values or numbers; none for a leaf.
        slopes: the derivative of data with respect to each of them; None
        where nothing is to be passed on, whatever the gradient of data.
        """
        self.data = data if type(data) is float else _number(data)
        self.grad = 0.0
        self._inputs = inputs
        self._slopes = slopes

    def __repr__(self) -> str:
        return f"Value(data={self.data}, grad={self.grad})"

    def __add__(self, other: "Value | float") -> "Value":
        """Return self + other; both slopes are 1."""
        return Value(self.data + _number(other), (self, other), (1.0, 1.0))

    def __mul__(self, other: "Value | float") -> "Value":
        """Return self * other; each factor's slope is the other factor."""
        number = _number(other)
        return Value(self.data * number, (self, other), (number, self.data))

    def __neg__(self) -> "Value":
        """Return -self; the slope is -1."""
        return Value(-self.data, (self,), (-1.0,))

    def __sub__(self, other: "Value | float") -> "Value":
        """Return self - other; the slopes are 1 and -1."""
        return Value(self.data - _number(other), (self, other), (1.0, -1.0))

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other: float) -> "Value":
        """Return other - self, for a plain number other."""
        return Value(_number(other) - self.data, (self,), (-1.0,))

    def __pow__(self, k: float) -> "Value":
        """Return self ** k, k a constant number; TypeError if k is a Value.

        ValueError where the power is not a real number, as for 0 ** -1;
        OverflowError where the power, or its slope, is too large.
        """
        if isinstance(k, Value):
            raise TypeError("the exponent must be a constant, not a Value")
        k = _number(k)
        y = math.pow(self.data, k)
        return Value(y, (self,), (_slope_of_power(self.data, k),))

    def __truediv__(self, other: "Value | float") -> "Value":
        """Return q = self / other; the slopes are 1 / other and -q / other."""
        number = _number(other)
        q = self.data / number
        return Value(q, (self, other), (1.0 / number, -q / number))

    def __rtruediv__(self, other: float) -> "Value":
        """Return q = other / self, for a plain number other."""
        q = _number(other) / self.data
        return Value(q, (self,), (-q / self.data,))

    def exp(self) -> "Value":
        """Return e ** self, which is its own slope."""
        y = math.exp(self.data)
        return Value(y, (self,), (y,))

    def log(self) -> "Value":
        """Return the natural logarithm; ValueError for 0 and below."""
        return Value(math.log(self.data), (self,), (1.0 / self.data,))

    def tanh(self) -> "Value":
        """Return y = tanh(self); the slope is 1 - y * y."""
        y = math.tanh(self.data)
        return Value(y, (self,), (1.0 - y * y,))

    def relu(self) -> "Value":
        """Return max(self, 0), of slope 0 at 0; NaN stays NaN."""
        x = self.data
        y = 0.0 if x < 0.0 else x
        return Value(y, (self,), (1.0 if x > 0.0 else None,))

    def backward(self) -> None:
        """Add d(self)/d(leaf) to each leaf's grad; other grads start afresh.

        RecursionError if the graph is about as deep as Python's recursion limit.
        Derived in "The chain rule sums over paths"; what starts afresh, and why,
        in "Leaf gradients accumulate, the others do not".
        """
        order = _topological_order(self)
        grads = {node: 0.0 if node._inputs else node.grad for node in order}
        grads[self] += 1.0
        for node in reversed(order):
            g = grads[node]
            for operand, slope in zip(node._inputs, node._slopes):
                if isinstance(operand, Value) and slope is not None:
                    grads[operand] += slope * g
        for node, g in grads.items():
            node.grad = g


def _number(operand: "Value | float") -> float:
    """Return the number inside a Value, or a constant, as a float."""
    if isinstance(operand, Value):
        return operand.data
    if type(operand) is float:
        return operand
    number = math.ldexp(operand, 0)
    if getattr(operand, "imag", 0) != 0:  # numpy would drop it
        raise TypeError(f"must be real number, not {type(operand).__name__}")
    return number


def _slope_of_power(x: float, k: float) -> "float | None":
    """Return k * x ** (k - 1); None for k = 0, where nothing is passed on.

    At x = 0 it is infinite for 0 < k < 1, and k must not be below 0.
    """
    if k == 0.0:
        return None
    if x == 0.0 and k < 1.0:
        return math.inf
    return k * math.pow(x, k - 1.0)


def _topological_order(root: Value) -> "list[Value]":
    """Return root and all it was computed from, each after its operands."""
    order, seen = [], set()

    def visit(node: "Value | float") -> None:
        if isinstance(node, Value) and node not in seen:
            seen.add(node)
            for operand in node._inputs:
                visit(operand)
            order.append(node)

    visit(root)
    return order
