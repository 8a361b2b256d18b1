"""The lab of chapter 6: what the operations of Tensor compute and refuse, which no gradient check can see."""

import warnings

import numpy as np
import pytest
from implementations import load
from sample_arrays import normal, positive

Tensor = load("ch06").Tensor

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
    (x**0).backward([1.0, 1.0])
    np.testing.assert_array_equal(x.grad, [0.0, 0.0])


def test_logarithm_of_0_is_minus_infinity_and_below_it_is_nan():
    with np.errstate(all="ignore"):
        y = Tensor([0.0, -1.0]).log()
    np.testing.assert_array_equal(y.data, [-np.inf, np.nan])


NO_ENTRIES = {None: np.nan, 0: [np.nan] * 3, 1: []}


@pytest.mark.parametrize("axis", NO_ENTRIES)
def test_a_mean_of_no_entries_is_nan(axis):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = Tensor(np.zeros((0, 3))).mean(axis=axis).data
    np.testing.assert_array_equal(found, np.array(NO_ENTRIES[axis]), strict=True)


def test_a_matrix_product_with_a_vector_names_both_shapes():
    with pytest.raises(ValueError, match=r"\(3,\).*\(3, 4\)"):
        Tensor(normal(3)) @ Tensor(normal(3, 4))
    with pytest.raises(ValueError, match=r"\(3, 4\).*\(4,\)"):
        Tensor(normal(3, 4)) @ Tensor(normal(4))


def test_an_exponent_must_be_a_number():
    with pytest.raises(TypeError):
        Tensor([1.0, 2.0]) ** Tensor([2.0, 2.0])


REFUSED = {
    "shapes that do not broadcast": (lambda x: x + Tensor([1.0, 2.0]), ValueError),
    "a sum over an axis that is not there": (lambda x: x.sum(axis=2), np.exceptions.AxisError),
    "a sum over one axis twice": (lambda x: x.sum(axis=(0, 0)), ValueError),
    "a mean over an axis that is not there": (lambda x: x.mean(axis=2), np.exceptions.AxisError),
    "a reshape to more entries": (lambda x: x.reshape(2, 4), ValueError),
    "a transpose that is no permutation": (lambda x: x.transpose(0, 0), ValueError),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_numpy_refuses_is_refused_in_the_same_way(name):
    f, error = REFUSED[name]
    with pytest.raises(error):
        f(Tensor(X))
