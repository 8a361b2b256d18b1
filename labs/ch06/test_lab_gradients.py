"""The lab of chapter 6: a gradient check for each kind of rule, and what gradcheck itself must do.

Every check weights the output with uneven numbers, for a plain sum would hide some faults.
So each needs the product and the sum.
"""

import pytest
from implementations import load

from labs.ch06.gradient_checks import CHECKS, weighted

engine = load("ch06")
Tensor, gradcheck, GradcheckError = engine.Tensor, engine.gradcheck, engine.GradcheckError


@pytest.mark.parametrize("name", CHECKS)
def test_gradient_agrees_with_central_differences(name):
    f, inputs = CHECKS[name]
    wrong = None
    try:
        gradcheck(weighted(f), inputs)
    except GradcheckError as error:
        wrong = str(error)
    if wrong:  # said here, for a failure inside of except would be told twice
        pytest.fail(wrong, pytrace=False)


def test_gradcheck_refuses_a_rule_that_does_nothing():
    def no_op(x):
        return Tensor(x.data**2)  # a new leaf: nothing flows back to x

    with pytest.raises(GradcheckError, match="input 0"):
        gradcheck(weighted(no_op), [[1.0, 2.0]])


def test_gradcheck_refuses_an_output_of_several_entries():
    calls = []

    def f(x):
        calls.append(x)
        return x * 2.0

    with pytest.raises(ValueError):
        gradcheck(f, [[1.0, 2.0]])
    assert len(calls) == 1  # refused before any gradient was computed
