"""The lab of chapter 6: what an engine of numbers must do, whatever its design. These tests need Value alone.

`make lab CH=06` runs the lab's tests on the book's engine; `make lab CH=06 IMPL=mine` runs them on
mine.py, your copy of starter.py.
"""

import math

import numpy as np
import pytest
from implementations import load
from work_bound import at_most

Value = load("ch06").Value


def test_value_holds_a_float_and_no_gradient_yet():
    for number in (2, 2.0, np.float32(2.0)):
        x = Value(number)
        assert (type(x.data), x.data, x.grad) == (float, 2.0, 0.0), f"Value({number!r})"


def test_value_gradients_agree_with_those_derived_by_hand():
    a, b, c = Value(2.0), Value(-3.0), Value(10.0)
    u = a * b
    s = u + c
    f = s**2
    f.backward()
    assert (u.data, s.data, f.data) == (-6.0, 4.0, 16.0)
    assert [v.grad for v in (a, b, c, u, s, f)] == [-24.0, 16.0, 8.0, 8.0, 8.0, 1.0]


def test_value_that_is_used_three_times_gets_the_sum_over_its_edges():
    x = Value(3.0)
    y = x * x + x
    y.backward()
    assert {"y": y.data, "the gradient at x": x.grad} == {"y": 12.0, "the gradient at x": 7.0}


@pytest.mark.parametrize("f", [lambda u: u * u + u, lambda u: u + u * u], ids=["product first", "sum first"])
def test_value_passes_its_gradient_on_once_when_it_is_finished(f):
    a = Value(2.0)
    h = a * 1.0
    u = 3 * h
    f(u).backward()
    assert {"u": u.grad, "h": h.grad, "a": a.grad} == {"u": 13.0, "h": 39.0, "a": 39.0}


def test_value_looks_at_each_node_once_however_many_paths_lead_to_it():
    x = v = Value(1.0)
    for _ in range(25):
        v = v * 0.25 + v * 0.75
    with at_most(100_000, "look at each node once, however often you reach it"):
        v.backward()
    assert x.grad == 1.0


def test_value_leaves_add_up_over_calls_and_others_start_afresh():
    a = Value(2.0)
    u = 3 * a
    y = u * u + u
    y.backward()
    y.backward()
    assert {"y": y.grad, "u": u.grad, "a": a.grad} == {"y": 1.0, "u": 13.0, "a": 78.0}


def test_value_that_is_a_leaf_adds_up_its_own_seeds():
    x = Value(3.0)
    x.backward()
    x.backward()
    assert x.grad == 2.0


FUNCTIONS = {
    "exp": (lambda v: v.exp(), math.exp(0.7), math.exp(0.7)),
    "log": (lambda v: v.log(), math.log(0.7), 1 / 0.7),
    "tanh": (lambda v: v.tanh(), math.tanh(0.7), 1 - math.tanh(0.7) ** 2),
    "relu above 0": (lambda v: v.relu(), 0.7, 1.0),
    "relu below 0": (lambda v: (v - 1.0).relu(), 0.0, 0.0),
    "relu at 0": (lambda v: (v - 0.7).relu(), 0.0, 0.0),
    "power": (lambda v: v**3, 0.7**3, 3 * 0.7**2),
    "reciprocal": (lambda v: v**-1, 1 / 0.7, -1 / 0.7**2),
    "reciprocal below 0": (lambda v: (v - 1.2) ** -1, -2.0, -4.0),
    "power 0 at 0": (lambda v: (v - 0.7) ** 0, 1.0, 0.0),
    "power 1 at 0": (lambda v: (v - 0.7) ** 1, 0.0, 1.0),
    "power 2 at 0": (lambda v: (v - 0.7) ** 2, 0.0, 0.0),
    "root at 0": (lambda v: (v - 0.7) ** 0.5, 0.0, math.inf),
    "quotient": (lambda v: (v + 1) / v, 1.7 / 0.7, -1 / 0.7**2),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_value_functions_have_their_values_and_derivatives(name):
    f, value, slope = FUNCTIONS[name]
    x = Value(0.7)
    y = f(x)
    y.backward()
    assert y.data == pytest.approx(value), f"the value of {name}"
    assert x.grad == pytest.approx(slope), f"the derivative of {name}"


PLAIN_NUMBERS = {
    "2 + x": (lambda x: 2 + x, 6.0, 1.0),
    "x + 2": (lambda x: x + 2, 6.0, 1.0),
    "2 - x": (lambda x: 2 - x, -2.0, -1.0),
    "x - 2": (lambda x: x - 2, 2.0, 1.0),
    "2 * x": (lambda x: 2 * x, 8.0, 2.0),
    "x * 2": (lambda x: x * 2, 8.0, 2.0),
    "2 / x": (lambda x: 2 / x, 0.5, -0.125),
    "x / 2": (lambda x: x / 2, 2.0, 0.5),
    "-x": (lambda x: -x, -4.0, -1.0),
}


@pytest.mark.parametrize("name", PLAIN_NUMBERS)
def test_value_takes_plain_numbers_on_either_side(name):
    f, value, slope = PLAIN_NUMBERS[name]
    x = Value(4.0)
    y = f(x)
    y.backward()
    assert {"value": y.data, "slope": x.grad} == {"value": value, "slope": slope}


OPERATIONS = {
    "a + b": (lambda a, b: a + b, 7.0, [1.0, 1.0]),
    "a - b": (lambda a, b: a - b, -1.0, [1.0, -1.0]),
    "a * b": (lambda a, b: a * b, 12.0, [4.0, 3.0]),
    "a / b": (lambda a, b: a / b, 0.75, [0.25, -0.1875]),
}


@pytest.mark.parametrize("name", OPERATIONS)
def test_value_operations_have_a_slope_for_each_operand(name):
    f, value, slopes = OPERATIONS[name]
    a, b = Value(3.0), Value(4.0)
    y = f(a, b)
    y.backward()
    assert {"value": y.data, "slopes": [a.grad, b.grad]} == {"value": value, "slopes": slopes}


def test_value_relu_lets_nan_through():
    assert math.isnan(Value(math.nan).relu().data)


@pytest.mark.parametrize("number", [0.0, -1.0])
def test_value_has_no_logarithm_at_0_and_below(number):
    with pytest.raises(ValueError):
        Value(number).log()


@pytest.mark.parametrize(("number", "k"), [(0.0, -1), (-8.0, 0.5)])
def test_value_has_no_power_that_is_not_a_real_number(number, k):
    with pytest.raises(ValueError):
        Value(number) ** k


@pytest.mark.parametrize(("number", "k"), [(1e200, 2), (1e-200, -1)], ids=["the power", "its slope"])
def test_value_refuses_a_power_that_is_too_large(number, k):
    with pytest.raises(OverflowError):
        Value(number) ** k


def test_an_exponent_of_a_value_must_be_a_number():
    with pytest.raises(TypeError):
        Value(2.0) ** Value(3.0)
