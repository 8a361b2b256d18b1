"""JAX, compiled, in float64."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import jax
import jax.numpy as jnp
import numpy as np

from .base import Loss, Native
from .functional import FunctionalPeer


class Jax(FunctionalPeer):
    name = "JAX, compiled"
    distribution = "jax"

    def __init__(self) -> None:
        jax.config.update("jax_enable_x64", True)

    def grad(self, loss: Loss, count: int) -> Callable[..., Sequence[Native]]:
        gradient: Callable[..., Sequence[Native]] = jax.grad(loss, argnums=tuple(range(count)))
        return gradient

    def compiled(self, function: Callable[..., Native]) -> Callable[..., Native]:
        compiled: Callable[..., Native] = jax.jit(function)
        return compiled

    def constant(self, array: np.ndarray) -> Native:
        return jnp.asarray(array)

    def relu(self, x: Native) -> Native:
        return jax.nn.relu(x)

    def tanh(self, x: Native) -> Native:
        return jnp.tanh(x)

    def exp(self, x: Native) -> Native:
        return jnp.exp(x)

    def log(self, x: Native) -> Native:
        return jnp.log(x)

    def row_max(self, x: Native) -> Native:
        return jax.lax.stop_gradient(x.max(axis=-1, keepdims=True))
