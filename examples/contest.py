"""A @ B @ C and the gradients of the sum of g * (A @ B @ C), in two ways."""

from tinygpt.autograd import Tensor


def by_hand(A, B, C, g):
    """Return A @ B @ C and its gradients by A, B and C, for the seed g."""
    AB = A @ B
    ABC, AB_bar = AB @ C, g @ C.T
    return ABC, AB_bar @ B.T, A.T @ AB_bar, AB.T @ g


def by_engine(A, B, C, g):
    """Return the same four arrays, each of the shape of its own matrix."""
    A, B, C = Tensor(A), Tensor(B), Tensor(C)
    ABC = A @ B @ C
    ABC.backward(g)
    return ABC.data, A.grad, B.grad, C.grad
