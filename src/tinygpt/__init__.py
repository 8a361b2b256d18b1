"""Automatic differentiation on numpy arrays, as the book builds it."""
