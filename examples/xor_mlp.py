"""Train a network with one hidden layer on XOR."""

import numpy as np

from tinygpt.autograd import Tensor

x = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
y = np.array([[0.0], [1.0], [1.0], [0.0]])


def initial_parameters(hidden=4):
    """Return w1 (2, hidden), b1 (hidden,), w2 (hidden, 1) and b2 (1,)."""
    rng = np.random.default_rng(0)
    w1 = Tensor(rng.normal(size=(2, hidden)))
    b1 = Tensor(np.zeros(hidden))
    w2 = Tensor(rng.normal(size=(hidden, 1)) / np.sqrt(hidden))
    b2 = Tensor(np.zeros(1))
    return w1, b1, w2, b2


def predict(x, w1, b1, w2, b2):
    """Return the network's outputs, (n, 1), for inputs x (n, 2)."""
    return (x @ w1 + b1).tanh() @ w2 + b2


def train(params, zero_gradients=True, steps=10_000, rate=0.05):
    """Train params in place, for steps steps or until the loss is below 0.01.

    A generator: yields (step, loss, predictions), then moves the params
    against their gradients, by rate times each. The gradients are forgotten
    before each backward pass unless zero_gradients is false.
    """
    for step in range(steps):
        predictions = predict(x, *params)
        loss = ((predictions - y) ** 2).mean()
        yield step, loss.data.item(), predictions.data[:, 0]
        if loss.data < 0.01:
            return
        if zero_gradients:
            for p in params:
                p.grad = None
        loss.backward()
        for p in params:
            p.data -= rate * p.grad


if __name__ == "__main__":
    for step, loss, predictions in train(initial_parameters()):
        if step % 100 == 0 or loss < 0.01:
            print(f"step {step:4d}  loss {loss:.5f}")
    print("predictions", predictions.round(3))
