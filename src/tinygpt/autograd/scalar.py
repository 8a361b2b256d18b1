"""Scalars that remember how they were computed, and pass gradients back.

The slopes stand in book/06-autograd.md, "A number that keeps notes".
TypeError refuses an operand that is no number. A quotient fails as Python's
does, a power or function as math's: ZeroDivisionError, ValueError or
OverflowError. What else is unusual: book/engine-at-its-edges.md.
"""

import math


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
        self.data = float(data)
        self.grad = 0.0
        self._inputs = inputs
        self._slopes = slopes

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __add__(self, other):
        """Return self + other; both slopes are 1."""
        return Value(self.data + _number(other), (self, other), (1.0, 1.0))

    def __mul__(self, other):
        """Return self * other; each factor's slope is the other factor."""
        number = _number(other)
        return Value(self.data * number, (self, other), (number, self.data))

    def __neg__(self):
        """Return -self; the slope is -1."""
        return Value(-self.data, (self,), (-1.0,))

    def __sub__(self, other):
        """Return self - other; the slopes are 1 and -1."""
        return Value(self.data - _number(other), (self, other), (1.0, -1.0))

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other):
        """Return other - self, for a plain number other."""
        return Value(other - self.data, (self,), (-1.0,))

    def __pow__(self, k):
        """Return self ** k, k a constant number; TypeError if k is a Value.

        ValueError where the power is not a real number, as for 0 ** -1;
        OverflowError where the power, or its slope, is too large.
        """
        if isinstance(k, Value):
            raise TypeError("the exponent must be a constant, not a Value")
        y = math.pow(self.data, k)
        return Value(y, (self,), (_slope_of_power(self.data, k),))

    def __truediv__(self, other):
        """Return q = self / other; the slopes are 1 / other and -q / other."""
        number = _number(other)
        q = self.data / number
        return Value(q, (self, other), (1.0 / number, -q / number))

    def __rtruediv__(self, other):
        """Return q = other / self, for a plain number other."""
        q = other / self.data
        return Value(q, (self,), (-q / self.data,))

    def exp(self):
        """Return e ** self, which is its own slope."""
        y = math.exp(self.data)
        return Value(y, (self,), (y,))

    def log(self):
        """Return the natural logarithm; ValueError for 0 and below."""
        return Value(math.log(self.data), (self,), (1.0 / self.data,))

    def tanh(self):
        """Return y = tanh(self); the slope is 1 - y * y."""
        y = math.tanh(self.data)
        return Value(y, (self,), (1.0 - y * y,))

    def relu(self):
        """Return max(self, 0), of slope 0 at 0; NaN stays NaN."""
        x = self.data
        return Value(0.0 if x < 0.0 else x, (self,), (1.0 if x > 0.0 else 0.0,))

    def backward(self):
        """Add d(self)/d(leaf) to each leaf's grad; other grads start afresh.

        RecursionError if the graph is about as deep as Python's recursion limit.
        Derived in "The chain rule sums over paths"; what starts afresh, and why,
        in "Leaf gradients accumulate, the others do not".
        """
        order = _topological_order(self)
        for node in order:
            if node._inputs:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            for operand, slope in zip(node._inputs, node._slopes):
                if isinstance(operand, Value):
                    operand.grad += slope * node.grad


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
    order, seen = [], set()

    def visit(node):
        if isinstance(node, Value) and node not in seen:
            seen.add(node)
            for operand in node._inputs:
                visit(operand)
            order.append(node)

    visit(root)
    return order
