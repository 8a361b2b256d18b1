"""The lab of chapter 6: a gradient check for each kind of rule, and what gradcheck itself must do.

Every check weights the output with uneven numbers, for a plain sum would hide some faults.
So each needs the product and the sum.
"""

import numpy as np
import pytest
from implementations import load
from sample_arrays import normal, positive

engine = load("ch06")
Tensor, gradcheck, GradcheckError = engine.Tensor, engine.gradcheck, engine.GradcheckError

ARRAY = normal(2, 3)
GRADCHECKS = {
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


@pytest.mark.parametrize("name", GRADCHECKS)
def test_gradient_agrees_with_central_differences(name):
    f, inputs = GRADCHECKS[name]
    shape = f(*(Tensor(x) for x in inputs)).shape
    weights = np.random.default_rng(0).normal(size=shape)
    wrong = None
    try:
        gradcheck(lambda *tensors: (f(*tensors) * weights).sum(), inputs)
    except GradcheckError as error:
        wrong = str(error)
    if wrong:  # said here, for a failure inside of except would be told twice
        pytest.fail(wrong, pytrace=False)


def test_gradcheck_refuses_a_rule_that_does_nothing():
    def no_op(x):
        return Tensor(x.data**2)  # a new leaf: nothing flows back to x

    with pytest.raises(GradcheckError, match="input 0"):
        gradcheck(lambda x: no_op(x).sum(), [[1.0, 2.0]])


def test_gradcheck_refuses_an_output_of_several_entries():
    calls = []

    def f(x):
        calls.append(x)
        return x * 2.0

    with pytest.raises(ValueError):
        gradcheck(f, [[1.0, 2.0]])
    assert len(calls) == 1  # refused before any gradient was computed
