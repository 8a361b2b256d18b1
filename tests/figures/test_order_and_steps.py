"""The order puzzle and the steps: what the book's engine did, and nothing that it did not do."""

import contextlib
import sys

import pytest
from figures import replays
from figures.replays.recording import recorded
from figures.replays.undone import undone
from replayed import MINUS

from tinygpt.autograd import Value


def twice():
    x = Value(3.0)
    m = x * x
    return {"x": x, "m": m, "y": m + x}


def test_the_recorder_hears_every_operation_and_every_share_with_the_engines_own_line():
    _, recording = recorded(twice)
    assert not any('"""' in line for line in recording.listing)
    lines = [line.strip() for line in recording.listing]
    assert [(step.name, lines[step.line]) for step in recording.forward] == [
        ("m", "return Value(self.data * number, (self, other), (number, self.data))"),
        ("y", "return Value(self.data + _number(other), (self, other), (1.0, 1.0))"),
    ]
    shares = [
        (share.source, share.to, share.slope, share.gradient, share.before, share.after, lines[share.line])
        for share in recording.backward
    ]
    adding = "operand.grad += slope * node.grad"
    assert shares == [
        (None, "y", 1.0, 1.0, 0.0, 1.0, "self.grad += 1.0"),
        ("y", "m", 1.0, 1.0, 0.0, 1.0, adding),
        ("y", "x", 1.0, 1.0, 0.0, 1.0, adding),
        ("m", "x", 3.0, 1.0, 1.0, 4.0, adding),
        ("m", "x", 3.0, 1.0, 4.0, 7.0, adding),
    ]


@pytest.mark.parametrize(
    "record", [lambda: recorded(lambda: {"y": Value(1.0) / Value(0.0)}), lambda: undone((2, 3), (3,))]
)
def test_recording_leaves_no_listener_behind_even_after_an_error(record):
    before = sys.gettrace()
    with contextlib.suppress(ZeroDivisionError):
        record()
    assert sys.gettrace() is before


def test_a_result_without_a_name_is_refused():
    with pytest.raises(ValueError, match="computed without a name"):
        recorded(lambda: {"y": Value(2.0) * 3 + 1})


def test_the_puzzle_tells_right_from_wrong():
    states = replays.order_puzzle().data["states"]
    verdicts = {order: (state["grads"][0], state["right"]) for order, state in states.items()}
    assert verdicts == {
        "": ("", None),
        "f": ("", None),
        "fm": ("", None),
        "fu": ("3", None),
        "fmu": ("39", True),
        "fum": ("3", False),
        "fumu": ("42", False),
    }


def test_the_last_step_is_the_finished_graph():
    made = replays.steps()
    finished = [graph["steps"][-1] for graph in made.data["graphs"]]
    assert [step["grads"] for step in finished] == [[f"{MINUS}24", "16", "8", "8", "8", "1"], ["7", "1", "1"]]
    for step, picture in zip(finished, made.pictures, strict=True):
        for value, grad in zip(step["values"], step["grads"], strict=True):
            assert f">{value}</text>" in picture.body
            assert f">grad {grad}</text>" in picture.body


def test_each_share_is_told_as_slope_times_gradient_with_the_sum_before_and_after():
    square, twice_used = replays.steps().data["graphs"]
    assert [step["say"] for step in square["steps"][-2:]] == [
        "Backward: u sends -3 · 8 = -24 to a, which held 0 and now holds -24.".replace("-", MINUS),
        "Backward: u sends 2 · 8 = 16 to b, which held 0 and now holds 16.",
    ]
    assert [step["say"] for step in twice_used["steps"][-5:]] == [
        "Backward: the seed. The gradient at y is 1.",
        "Backward: y sends 1 · 1 = 1 to m, which held 0 and now holds 1.",
        "Backward: y sends 1 · 1 = 1 to x, which held 0 and now holds 1.",
        "Backward: m sends 3 · 1 = 3 to x, which held 1 and now holds 4.",
        "Backward: m sends 3 · 1 = 3 to x, which held 4 and now holds 7.",
    ]
