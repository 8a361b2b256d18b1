"""Every replay of the book, some of them with small records, and what a drawing says."""

import numpy as np
from bs4 import BeautifulSoup
from figures import replays
from figures.replays import broadcast, jacobian, order_puzzle, steps

from examples.xor_mlp import initial_parameters, predict, train, x, y
from tinygpt.autograd import Value

MINUS = "\N{MINUS SIGN}"

SIDE = np.linspace(-0.25, 1.25, 31)
STEPS = (0, 157, 200)


def answers(zero_gradients):
    grid = np.stack(np.meshgrid(SIDE, SIDE), axis=-1).reshape(-1, 2)
    params = initial_parameters()
    for step, loss, _ in train(params, zero_gradients, STEPS[-1] + 1):
        if step in STEPS:
            yield step, loss, predict(grid, *params).data.reshape(31, 31)


def surface():
    runs = {"zeroed": answers(True), "not zeroed": answers(False)}
    return replays.surface(runs, SIDE, x, y[:, 0], alt="answers")


def calls():
    leaf = Value(3.0)
    middle = leaf + 1
    return replays.calls({"y = m + 1": middle + 1, "m = x + 1": middle, "x": leaf}, alt="calls")


H = np.logspace(-8, -1, 8)
SLOPE = 1 - np.tanh(0.5) ** 2
MEASURED = {
    "forward": (np.tanh(0.5 + H) - np.tanh(0.5)) / H,
    "central": (np.tanh(0.5 + H) - np.tanh(0.5 - H)) / (2 * H),
}


def differences():
    return replays.differences(H, SLOPE, MEASURED, 1e-6, lambda axes: axes.legend(), alt="errors")


REPLAYS = [order_puzzle, steps, broadcast, jacobian, calls, differences, surface]


def words(svg):
    """The texts of a drawing in their order."""
    return [text.get_text() for text in BeautifulSoup(svg, "html.parser").find_all("text")]


def drawings(made):
    """The drawing of each choice, in the order of the choices."""
    page = BeautifulSoup(made.html, "html.parser")
    found = [str(template.svg) for template in page.find_all("template")]
    found.insert(made.data["shown"], str(page.find("div", class_="figure-drawing").svg))
    return found
