"""Replays: what the engine did, step by step, recorded while the page is built.

A code cell ends in one of the calls below. The page's scripts show the steps:
`toolchain/src/press/live/static/replay.js`, and one for each kind beside it.
A replay with a `figure` is a figure of the book, complete on paper and without a script, which the script
brings to life. One without shows nothing there: its cell has the tag `replay`, and only pages keep it.
"""

from figures.replays.broadcast import broadcast
from figures.replays.calls import calls
from figures.replays.differences import differences
from figures.replays.jacobian import jacobian
from figures.replays.order import order_puzzle
from figures.replays.steps import steps
from figures.replays.surface import LEVELS, surface

__all__ = ["LEVELS", "broadcast", "calls", "differences", "jacobian", "order_puzzle", "steps", "surface"]
