"""What a user reads and writes, whole: messages of errors, printed forms, defaults of parameters."""

import copy
import inspect

import numpy as np
import pytest

from tinygpt.autograd import GradcheckError, Tensor, Value, gradcheck
from tinygpt.autograd.gradcheck import _compare

X = Tensor([1.0, 2.0])
MESSAGES = {
    "a Value as exponent": (
        lambda: Value(2.0) ** Value(3.0),
        TypeError("the exponent must be a constant, not a Value"),
    ),
    "no real numbers": (lambda: Tensor("12"), TypeError("expected real numbers, got str")),
    "no real operand": (lambda: X + np.array([1j]), TypeError("expected real numbers, got ndarray")),
    "a copied result": (
        lambda: copy.copy((X * 2.0)._node),
        TypeError("only a leaf can be copied; make one: Tensor(y.data)"),
    ),
    "a list as exponent": (lambda: X ** [2.0], TypeError("the exponent must be a number, not list")),
    "no seed": (X.backward, ValueError("backward() from shape (2,) needs a grad")),
    "no seed for nothing": (
        Tensor(np.zeros((0, 3))).backward,
        ValueError("backward() from shape (0, 3) needs a grad"),
    ),
    "a seed of another shape": (
        lambda: X.backward([1.0]),
        ValueError("grad has shape (1,), the tensor (2,)"),
    ),
    "a vector in a matrix product": (
        lambda: Tensor(np.ones((2, 3))) @ np.ones(3),
        ValueError("@ needs two axes or more, got (2, 3) @ (3,)"),
    ),
    "a check of several entries": (
        lambda: gradcheck(lambda x: x, [[1.0, 2.0]]),
        ValueError("f must return a Tensor with one entry, not shape (2,)"),
    ),
    "a check of nothing": (
        lambda: gradcheck(lambda x: x, [np.zeros((0, 3))]),
        ValueError("f must return a Tensor with one entry, not shape (0, 3)"),
    ),
    "a check of a number": (
        lambda: gradcheck(lambda x: 3.0, [[1.0, 2.0]]),
        ValueError("f must return a Tensor with one entry, not float"),
    ),
    "a gradient of another shape": (
        lambda: _compare(1, np.ones((2, 1)), np.ones((1, 2)), 1.0, 1.0),
        GradcheckError("input 1 has shape (1, 2), its gradient (2, 1)"),
    ),
}


@pytest.mark.parametrize("name", MESSAGES)
def test_an_error_says_exactly_what_is_wrong(name):
    f, expected = MESSAGES[name]
    with pytest.raises(type(expected)) as caught:
        f()
    assert (type(caught.value), str(caught.value)) == (type(expected), str(expected))


def test_printed_forms_show_the_numbers():
    x = Value(2)
    (x * 1.5).backward()
    assert repr(x) == "Value(data=2.0, grad=1.5)"
    assert repr(Value(True)) == "Value(data=1.0, grad=0.0)"
    assert repr(Tensor(2)) == "Tensor(2.)"
    assert repr(Tensor([[1, 2], [3, 4]])) == "Tensor([[1., 2.],\n        [3., 4.]])"


DEFAULTS = {
    Value: {"inputs": (), "slopes": ()},
    Tensor.sum: {"axis": None, "keepdims": False},
    Tensor.mean: {"axis": None, "keepdims": False},
    Tensor.backward: {"grad": None},
    gradcheck: {"eps": 1e-6, "atol": 1e-6, "rtol": 1e-4},
}


@pytest.mark.parametrize("function", DEFAULTS, ids=lambda function: function.__qualname__)
def test_optional_parameters_have_the_defaults_that_the_text_promises(function):
    parameters = inspect.signature(function).parameters.values()
    assert {p.name: p.default for p in parameters if p.default is not p.empty} == DEFAULTS[function]
