"""The lab of chapter 6: how the walk back through tensors goes: order, seeds, calls, who owns a gradient."""

import numpy as np
import pytest
from implementations import load
from sample_arrays import normal
from work_bound import at_most

Tensor = load("ch06").Tensor


@pytest.mark.parametrize("f", [lambda u: u * u + u, lambda u: u + u * u], ids=["product first", "sum first"])
def test_a_node_passes_its_gradient_on_once_when_it_is_finished(f):
    a = Tensor([2.0])
    h = a * 1.0
    u = 3 * h
    f(u).backward()
    assert {"u": u.grad.item(), "h": h.grad.item(), "a": a.grad.item()} == {"u": 13.0, "h": 39.0, "a": 39.0}


def test_each_node_is_looked_at_once_however_many_paths_lead_to_it():
    x = v = Tensor([1.0])
    for _ in range(25):
        v = v * 0.25 + v * 0.75
    with at_most(100_000, "look at each node once, however often you reach it"):
        v.backward()
    assert x.grad.item() == 1.0


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


def test_leaf_gradients_add_up_over_calls_and_others_start_afresh():
    x = Tensor([1.0, -2.0, 3.0])
    square = x * x
    y = square.sum()
    y.backward()
    y.backward()
    np.testing.assert_array_equal(x.grad, 2 * 2 * x.data)
    np.testing.assert_array_equal(square.grad, np.ones(3))


def test_a_leaf_adds_up_its_own_seeds():
    x = Tensor(3.0)
    x.backward()
    x.backward()
    assert x.grad == 2.0


def test_backward_without_a_seed_needs_a_single_entry():
    with pytest.raises(ValueError):
        (Tensor([1.0, 2.0]) * 2.0).backward()


def test_a_seed_chooses_which_sum_is_differentiated():
    x = Tensor([5.0, 6.0, 7.0])
    (x * 2.0).backward([1, 0, -1])
    np.testing.assert_array_equal(x.grad, [2.0, 0.0, -2.0])


@pytest.mark.parametrize("shape", [(2, 3), (1, 3), (1,), ()], ids=str)
def test_a_seed_of_another_shape_is_refused_even_if_it_would_broadcast(shape):
    x = Tensor([5.0, 6.0, 7.0])
    with pytest.raises(ValueError):
        (x * 2.0).backward(np.ones(shape))
    np.testing.assert_array_equal(x.grad, np.zeros(3))


@pytest.mark.parametrize("seed", ["1.5", 1j], ids=repr)
def test_a_seed_that_is_not_real_is_refused(seed):
    with pytest.raises(TypeError):
        Tensor(3.0).backward(seed)


def test_a_gradient_that_is_set_is_copied_and_must_have_the_shape_of_the_tensor():
    x, gradient = Tensor([5.0, 6.0, 7.0]), np.ones(3)
    x.grad = gradient
    gradient[0] = 9.0
    with pytest.raises(ValueError):
        x.grad = [[1.0, 2.0, 3.0]]
    np.testing.assert_array_equal(x.grad, np.ones(3))


def test_a_chain_of_20_000_additions_has_gradient_one():
    x = Tensor(1.0)
    y = x
    for _ in range(20_000):
        y = y + 1.0
    y.backward()
    assert (y.data, x.grad) == (20_001.0, 1.0)


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
