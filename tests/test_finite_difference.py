"""What the printed examples of book/05-background.md leave open about `numerical_grad`."""

import re

import numpy as np
import pytest

from tinygpt.autograd import Tensor
from tinygpt.finite_difference import numerical_grad


def tanh_slope(x):
    return 1 - np.tanh(x) ** 2


@pytest.mark.parametrize(
    ("f", "slope", "third", "low", "high"),
    [
        (np.tanh, tanh_slope, lambda x: -2 * tanh_slope(x) * (1 - 3 * np.tanh(x) ** 2), -3, 3),
        (np.sin, np.cos, lambda x: -np.cos(x), -3, 3),
        (np.exp, np.exp, np.exp, -2, 2),
        (np.log, lambda x: 1 / x, lambda x: 2 / x**3, 0.5, 2),
    ],
    ids=["tanh", "sin", "exp", "log"],
)
def test_the_largest_error_at_the_default_step_stays_below_the_largest_estimate(f, slope, third, low, high):
    h, points = 1e-6, np.linspace(low, high, 401)
    estimates = h**2 / 6 * abs(third(points)) + np.spacing(1.0) * abs(f(points)) / h
    errors = [abs(numerical_grad(f, x) - slope(x)) for x in points]
    assert max(errors) < max(estimates)


def test_every_entry_gets_its_own_slope_in_the_shape_of_x():
    weights = np.arange(1.0, 25.0).reshape(2, 3, 4)
    grad = numerical_grad(lambda x: (weights * x).sum(), np.zeros((2, 3, 4)))
    assert grad.shape == (2, 3, 4)
    np.testing.assert_allclose(grad, weights, rtol=1e-9)


def test_a_matrix_that_is_not_symmetric_keeps_its_rows_and_columns_apart():
    a, b = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), np.array([[1.0, 0.0], [2.0, 1.0], [0.0, 3.0]])
    seed = np.array([[1.0, -1.0], [0.0, 2.0]])
    grad = numerical_grad(lambda x: ((x @ b) * seed).sum(), a)
    np.testing.assert_allclose(grad, seed @ b.T, atol=1e-8)


@pytest.mark.parametrize(
    "x", [3, 3.0, np.float32(3.0), np.array(3.0)], ids=["int", "float", "float32", "0-d"]
)
def test_a_single_number_gives_a_gradient_without_axes(x):
    grad = numerical_grad(lambda a: a * a, x)
    assert (grad.shape, grad.dtype) == ((), np.float64)
    assert round(float(grad), 6) == 6.0


@pytest.mark.parametrize("shape", [(0,), (3, 0), (0, 2, 2)])
def test_an_empty_x_gives_an_empty_gradient_without_calling_f(shape):
    def never(x):
        raise AssertionError("f was called")

    grad = numerical_grad(never, np.zeros(shape))
    assert (grad.shape, grad.dtype) == (shape, np.float64)


def test_integers_are_measured_as_float64():
    grad = numerical_grad(lambda x: (x**3).sum(), [[1, 2], [3, 4]])
    np.testing.assert_allclose(grad, [[3.0, 12.0], [27.0, 48.0]], rtol=1e-8)


def test_the_callers_array_is_left_alone_even_by_an_f_that_writes():
    x = np.array([[1.0, 2.0], [3.0, 4.0]])
    x.flags.writeable = False

    def wipe(a):
        value = (a**2).sum()
        a[...] = np.nan
        return value

    grad = numerical_grad(wipe, x)
    np.testing.assert_allclose(grad, [[2.0, 4.0], [6.0, 8.0]], rtol=1e-8)
    assert x.tolist() == [[1.0, 2.0], [3.0, 4.0]]


def test_an_f_that_keeps_its_arrays_finds_them_as_they_were():
    kept = []

    def keep(a):
        kept.append((a, a.tolist()))
        return a.sum()

    numerical_grad(keep, [1.0, 2.0], h=0.25)
    assert [a.tolist() for a, _ in kept] == [then for _, then in kept]
    assert [then for _, then in kept] == [[1.25, 2.0], [0.75, 2.0], [1.0, 2.25], [1.0, 1.75]]


def test_f_is_called_twice_for_each_entry():
    calls = []
    numerical_grad(lambda x: calls.append(x.shape) or 0.0, np.zeros((3, 4)))
    assert calls == [(3, 4)] * 24


@pytest.mark.parametrize("answer", [2.0, 2, np.float64(2.0), np.array(2.0), np.array([[2.0]])])
def test_f_may_return_a_number_in_any_one_entry_form(answer):
    assert numerical_grad(lambda x: answer, [1.0]).tolist() == [0.0]


@pytest.mark.parametrize("shape", [(3,), (2, 2), (0,)])
def test_f_returning_other_than_one_number_is_refused_with_the_shape(shape):
    with pytest.raises(ValueError, match=re.escape(f"f returned shape {shape}, not one number")):
        numerical_grad(lambda x: np.zeros(shape), [1.0])


@pytest.mark.parametrize(
    ("answer", "kind"),
    [(None, "NoneType"), (1j, "complex"), ("3", "str"), (Tensor(3.0), "Tensor"), ([None], "list")],
)
def test_f_returning_other_than_a_real_number_is_refused_with_its_type(answer, kind):
    with pytest.raises(TypeError, match=f"^f returned {kind}, not one number$"):
        numerical_grad(lambda x: answer, [1.0])


@pytest.mark.parametrize(
    ("x", "kind"),
    [(None, "NoneType"), ("3", "str"), (1j, "complex"), ([1.0, None], "list"), (Tensor(3.0), "Tensor")],
)
def test_an_x_that_does_not_hold_real_numbers_is_refused_with_its_type(x, kind):
    with pytest.raises(TypeError, match=f"^x must hold real numbers, got {kind}$"):
        numerical_grad(lambda a: 0.0, x)


@pytest.mark.parametrize("h", [0.0, -1e-6, np.inf, np.nan])
def test_a_step_that_is_not_a_positive_number_is_refused(h):
    with pytest.raises(ValueError, match=f"h must be a positive number, got {h}"):
        numerical_grad(lambda x: x.sum(), [1.0], h)


def test_a_step_lost_in_rounding_is_refused_and_names_the_entry():
    with pytest.raises(
        ValueError,
        match=re.escape("h=1e-06 does not move x[0, 1] = 1000000000000.0 both ways: use a larger h"),
    ):
        numerical_grad(lambda x: x.sum(), [[1.0, 1e12]])
    assert numerical_grad(lambda x: x.sum(), [[1.0, 1e12]], h=1e3).round(6).tolist() == [[1.0, 1.0]]


@pytest.mark.parametrize("x", [2.0**34, -(2.0**34)], ids=["behind", "ahead"])
def test_a_step_that_rounding_undoes_on_one_side_alone_is_refused(x):
    assert (x + 1e-6 > x) != (x - 1e-6 < x)
    with pytest.raises(ValueError, match=re.escape(f"does not move x = {x} both ways")):
        numerical_grad(lambda a: a, x)


@pytest.mark.parametrize("entry", [np.nan, np.inf, -np.inf])
def test_an_entry_that_is_not_finite_is_refused(entry):
    with pytest.raises(
        ValueError, match=re.escape(f"x[0] = {entry} both ways: use a larger h or a finite x")
    ):
        numerical_grad(lambda x: 0.0, [entry])


def test_the_slope_is_taken_over_the_distance_really_moved():
    x = 1e9 + 1e-7  # neighbours of x are 1.2e-7 apart, so x + 1e-6 is rounded by up to 6 per cent of h
    assert numerical_grad(lambda a: a - 1e9, x) == 1.0


def test_a_kink_is_measured_as_something_in_between():
    def relu(x):
        return np.maximum(x, 0)

    assert round(float(numerical_grad(relu, 0.0)), 9) == 0.5
    assert round(float(numerical_grad(relu, 3e-7)), 9) == 0.65
