"""Tensor beyond what the chapter's examples and the lab pin."""

import copy
import gc
import pickle
import weakref

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import mutually_broadcastable_shapes
from numpy.testing import assert_array_equal

from tinygpt.autograd import Tensor, gradcheck
from tinygpt.autograd.tensor import _array, _Node, _result, _unbroadcast

ARRAYS = {
    "empty": np.zeros((0, 3)),
    "no axis": np.array(2.0),
    "integers": np.arange(6).reshape(2, 3),
    "32 bits": np.ones((2, 3), dtype=np.float32),
    "not contiguous": np.arange(12.0).reshape(3, 4)[:, ::2],
    "transposed": np.arange(6.0).reshape(2, 3).T,
    "stride 0": np.broadcast_to(np.arange(3.0), (2, 3)),
    "booleans": np.array([True, False]),
    "unsigned": np.array([1, 2], dtype=np.uint8),
}


@pytest.mark.parametrize("name", ARRAYS)
def test_a_tensor_is_a_writable_float64_copy_of_any_array(name):
    array = ARRAYS[name]
    before = array.copy()
    x = Tensor(array)
    x.data -= 1.0
    assert (x.data.dtype, x.data.shape, type(x.data)) == (np.float64, array.shape, np.ndarray)
    assert_array_equal(array, before)


@pytest.mark.parametrize("stranger", ["1.5", None, [None], 1j, object(), ["a"]])
@pytest.mark.parametrize(
    "operation", ["add", "radd", "sub", "rsub", "mul", "rmul", "truediv", "rtruediv", "matmul", "rmatmul"]
)
def test_an_operand_that_holds_no_real_numbers_is_a_type_error(operation, stranger):
    with pytest.raises(TypeError):
        getattr(Tensor(np.ones((2, 2))), f"__{operation}__")(stranger)


@pytest.mark.parametrize("stranger", ["1.5", None, [None], 1j])
def test_a_leaf_needs_real_numbers(stranger):
    with pytest.raises(TypeError):
        Tensor(stranger)


@pytest.mark.parametrize("exponent", [Tensor(2.0), np.array([1.0, 2.0]), "2", None, 1j, np.complex128(2.0)])
def test_an_exponent_must_be_a_constant_number(exponent):
    with pytest.raises(TypeError):
        Tensor([1.0, 2.0]) ** exponent


@pytest.mark.parametrize("operation", ["add", "sub", "mul", "truediv", "matmul"])
def test_arrays_on_the_left_give_tensors_and_the_same_numbers(operation):
    array, x = np.full((2, 2), 3.0), Tensor([[1.0, 2.0], [4.0, 8.0]])
    method = f"__{operation}__"
    expected = getattr(array, method)(x.data)
    result = getattr(Tensor(array), method)(x)
    from_left = {
        "add": array + x,
        "sub": array - x,
        "mul": array * x,
        "truediv": array / x,
        "matmul": array @ x,
    }[operation]
    assert isinstance(from_left, Tensor)
    assert_array_equal(from_left.data, expected)
    assert_array_equal(result.data, expected)


NUMPYS = {
    "dot": lambda x, a: np.dot(x, x),
    "dot, array on the left": lambda x, a: np.dot(a, x),
    "inner": lambda x, a: np.inner(x, x),
    "kron": lambda x, a: np.kron(x, x),
    "outer": lambda x, a: np.outer(a, x),
    "where": lambda x, a: np.where(a > 1.0, x, 0.0),
    "stack": lambda x, a: np.stack([x, x]),
    "concatenate": lambda x, a: np.concatenate([a, x]),
    "cumsum": lambda x, a: np.cumsum(x),
    "sum": lambda x, a: np.sum(x),
    "transpose": lambda x, a: np.transpose(x),
}


@pytest.mark.parametrize("name", NUMPYS)
def test_numpys_own_functions_are_a_type_error_and_not_a_wrong_result(name):
    with pytest.raises(TypeError, match="no implementation found"):
        NUMPYS[name](Tensor([[1.0, 2.0], [3.0, 4.0]]), np.array([[1.0, 0.0], [2.0, 1.0]]))


def test_constants_leave_no_edge():
    x = Tensor(np.ones((2, 2)))
    array = np.ones((2, 2))
    results = [x + 1, 1 - x, array * x, x / array, 2 / x, array @ x, x @ array]
    assert [len(y._node.edges) for y in results] == [1] * len(results)


@pytest.mark.parametrize("k", [0, 1, 2, 3, -1, 0.5, np.int64(2), np.float32(2.0)])
def test_powers_have_their_derivatives(k):
    x = np.array([0.5, 1.0, 2.0])
    weights = np.array([1.0, -2.0, 0.5])
    gradcheck(lambda t: (t**k * weights).sum(), [x])


def test_a_long_exponent_keeps_float64():
    assert (Tensor([2.0]) ** np.longdouble(2)).data.dtype == np.float64


def test_power_zero_at_zero_has_derivative_zero_without_a_warning():
    x = Tensor([0.0, 2.0])
    with np.errstate(all="raise"):
        (x**0).sum().backward()
    assert_array_equal(x.grad, [0.0, 0.0])


def test_a_quotient_of_tiny_numbers_keeps_its_derivatives():
    a, b = Tensor(1e-200), Tensor(1e-200)
    (a / b).backward()
    assert (a.grad, b.grad) == (1e200, -1e200)


def test_infinity_and_not_a_number_pass_through():
    x = Tensor([np.nan, np.inf, -np.inf, 1000.0])
    with np.errstate(all="ignore"):
        assert_array_equal(x.relu().data, [np.nan, np.inf, 0.0, 1000.0])
        assert_array_equal(x.tanh().data, [np.nan, 1.0, -1.0, 1.0])
        assert_array_equal(x.exp().data, [np.nan, np.inf, 0.0, np.inf])


def test_relu_passes_nothing_back_where_its_input_is_not_a_number():
    x = Tensor([np.nan, 0.0, 2.0])
    x.relu().backward([1.0, 1.0, 1.0])
    assert_array_equal(x.grad, [0.0, 0.0, 1.0])


AXES = [None, 0, 1, 2, -1, -3, (0, 1), (0, -1), (1, 2), (0, 1, 2), (), np.int64(1)]


@pytest.mark.parametrize("keepdims", [False, True])
@pytest.mark.parametrize("axis", AXES, ids=str)
@pytest.mark.parametrize("reduction", ["sum", "mean"])
def test_reductions_agree_with_numpy_on_every_axis(reduction, axis, keepdims):
    array = np.random.default_rng(0).normal(size=(2, 3, 4))
    result = getattr(Tensor(array), reduction)(axis, keepdims)
    expected = getattr(array, reduction)(axis=axis, keepdims=keepdims)
    assert result.shape == expected.shape
    np.testing.assert_allclose(result.data, expected, rtol=1e-14)
    weights = np.random.default_rng(1).normal(size=expected.shape)
    gradcheck(lambda t: (getattr(t, reduction)(axis, keepdims) * weights).sum(), [array])


@pytest.mark.parametrize("reduction", ["sum", "mean"])
def test_an_axis_that_does_not_exist_or_comes_twice_is_an_error(reduction):
    x = Tensor(np.ones((2, 3)))
    for axis in (2, -3, (0, 5)):
        with pytest.raises(np.exceptions.AxisError):
            getattr(x, reduction)(axis)
    for axis in ((0, 0), (1, -1)):
        with pytest.raises(ValueError):
            getattr(x, reduction)(axis)
    with pytest.raises(np.exceptions.AxisError):
        getattr(Tensor(1.0), reduction)(1)


@pytest.mark.parametrize("axis", [0, -1])
def test_axis_0_of_a_tensor_without_axes_is_accepted_as_in_numpy(axis):
    x = Tensor(3.0)
    x.sum(axis).backward()
    assert (x.sum(axis).data, x.grad) == (np.array(3.0).sum(axis=axis), 1.0)


def test_the_mean_of_nothing_is_not_a_number_with_a_warning_as_in_numpy():
    empty = Tensor(np.zeros((0, 3)))
    with pytest.warns(RuntimeWarning, match="invalid value"):
        mean = empty.mean()
    assert np.isnan(mean.data)
    with pytest.warns(RuntimeWarning, match="divide by zero"):
        mean.backward()
    assert empty.grad.shape == (0, 3)
    assert Tensor(np.zeros((0, 3))).mean(axis=1).shape == (0,)


@pytest.mark.parametrize(
    "axes", [(), (0, 1, 2), (2, 0, 1), ((1, 2, 0),), (-1, 0, 1), ([0, 2, 1],), (None,)], ids=str
)
def test_transpose_takes_axes_as_numpy_does(axes):
    array = np.random.default_rng(0).normal(size=(2, 3, 4))
    expected = array.transpose(*axes)
    assert_array_equal(Tensor(array).transpose(*axes).data, expected)
    weights = np.random.default_rng(1).normal(size=expected.shape)
    gradcheck(lambda t: (t.transpose(*axes) * weights).sum(), [array])


@pytest.mark.parametrize("axes", [(), (-1, *range(23)), ((*range(1, 24), 0),)], ids=len)
def test_transpose_works_on_many_axes(axes):
    array = np.arange(6.0).reshape(2, *[1] * 22, 3)
    x, expected = Tensor(array), array.transpose(*axes)
    y = x.transpose(*axes)
    y.backward(expected)
    assert_array_equal(y.data, expected)
    assert_array_equal(x.grad, array)


@pytest.mark.parametrize(
    ("shape", "axes"), [((), ()), ((), ((),)), ((3,), (0,)), ((3,), (-1,)), ((3,), ((0,),))], ids=str
)
def test_transpose_takes_the_axes_of_few_axes_in_every_form(shape, axes):
    x = Tensor(np.ones(shape))
    y = x.transpose(*axes)
    y.backward(np.full(shape, 2.0))
    assert y.shape == shape
    assert_array_equal(x.grad, np.full(shape, 2.0))


@pytest.mark.parametrize(
    "array", [np.array(3.0), np.array([1.0, 2.0]), np.zeros((0, 2))], ids=lambda a: str(a.shape)
)
def test_transpose_works_on_few_axes(array):
    x = Tensor(array)
    x.T.sum().backward()
    assert (x.T.shape, x.grad.shape) == (array.T.shape, array.shape)
    assert_array_equal(x.grad, np.ones(array.shape))


@given(mutually_broadcastable_shapes(num_shapes=2, max_dims=4, min_side=0, max_side=3))
@settings(max_examples=100, deadline=None)
def test_undoing_a_broadcast_is_the_adjoint_of_broadcasting(shapes):
    rng = np.random.default_rng(0)
    for shape in shapes.input_shapes:
        x, g = rng.normal(size=shape), rng.normal(size=shapes.result_shape)
        back = _unbroadcast(g, shape)
        assert back.shape == shape
        np.testing.assert_allclose(
            (np.broadcast_to(x, shapes.result_shape) * g).sum(), (x * back).sum(), rtol=1e-9, atol=1e-9
        )


UNARY = [
    lambda x: x.tanh(),
    lambda x: (x * 0.3).exp(),
    lambda x: x**2,
    lambda x: -x,
    lambda x: 1.5 - x,
    lambda x: x.sum(axis=0, keepdims=True),
    lambda x: x.mean(axis=-1, keepdims=True),
    lambda x: x / 2.0,
]
BINARY = [lambda x, y: x + y, lambda x, y: x - y, lambda x, y: x * y, lambda x, y: x / (y * y + 1.0)]


@given(
    st.lists(st.tuples(st.integers(0, 11), st.integers(0, 99), st.integers(0, 99)), min_size=1, max_size=8)
)
@settings(max_examples=100, deadline=None)
def test_random_graphs_agree_with_central_differences(steps):
    def f(*inputs):
        nodes = list(inputs)
        for operation, i, j in steps:
            x, y = nodes[i % len(nodes)], nodes[j % len(nodes)]
            result = UNARY[operation](x) if operation < 8 else BINARY[operation - 8](x, y)
            nodes.append(result.tanh())
        weights = np.random.default_rng(2).normal(size=nodes[-1].shape)
        return (nodes[-1] * weights).sum()

    rng = np.random.default_rng(1)
    gradcheck(f, [rng.normal(size=(2, 3)), rng.normal(size=(3,)), rng.normal(size=(2, 1))])


def test_operands_never_share_a_gradient():
    a, b = Tensor([1.0, 2.0]), Tensor([3.0, 4.0])
    s = a + b
    s.sum().backward()
    a.grad *= 10.0
    s.grad[:] = 7.0
    assert_array_equal(a.grad, [10.0, 10.0])
    assert_array_equal(b.grad, [1.0, 1.0])
    assert_array_equal(s.grad, [1.0, 1.0])


@pytest.mark.parametrize("output", [lambda x: x, lambda x: x * 2.0], ids=["a leaf", "a result"])
def test_the_seed_is_not_shared_with_the_caller(output):
    y, seed = output(Tensor([1.0, 2.0])), np.array([1.0, 1.0])
    y.backward(seed)
    seed *= 5.0
    assert_array_equal(y.grad, [1.0, 1.0])


def test_a_gradient_may_be_set_to_another_of_its_shape_which_is_copied():
    x, mine = Tensor([1.0, 2.0]), np.array([3, 4])
    x.grad = mine
    mine[:] = 0
    assert_array_equal(x.grad, [3.0, 4.0])
    for other in (np.zeros(3), np.zeros((1, 2)), 0.0):
        with pytest.raises(ValueError, match="grad has shape"):
            x.grad = other
    with pytest.raises(TypeError):
        x.grad = "12"


def test_a_bias_on_an_empty_batch_gets_zeros():
    bias, weight = Tensor(np.ones(3)), Tensor(np.ones((4, 3)))
    (np.zeros((0, 4)) @ weight + bias).sum().backward()
    assert_array_equal(bias.grad, np.zeros(3))
    assert_array_equal(weight.grad, np.zeros((4, 3)))


@pytest.mark.parametrize("shape", [(), (3,), (2, 3)])
def test_a_gradient_is_a_writable_array_of_the_shape_of_its_tensor(shape):
    x = Tensor(np.ones(shape))
    assert_array_equal(x.grad, np.zeros(shape))
    (x * 2.0).sum().backward()
    x.grad[...] += 1.0
    assert (type(x.grad), x.grad.dtype) == (np.ndarray, np.float64)
    assert_array_equal(x.grad, np.full(shape, 3.0))


def test_a_leaf_that_is_its_own_output_gets_its_seed_for_each_call():
    x = Tensor([1.0, 2.0])
    x.backward([1, 2])
    x.backward([1, 2])
    assert_array_equal(x.grad, [2.0, 4.0])


@pytest.mark.parametrize("shape", [(), (1,), (2, 3), (1, 3), (3, 1)])
def test_a_seed_of_another_shape_is_a_value_error_and_changes_nothing(shape):
    x = Tensor([1.0, 2.0, 3.0])
    with pytest.raises(ValueError):
        (x * 2.0).backward(np.ones(shape))
    assert_array_equal(x.grad, np.zeros(3))


def test_consumers_outside_the_graph_of_the_output_do_not_matter():
    x = Tensor([3.0])
    square = x * x
    unused = square * 100.0
    (square + x).backward()
    assert_array_equal(x.grad, [7.0])
    assert_array_equal(unused.grad, [0.0])


def test_a_graph_is_freed_without_the_cyclic_collector():
    gc.collect()
    gc.disable()
    try:
        x = Tensor(np.ones((2, 2)))
        h = ((x @ x).tanh() * 2.0 + x).mean(axis=0).reshape(2, 1).T
        y = (h / 3.0).sum()
        y.backward()
        alive = [weakref.ref(h), weakref.ref(y)]
        del h, y
        assert [ref() for ref in alive] == [None, None]
    finally:
        gc.enable()


def test_deep_graphs_are_freed_without_recursion():
    x = Tensor(1.0)
    y = x
    for _ in range(100_000):
        y = -y
    y.backward()
    del y
    assert x.grad == 1.0


COPIES = [copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))]


@pytest.mark.parametrize("copied", COPIES, ids=["deepcopy", "pickle"])
def test_a_copied_leaf_has_data_and_gradient_of_its_own(copied):
    x = Tensor([1.0, 2.0])
    (x * 3.0).sum().backward()
    twin = copied(x)
    x.data += 1.0
    x.grad *= 2.0
    (twin * 5.0).sum().backward()
    assert_array_equal(twin.data, [1.0, 2.0])
    assert_array_equal(twin.grad, [8.0, 8.0])
    assert_array_equal(x.grad, [6.0, 6.0])


@pytest.mark.parametrize("copied", COPIES, ids=["deepcopy", "pickle"])
def test_a_result_cannot_be_copied(copied):
    with pytest.raises(TypeError, match="only a leaf can be copied"):
        copied(Tensor([1.0]) + Tensor([2.0]))


def test_a_gradient_that_is_forgotten_reads_as_zeros():
    for shape in ((), (1,), (2, 3)):
        x = Tensor(np.ones(shape))
        (x * 3.0).sum().backward()
        x.grad = None
        assert_array_equal(x.grad, np.zeros(shape))
        (x * 3.0).sum().backward()
        assert_array_equal(x.grad, np.full(shape, 3.0))


def test_length_truth_iteration_and_comparison_are_numpys_or_a_type_error():
    assert len(Tensor(np.zeros((3, 2)))) == 3
    assert [bool(Tensor(0.0)), bool(Tensor([[2.0]]))] == [False, True]
    with pytest.raises(ValueError, match="ambiguous"):
        bool(Tensor([1.0, 2.0]))
    for refused in (
        lambda: len(Tensor(1.0)),
        lambda: iter(Tensor([1.0])),
        lambda: Tensor(1.0) < Tensor(2.0),
        lambda: Tensor([1.0])[0],
        lambda: np.exp(Tensor(1.0)),
        lambda: 2.0 ** Tensor(1.0),
    ):
        with pytest.raises(TypeError):
            refused()


def test_tensors_are_equal_and_hashed_by_identity():
    x, y = Tensor([1.0]), Tensor([1.0])
    assert (x == x, x == y, len({x, y, x})) == (True, False, 2)


def test_data_that_no_rule_keeps_is_freed_with_its_tensor():
    x = Tensor(np.ones((2, 2)))
    sum_ = x + 1.0
    data = weakref.ref(sum_.data)
    y = sum_.sum()
    del sum_
    assert data() is None
    y.backward()
    assert_array_equal(x.grad, np.ones((2, 2)))


def test_a_leaf_adopts_an_array_that_a_rule_made_and_copies_any_other():
    x = Tensor([1.0, 2.0])
    for f in (lambda x: x * 2.0, lambda x: x + 0.0, lambda x: x.reshape(2, 1), lambda x: x.T):
        x.grad = None
        y = f(x)
        seed = np.ones(y.shape)
        y.backward(seed)
        x.grad[...] = 7.0
        assert_array_equal(seed, np.ones(y.shape))
        assert_array_equal(y.grad, np.ones(y.shape))


def test_an_array_of_float64_is_used_uncopied():
    array = np.ones((2, 3))
    assert _array(array) is array
    assert _array(Tensor(array)).base is None


@pytest.mark.parametrize("target", [lambda x: x, lambda x: x * 1.0], ids=["a leaf", "a result"])
def test_a_gradient_that_only_the_rule_has_made_is_kept_uncopied(target):
    x, made = target(Tensor([1.0, 2.0])), []

    def rule(g):
        made.append(g * 3.0)
        return made[-1]

    y = _result(x.data * 3.0, (x, rule))
    y.backward([1.0, 1.0])
    assert x._node.grad is made[0]


def test_results_pass_one_array_on_and_leaves_get_their_own():
    x = Tensor([1.0, 2.0])
    first = x + 1.0
    second = first + 1.0
    second.backward([3.0, 4.0])
    assert first._node.grad is second._node.grad
    assert not np.shares_memory(x._node.grad, first._node.grad)


def test_a_sum_over_one_axis_keeps_other_axes_of_one_entry():
    x = Tensor(np.ones((1, 3, 1)))
    assert [x.sum(axis=axis).shape for axis in (None, 0, 1, -1, (0, 1))] == [(), (3, 1), (1, 1), (1, 3), (1,)]
    assert [x.mean(axis=axis).shape for axis in (None, 1)] == [(), (1, 1)]


def test_a_node_is_small_it_has_no_dictionary():
    assert not hasattr(_Node(()), "__dict__")


def test_data_is_an_array_for_every_result_also_without_axes():
    x = Tensor(2.0)
    binary = [x + 1, x * x, x - x, x / x, 1 / x, x**2, x**0]
    unary = [-x, x.exp(), x.tanh(), x.relu(), x.sum(), x.mean(), x.reshape(()), x.T]
    assert {(type(y.data), y.shape) for y in binary + unary} == {(np.ndarray, ())}


def test_a_power_of_zero_is_a_result_though_nothing_flows_through_it():
    x = Tensor([1.0, 2.0])
    y = x**0
    z = (y * 3.0).sum()
    z.backward()
    z.backward()
    assert_array_equal(y.grad, [3.0, 3.0])  # a leaf's would have added up
    assert_array_equal(x.grad, [0.0, 0.0])
