"""Random arrays for the tests of a lab: the same ones in each run."""

import numpy as np


def normal(*shape):
    return np.random.default_rng(sum(shape)).normal(size=shape)


def positive(*shape):
    """An array far from 0, where logarithms, quotients and roots are tame."""
    return np.random.default_rng(sum(shape)).uniform(0.5, 2.0, size=shape)
