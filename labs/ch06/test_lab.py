"""The lab of chapter 6: what an engine must do, whatever its design.

`make lab CH=06` runs these tests on the book's engine; `make lab CH=06 IMPL=mine` runs them on
mine.py, your copy of starter.py.
Every gradient check weights the output with uneven numbers: a plain sum would hide some faults.
"""

import math

import numpy as np
import pytest
from implementations import load

engine = load("ch06")
Value, Tensor = engine.Value, engine.Tensor
gradcheck, GradcheckError = engine.gradcheck, engine.GradcheckError


# Scalars: these need Value alone.


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
    assert (y.data, x.grad) == (12.0, 7.0)
    for f in (lambda u: u * u + u, lambda u: u + u * u):  # u may pass on only when it is finished
        a = Value(2.0)
        u = 3 * a
        y = f(u)
        y.backward()
        assert (u.grad, a.grad) == (13.0, 39.0)
        y.backward()  # a leaf adds up, any other node starts afresh
        assert (u.grad, a.grad) == (13.0, 78.0)


def test_value_functions_have_their_values_and_derivatives():
    cases = {
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
    for name, (f, value, slope) in cases.items():
        x = Value(0.7)
        y = f(x)
        y.backward()
        assert y.data == pytest.approx(value), f"the value of {name}"
        assert x.grad == pytest.approx(slope), f"the derivative of {name}"


def test_value_takes_plain_numbers_on_either_side():
    x = Value(4.0)
    results = [2 + x, x + 2, 2 - x, x - 2, 2 * x, x * 2, 2 / x, x / 2, -x]
    slopes = []
    for y in results:
        x.grad = 0.0
        y.backward()
        slopes.append(x.grad)
    assert [y.data for y in results] == [6.0, 6.0, -2.0, 2.0, 8.0, 8.0, 0.5, 2.0, -4.0]
    assert slopes == [1.0, 1.0, -1.0, 1.0, 2.0, 2.0, -0.125, 0.5, -1.0]


def test_value_operations_have_a_slope_for_each_operand():
    cases = {
        "a + b": (lambda a, b: a + b, 7.0, [1.0, 1.0]),
        "a - b": (lambda a, b: a - b, -1.0, [1.0, -1.0]),
        "a * b": (lambda a, b: a * b, 12.0, [4.0, 3.0]),
        "a / b": (lambda a, b: a / b, 0.75, [0.25, -0.1875]),
    }
    for name, (f, value, slopes) in cases.items():
        a, b = Value(3.0), Value(4.0)
        y = f(a, b)
        y.backward()
        assert (y.data, [a.grad, b.grad]) == (value, slopes), name


def test_an_exponent_of_a_value_must_be_a_number():
    with pytest.raises(TypeError):
        Value(2.0) ** Value(3.0)


# Arrays: one gradient check for each kind of rule.


def normal(*shape):
    return np.random.default_rng(sum(shape)).normal(size=shape)


def positive(*shape):
    return np.random.default_rng(sum(shape)).uniform(0.5, 2.0, size=shape)


ARRAY = normal(2, 3)
GRADCHECKS = {
    "a bias is added to each row": (lambda x, b: x + b, [normal(3, 4), normal(4)]),
    "a row is taken from a column": (lambda x, y: x - y, [normal(3, 1), normal(1, 4)]),
    "a column times a row": (lambda x, y: x * y, [normal(3, 1), normal(1, 4)]),
    "a tensor is used three times": (lambda x: x * x + x, [normal(2, 3)]),
    "a quotient, broadcast": (lambda x, y: x / y, [normal(2, 3), positive(3)]),
    "a power": (lambda x: x**3, [normal(2, 3)]),
    "powers below 2": (lambda x: x**-1 + x**0 + x**0.5 + x**1, [positive(2, 3)]),
    "numbers and arrays on either side": (
        lambda x: (2.0 - x) / 4.0 + 3.0 / x + ARRAY * x - x * ARRAY * 0.5 + (-x - ARRAY),
        [positive(2, 3)],
    ),
    "exp": (lambda x: x.exp(), [normal(2, 3)]),
    "log": (lambda x: x.log(), [positive(2, 3)]),
    "tanh": (lambda x: x.tanh(), [normal(2, 3)]),
    "relu, away from its kink": (lambda x: x.relu(), [[-1.5, -0.3, 0.4, 2.0]]),
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
    try:
        gradcheck(lambda *tensors: (f(*tensors) * weights).sum(), inputs)
    except GradcheckError as error:
        pytest.fail(str(error), pytrace=False)


# What no gradient check can see.

X, POSITIVE = normal(2, 3), positive(2, 3)
VALUES = {
    "x + y": (lambda x, y: x + y, lambda x, y: x + y),
    "x - y": (lambda x, y: x - y, lambda x, y: x - y),
    "x * y": (lambda x, y: x * y, lambda x, y: x * y),
    "x / y": (lambda x, y: x / y, lambda x, y: x / y),
    "2 + x": (lambda x, y: 2 + x, lambda x, y: 2 + x),
    "2 - x": (lambda x, y: 2 - x, lambda x, y: 2 - x),
    "2 * x": (lambda x, y: 2 * x, lambda x, y: 2 * x),
    "2 / y": (lambda x, y: 2 / y, lambda x, y: 2 / y),
    "array + x": (lambda x, y: POSITIVE + x, lambda x, y: POSITIVE + x),
    "array - x": (lambda x, y: POSITIVE - x, lambda x, y: POSITIVE - x),
    "array * x": (lambda x, y: POSITIVE * x, lambda x, y: POSITIVE * x),
    "array / y": (lambda x, y: X / y, lambda x, y: X / y),
    "-x": (lambda x, y: -x, lambda x, y: -x),
    "x ** 3": (lambda x, y: x**3, lambda x, y: x**3),
    "x ** 0": (lambda x, y: x**0, lambda x, y: x**0),
    "y ** -1": (lambda x, y: y**-1, lambda x, y: y**-1.0),
    "y ** 0.5": (lambda x, y: y**0.5, lambda x, y: y**0.5),
    "x ** numpy's 2": (lambda x, y: x ** np.int64(2), lambda x, y: x**2),
    "exp": (lambda x, y: x.exp(), lambda x, y: np.exp(x)),
    "log": (lambda x, y: y.log(), lambda x, y: np.log(y)),
    "tanh": (lambda x, y: x.tanh(), lambda x, y: np.tanh(x)),
    "relu": (lambda x, y: x.relu(), lambda x, y: np.maximum(x, 0)),
    "x @ y.T": (lambda x, y: x @ y.T, lambda x, y: x @ y.T),
    "array @ x": (lambda x, y: POSITIVE.T @ x, lambda x, y: POSITIVE.T @ x),
    "sum": (lambda x, y: x.sum(), lambda x, y: x.sum()),
    "sum(axis=0)": (lambda x, y: x.sum(axis=0), lambda x, y: x.sum(axis=0)),
    "sum(axis=-1, keepdims=True)": (
        lambda x, y: x.sum(axis=-1, keepdims=True),
        lambda x, y: x.sum(axis=-1, keepdims=True),
    ),
    "sum(axis=0) of one column": (
        lambda x, y: (x @ np.ones((3, 1))).sum(axis=0),
        lambda x, y: (x @ np.ones((3, 1))).sum(axis=0),
    ),
    "mean": (lambda x, y: x.mean(), lambda x, y: x.mean()),
    "mean(axis=1)": (lambda x, y: x.mean(axis=1), lambda x, y: x.mean(axis=1)),
    "reshape": (lambda x, y: x.reshape(3, -1), lambda x, y: x.reshape(3, -1)),
    "transpose": (lambda x, y: x.transpose(1, 0), lambda x, y: x.transpose(1, 0)),
}


@pytest.mark.parametrize("name", VALUES)
def test_an_operation_computes_what_numpy_computes(name):
    ours, numpys = VALUES[name]
    found, expected = ours(Tensor(X), Tensor(POSITIVE)).data, np.asarray(numpys(X, POSITIVE))
    assert found.shape == expected.shape
    np.testing.assert_allclose(found, expected, rtol=1e-12)


def test_relu_and_powers_keep_their_promises_at_the_edges():
    x = Tensor([0.0, np.nan, -1.0])
    y = x.relu()
    y.backward([1.0, 0.0, 1.0])
    np.testing.assert_array_equal(y.data, [0.0, np.nan, 0.0])
    np.testing.assert_array_equal(x.grad, [0.0, 0.0, 0.0])
    x = Tensor([0.0, 2.0])
    (x**0).sum().backward()
    np.testing.assert_array_equal(x.grad, [0.0, 0.0])


@pytest.mark.parametrize("f", [lambda x: x * x, lambda x: x * 4.0], ids=["two shares", "one share"])
def test_a_gradient_without_axes_is_an_array(f):
    x = Tensor(2.0)
    f(x).backward()
    x.grad[...] += 1.0
    assert x.grad == 5.0


def test_a_tensor_keeps_its_numbers_when_the_array_it_was_made_from_changes():
    array = np.ones(2)
    x = Tensor(array)
    array[0] = 7.0
    np.testing.assert_array_equal(x.data, [1.0, 1.0])


@pytest.mark.parametrize(
    "f", [lambda x: x + 1.0, lambda x: x.reshape(2, 1), lambda x: x.T], ids=["+", "reshape", "T"]
)
def test_a_seed_stays_the_callers(f):
    x = Tensor([1.0, 2.0])
    seed = np.ones(f(x).shape)
    f(x).backward(seed)
    x.grad *= 3.0
    np.testing.assert_array_equal(seed, np.ones(f(x).shape))


def test_gradients_have_the_shapes_of_the_operands_that_were_broadcast():
    column, row = Tensor(normal(3, 1)), Tensor(normal(1, 4))
    (column * row).sum().backward()
    assert (column.grad.shape, row.grad.shape) == ((3, 1), (1, 4))


def test_leading_axes_broadcast_in_a_matrix_product():
    a, b = Tensor(np.ones((2, 1, 3, 4))), Tensor(np.ones((5, 4, 2)))
    c = a @ b
    c.sum().backward()
    assert c.shape == (2, 5, 3, 2)
    np.testing.assert_array_equal(a.grad, np.full((2, 1, 3, 4), 10.0))
    np.testing.assert_array_equal(b.grad, np.full((5, 4, 2), 6.0))


@pytest.mark.parametrize("f", [lambda u: u * u + u, lambda u: u + u * u], ids=["product first", "sum first"])
def test_a_node_passes_its_gradient_on_when_it_is_finished(f):
    a = Tensor([2.0])
    u = 3 * a
    f(u).backward()
    assert (u.grad.item(), a.grad.item()) == (13.0, 39.0)


def test_consumers_outside_the_graph_of_the_output_are_not_waited_for():
    x = Tensor([3.0])
    square = x * x
    square * 100.0
    (square + x).backward()
    assert x.grad.item() == 7.0


def test_operands_of_a_sum_do_not_share_a_gradient():
    a, b = Tensor([1.0, 2.0]), Tensor([3.0, 4.0])
    (a + b).sum().backward()
    a.grad *= 10.0
    np.testing.assert_array_equal(a.grad, [10.0, 10.0])
    np.testing.assert_array_equal(b.grad, [1.0, 1.0])


def test_an_exponent_must_be_a_number():
    with pytest.raises(TypeError):
        Tensor([1.0, 2.0]) ** Tensor([2.0, 2.0])


def test_leaf_gradients_add_up_over_calls_and_others_start_afresh():
    x = Tensor([1.0, -2.0, 3.0])
    square = x * x
    y = square.sum()
    y.backward()
    y.backward()
    np.testing.assert_array_equal(x.grad, 2 * 2 * x.data)
    np.testing.assert_array_equal(square.grad, np.ones(3))


def test_backward_without_a_seed_needs_a_single_entry():
    with pytest.raises(ValueError):
        (Tensor([1.0, 2.0]) * 2.0).backward()


def test_a_matrix_product_with_a_vector_names_both_shapes():
    with pytest.raises(ValueError, match=r"\(3,\).*\(3, 4\)"):
        Tensor(normal(3)) @ Tensor(normal(3, 4))
    with pytest.raises(ValueError, match=r"\(3, 4\).*\(4,\)"):
        Tensor(normal(3, 4)) @ Tensor(normal(4))


def test_a_seed_chooses_which_sum_is_differentiated():
    x = Tensor([5.0, 6.0, 7.0])
    (x * 2.0).backward([1, 0, -1])
    np.testing.assert_array_equal(x.grad, [2.0, 0.0, -2.0])


def test_a_seed_of_another_shape_is_refused():
    x = Tensor([5.0, 6.0, 7.0])
    with pytest.raises(ValueError):
        (x * 2.0).backward(np.ones((2, 3)))
    np.testing.assert_array_equal(x.grad, np.zeros(3))


def test_a_chain_of_20_000_additions_has_gradient_one():
    x = Tensor(1.0)
    y = x
    for _ in range(20_000):
        y = y + 1.0
    y.backward()
    assert (y.data, x.grad) == (20_001.0, 1.0)


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
