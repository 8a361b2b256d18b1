"""Value beyond what the chapter's examples and the lab pin."""

import math

import pytest

from tinygpt.autograd import Value


def gradient(f, *numbers):
    values = [Value(number) for number in numbers]
    f(*values).backward()
    return [value.grad for value in values]


@pytest.mark.parametrize("stranger", ["1.5", None, [1.0], 1j, object()])
@pytest.mark.parametrize(
    "operation", ["add", "radd", "sub", "rsub", "mul", "rmul", "truediv", "rtruediv", "pow"]
)
def test_an_operand_that_is_no_real_number_is_a_type_error(operation, stranger):
    with pytest.raises(TypeError):
        getattr(Value(2.0), f"__{operation}__")(stranger)


def test_a_value_as_exponent_is_a_type_error():
    with pytest.raises(TypeError, match="must be a constant"):
        Value(2.0) ** Value(3.0)


@pytest.mark.parametrize(
    ("k", "value", "slope"), [(0, 1.0, 0.0), (1, 0.0, 1.0), (2, 0.0, 0.0), (0.5, 0.0, math.inf)]
)
def test_powers_of_zero_have_their_limits(k, value, slope):
    x = Value(0.0)
    y = x**k
    y.backward()
    assert (y.data, x.grad) == (value, slope)


def test_a_power_that_is_not_real_is_a_value_error():
    with pytest.raises(ValueError):
        Value(-8.0) ** 0.5
    with pytest.raises(ValueError):
        Value(0.0) ** -1


def test_a_power_whose_value_or_slope_is_too_large_is_an_overflow_error():
    for x, k in ((1e200, 2), (1e-200, -1)):  # the second has the value 1e200
        with pytest.raises(OverflowError):
            Value(x) ** k


def test_a_quotient_of_tiny_numbers_keeps_its_derivatives():
    assert gradient(lambda a, b: a / b, 1e-200, 1e-200) == [1e200, -1e200]


def test_tanh_of_a_large_number_does_not_overflow():
    assert gradient(lambda x: x.tanh(), 1000.0) == [0.0]


def test_not_a_number_passes_through_relu():
    assert math.isnan(Value(math.nan).relu().data)


def test_a_leaf_that_is_its_own_output_gets_one_for_each_call():
    x = Value(5.0)
    x.backward()
    x.backward()
    assert x.grad == 2.0


def test_constants_are_no_nodes():
    x = Value(2.0)
    y = 1 - (2 * x + 3) / 4
    seen, stack = set(), [y]
    while stack:
        node = stack.pop()
        seen.add(node)
        stack.extend(operand for operand in node._inputs if isinstance(operand, Value))
    assert len(seen) == 5  # x and the four results


def test_consumers_outside_the_graph_of_the_output_do_not_matter():
    x = Value(3.0)
    square = x * x
    unused = square * 100.0
    (square + x).backward()
    assert (x.grad, unused.grad) == (7.0, 0.0)


def test_numpy_scalars_are_plain_numbers():
    np = pytest.importorskip("numpy")
    x = Value(2.0)
    assert isinstance(np.float64(3.0) * x, Value)
    assert gradient(lambda v: np.float64(3.0) * v + v * np.float64(2.0), 2.0) == [5.0]
    assert (x ** np.int64(2)).data == 4.0


def test_a_value_has_no_room_for_a_misspelt_attribute():
    with pytest.raises(AttributeError):
        Value(2.0).gard = 0.0
