"""gradcheck: what it reports, what it refuses, and that it touches nothing of the caller's."""

import inspect

import numpy as np
import pytest
from numpy.testing import assert_array_equal

import tinygpt.autograd
from tinygpt.autograd import GradcheckError, Tensor, gradcheck
from tinygpt.autograd.gradcheck import _compare
from tinygpt.autograd.tensor import _result


def wrong_product(x, y):
    return _result(x.data * y.data, (x, lambda g: g * y.data), (y, lambda g: 2.0 * g * x.data))


def test_the_message_names_input_index_both_derivatives_and_the_largest_error():
    with pytest.raises(GradcheckError) as caught:
        gradcheck(lambda x, y: wrong_product(x, y).sum(), [[[1.0, 2.0, 3.0]], [[4.0, 5.0, 6.0]]])
    assert str(caught.value) == (
        "input 1, index (0, 2): autodiff 6, central difference 3\n"
        "3 of 3 entries differ, by at most 3.000e+00"
    )


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_the_entry_that_is_named_is_the_worst_of_those_that_are_wrong(sign):
    expected = sign * np.array([[1e6, 2.0, 3.0], [1.0, 0.0, -2.0]])
    found = expected + sign * np.array([[1.0, 0.25, -0.75], [0.5, 0.0, 0.125]])
    with pytest.raises(GradcheckError) as caught:
        _compare(2, found, expected, atol=1e-6, rtol=1e-4)  # 1e6 + 1 is close enough
    assert str(caught.value) == (
        f"input 2, index (0, 2): autodiff {sign * 2.25:.9g}, central difference {sign * 3.0:.9g}\n"
        "4 of 6 entries differ, by at most 7.500e-01"
    )


def test_both_derivatives_are_printed_to_nine_digits():
    with pytest.raises(GradcheckError, match=r"^input 0, index \(\): autodiff 1.23456789, .* 2.34567891\n"):
        _compare(0, np.array(1.23456789012), np.array(2.34567891234), atol=0.0, rtol=0.0)


def test_other_inputs_keep_their_numbers_while_one_is_varied():
    seen = []

    def f(x, y, z):
        seen.append((x.data.item(), y.data.item(), z.data.item()))
        return x + 2.0 * y + 3.0 * z

    gradcheck(f, [10.0, 20.0, 30.0], eps=0.25)
    assert seen == [
        (10.0, 20.0, 30.0),
        *[(10.25, 20.0, 30.0), (9.75, 20.0, 30.0)],
        *[(10.0, 20.25, 30.0), (10.0, 19.75, 30.0)],
        *[(10.0, 20.0, 30.25), (10.0, 20.0, 29.75)],
    ]


@pytest.mark.parametrize(("shape", "other"), [((1, 2), (2, 1)), ((2, 1), (1, 2)), ((2,), (1, 2))], ids=str)
def test_a_gradient_of_another_shape_does_not_pass(shape, other):
    with pytest.raises(GradcheckError) as caught:
        _compare(0, np.full(other, 2.0), np.full(shape, 2.0), atol=1e-6, rtol=1e-4)
    assert str(caught.value) == f"input 0 has shape {shape}, its gradient {other}"


def test_the_error_is_an_assertion_error():
    assert issubclass(GradcheckError, AssertionError)


def test_a_gradient_that_is_not_a_number_does_not_pass():
    def nan_rule(x):
        return _result(x.data * 1.0, (x, lambda g: g * np.nan))

    with pytest.raises(GradcheckError, match="autodiff nan"):
        gradcheck(lambda x: nan_rule(x).sum(), [[1.0]])


def test_nothing_of_the_caller_is_touched():
    array, tensor = np.array([1.0, 2.0]), Tensor([3.0, 4.0])
    tensor.grad = np.array([7.0, 7.0])

    def f(x, y):
        loss = (x * y).sum()
        x.data[:] = 0.0
        return loss

    with pytest.raises(GradcheckError):  # f changes an operand in place, so y's gradient is wrong
        gradcheck(f, [array, tensor])
    assert_array_equal(array, [1.0, 2.0])
    assert_array_equal(tensor.data, [3.0, 4.0])
    assert_array_equal(tensor.grad, [7.0, 7.0])


@pytest.mark.parametrize("result", [Tensor([1.0, 2.0]), 3.0, None, np.array(3.0)], ids=repr)
def test_a_result_that_is_not_one_entry_is_refused_before_any_gradient(result):
    calls = []

    def f(x):
        calls.append(x)
        return result

    with pytest.raises(ValueError, match="one entry"):
        gradcheck(f, [[1.0]])
    assert [x.grad.item() for x in calls] == [0.0]


def test_inputs_may_be_integers_empty_or_without_axes():
    gradcheck(lambda x, y, z: (x * x).sum() + y.sum() + z * z, [[1, 2], np.zeros((0, 3)), 2])


def test_tolerances_decide():
    def slightly_wrong(x):
        return _result(x.data * 1.0, (x, lambda g: g * 1.001))

    with pytest.raises(GradcheckError):
        gradcheck(lambda x: slightly_wrong(x).sum(), [[1.0]])
    gradcheck(lambda x: slightly_wrong(x).sum(), [[1.0]], rtol=1e-2)
    gradcheck(lambda x: slightly_wrong(x).sum(), [[1.0]], atol=1e-2)


def test_the_package_exports_its_four_names():
    assert tinygpt.autograd.__all__ == ["GradcheckError", "Tensor", "Value", "gradcheck"]
    assert str(inspect.signature(gradcheck)).startswith("(f: 'Callable[..., Tensor]', inputs: ")
