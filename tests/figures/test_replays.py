"""Replays: recorded from the engine that the book builds, and nothing that the engine did not do."""

import json
import re
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "book"))

from figures import replays
from figures.replays.recording import passed_on, recorded

from press.live import replays as replays_of_pages
from tinygpt.autograd import Value

STATIC = Path(replays_of_pages.__file__).parent / "static"


def twice():
    x = Value(3.0)
    m = x * x
    return {"x": x, "m": m, "y": m + x}


def data_in(html):
    return json.loads(re.search(r'<script type="application/json">(.*?)</script>', html, re.DOTALL)[1])


def test_the_recorder_hears_every_operation_and_every_share():
    values, recording = recorded(twice)
    names = [operation.name for operation in recording.forward]
    shares = [(s.source, s.to, s.slope, s.gradient, s.before, s.after) for s in recording.backward]
    assert names == ["m", "y"]
    assert shares == [
        (None, "y", 1.0, 1.0, 0.0, 1.0),
        ("y", "m", 1.0, 1.0, 0.0, 1.0),
        ("y", "x", 1.0, 1.0, 0.0, 1.0),
        ("m", "x", 3.0, 1.0, 1.0, 4.0),
        ("m", "x", 3.0, 1.0, 4.0, 7.0),
    ]
    assert values["x"].grad == 7.0


def test_each_recorded_line_is_the_engines_own():
    _, recording = recorded(twice)
    lines = [recording.listing[step.line].strip() for step in [*recording.forward, *recording.backward]]
    assert lines == [
        "return Value(self.data * number, (self, other), (number, self.data))",
        "return Value(self.data + _number(other), (self, other), (1.0, 1.0))",
        "self.grad += 1.0",
        *["operand.grad += slope * node.grad"] * 4,
    ]
    assert not any('"""' in line for line in recording.listing)


def test_recording_leaves_no_listener_behind_also_after_an_error():
    before = sys.gettrace()
    with pytest.raises(ZeroDivisionError):
        recorded(lambda: {"y": Value(1.0) / Value(0.0)})
    assert sys.gettrace() is before


def test_a_result_without_a_name_is_refused():
    with pytest.raises(ValueError, match="computed without a name"):
        recorded(lambda: {"y": Value(2.0) * 3 + 1})


@pytest.mark.parametrize(("order", "gradient"), [("fmu", 39.0), ("fum", 3.0), ("fumu", 42.0)])
def test_the_orders_of_the_puzzle_give_what_the_chapter_says(order, gradient):
    a = Value(2.0)
    u = 3 * a
    m = u * u
    values = {"a": a, "u": u, "m": m, "f": m + u}
    assert passed_on(values, "f", order)["a"] == gradient


def test_the_puzzle_tells_right_from_wrong():
    states = data_in(replays.order_puzzle().html)["states"]
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
    finished = [graph["steps"][-1] for graph in data_in(made.html)["graphs"]]
    square, twice_used = (step["grads"] for step in finished)
    assert square == ["\N{MINUS SIGN}24", "16", "8", "8", "8", "1"]
    assert twice_used == ["7", "1", "1"]
    for step, picture in zip(finished, made.pictures, strict=True):
        for value, grad in zip(step["values"], step["grads"], strict=True):
            assert f">{value}</text>" in picture.body
            assert f">grad {grad}</text>" in picture.body


def test_each_share_is_told_as_slope_times_gradient_with_the_sum_before_and_after():
    square, twice_used = data_in(replays.steps().html)["graphs"]
    assert [step["say"] for step in square["steps"][-2:]] == [
        "Backward: u sends -3 · 8 = -24 to a, which held 0 and now holds -24.".replace("-", "\N{MINUS SIGN}"),
        "Backward: u sends 2 · 8 = 16 to b, which held 0 and now holds 16.",
    ]
    assert [step["say"] for step in twice_used["steps"][-5:]] == [
        "Backward: the seed. The gradient at y is 1.",
        "Backward: y sends 1 · 1 = 1 to m, which held 0 and now holds 1.",
        "Backward: y sends 1 · 1 = 1 to x, which held 0 and now holds 1.",
        "Backward: m sends 3 · 1 = 3 to x, which held 1 and now holds 4.",
        "Backward: m sends 3 · 1 = 3 to x, which held 4 and now holds 7.",
    ]


def test_each_box_of_a_drawing_is_followed_by_its_three_lines():
    """The page's script finds the lines by this."""
    for made in (replays.order_puzzle(), replays.steps()):
        for picture in made.pictures:
            boxes = picture.body.split("<rect ")[1:]
            assert [re.findall(r"<(\w+)", box)[:1] for box in boxes] == [["text"]] * len(boxes)
            texts = [re.sub(r"<tspan[^>]*>|</tspan>", "", box) for box in boxes]
            assert all(len(re.findall(r"<text ", text)) >= 3 for text in texts)


def test_a_replay_is_small_and_the_same_each_time():
    made = [replays.order_puzzle().html, replays.steps().html]
    assert [len(html) < limit for html, limit in zip(made, (6_000, 14_000), strict=True)] == [True, True]
    assert made == [replays.order_puzzle().html, replays.steps().html]


def test_a_page_has_the_scripts_of_its_own_kinds_of_replays_and_no_others():
    order, steps = replays.order_puzzle().html, replays.steps().html
    assert replays_of_pages.scripts("<p>No replay.</p>") == []
    assert replays_of_pages.scripts(order) == ["replay.js", "replays/graph.js", "replays/order.js"]
    assert replays_of_pages.scripts(steps) == ["replay.js", "replays/graph.js", "replays/steps.js"]
    assert replays_of_pages.scripts(order + steps) == [
        "replay.js",
        "replays/graph.js",
        "replays/order.js",
        "replays/steps.js",
    ]


def test_what_a_figure_draws_only_when_asked_waits_in_a_script_of_its_own():
    replay = '<div class="replay" data-replay="stages">{}{}<script>1</script></div>'
    drawn, one, two = (f"<svg>{name}</svg>" for name in ("square", "one", "two"))
    others = f"<template>{one}</template><template>{two}</template>"
    alone = replay.format("", others)
    body = f"<figure>plain</figure><figure>{replay.format(drawn, others)}</figure>{alone}"
    page, scripts = replays_of_pages.drawings_apart(body, "../_static/replays/")
    [(name, script)] = scripts.items()
    left = replay.format(drawn, "").replace("data-", f'data-drawings="../_static/replays/{name}" data-', 1)
    assert page == f"<figure>plain</figure><figure>{left}</figure>{alone}"
    assert script == f'replays.drawings("{name}", ["{one}", "{two}"]);\n'
    assert replays_of_pages.drawings_apart(page, "") == (page, {})


def test_each_script_of_a_kind_is_small():
    found = {script.name: script.stat().st_size for script in STATIC.glob("replays/*.js")}
    assert {name: size for name, size in found.items() if not 0 < size <= 3_072} == {}


@pytest.mark.parametrize("made", [replays.order_puzzle(), replays.steps()], ids=lambda made: made.kind)
def test_each_kind_of_replay_has_its_scripts(made):
    assert [script for script in replays_of_pages.scripts(made.html) if not (STATIC / script).is_file()] == []
