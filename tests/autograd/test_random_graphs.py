"""Gradients of random graphs, against two independent witnesses.

Always: the identity <v, J u> = <Jᵀ v, u>, with J u from a complex step, which is forward mode to the last
digit. Where PyTorch is installed (the extra `bench`): its float64 gradients. GRAPHS sets the number of
graphs (200 here; 2,000 for a long run).
"""

import os

import numpy as np
import pytest
from graphs import Engine, Numpy, programs
from hypothesis import HealthCheck, given, settings
from numpy.testing import assert_allclose

from tinygpt.autograd import Tensor

GRAPHS = int(os.environ.get("GRAPHS", "200"))
STEP = 1e-30
many = settings(max_examples=GRAPHS, deadline=None, suppress_health_check=list(HealthCheck))


def engine_gradients(program, seed_of):
    leaves = [Tensor(x) for x in program.inputs()]
    out = program.run(Engine, leaves)
    seed = seed_of(out.shape)
    out.backward(seed)
    return out.data, seed, [leaf.grad for leaf in leaves]


def uneven(shape):
    return np.random.default_rng(7).normal(size=shape)


@many
@given(programs())
def test_backward_is_the_adjoint_of_forward_mode(program):
    data, seed, gradients = engine_gradients(program, uneven)
    rng = np.random.default_rng(8)
    directions = [rng.normal(size=x.shape) for x in program.inputs()]
    moved = [x + 1j * STEP * u for x, u in zip(program.inputs(), directions, strict=True)]
    pushed = program.run(Numpy, moved)
    assert_allclose(data, pushed.real, rtol=1e-12, atol=1e-14)
    forward = (seed * pushed.imag / STEP).sum()
    parts = [(g * u).sum() for g, u in zip(gradients, directions, strict=True)]
    scale = sum(np.abs(g * u).sum() for g, u in zip(gradients, directions, strict=True))
    assert_allclose(sum(parts), forward, rtol=1e-10, atol=1e-12 * max(scale, 1.0))


@many
@given(programs())
def test_gradients_agree_with_pytorch(program):
    torch = pytest.importorskip("torch", reason="PyTorch is not installed: pip install -e '.[bench]'")

    class Torch:
        array = staticmethod(torch.from_numpy)
        exp, log, tanh, relu = torch.exp, torch.log, torch.tanh, torch.relu
        sum = staticmethod(lambda x, axis, keep: x.sum(dim=dimensions(x, axis), keepdim=keep))
        mean = staticmethod(lambda x, axis, keep: x.mean(dim=dimensions(x, axis), keepdim=keep))
        transpose = staticmethod(lambda x, axes: x.permute(axes))

    def dimensions(x, axis):
        return tuple(range(x.dim())) if axis is None else axis

    _, seed, gradients = engine_gradients(program, uneven)
    leaves = [torch.tensor(x, requires_grad=True) for x in program.inputs()]
    program.run(Torch, leaves).backward(torch.from_numpy(seed))
    for leaf, gradient in zip(leaves, gradients, strict=True):
        expected = np.zeros(gradient.shape) if leaf.grad is None else leaf.grad.numpy()
        assert_allclose(
            gradient, expected, rtol=1e-10, atol=1e-12 * max(np.abs(expected).max(initial=1.0), 1.0)
        )
