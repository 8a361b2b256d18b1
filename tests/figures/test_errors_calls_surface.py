"""Figures that a script brings to life: they hold what was computed, and the picture is its last state."""

import json
import re
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from bs4 import BeautifulSoup
from matplotlib.path import Path as Outline

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "book"))

from figures import replays
from figures.plotting import plot, points
from figures.replays import contours

from examples.xor_mlp import initial_parameters, predict, train, x, y
from press.live import replays as replays_of_pages
from tinygpt.autograd import Tensor, Value

STATIC = Path(replays_of_pages.__file__).parent / "static"
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


def chain():
    leaf = Value(3.0)
    middle = leaf + 1
    return {"y = m + 1": middle + 1, "m = x + 1": middle, "x": leaf}


def calls():
    return replays.calls(chain(), alt="calls")


H = np.logspace(-8, -1, 8)
SLOPE = 1 - np.tanh(0.5) ** 2


def differences():
    measured = {"forward": (np.tanh(0.5 + H) - np.tanh(0.5)) / H}
    measured["central"] = (np.tanh(0.5 + H) - np.tanh(0.5 - H)) / (2 * H)
    made = replays.differences(H, SLOPE, measured, 1e-6, lambda axes: axes.legend(), alt="errors")
    return made, measured


MADE = {"surface": surface, "calls": calls, "differences": lambda: differences()[0]}


@pytest.fixture(params=MADE)
def made(request):
    return MADE[request.param]()


def test_on_paper_the_figure_is_its_finished_picture_and_no_more(made):
    bundle = made._repr_mimebundle_()
    assert bundle["image/svg+xml"] == made.figure.svg
    assert "script" not in bundle["image/svg+xml"]


def test_in_the_page_the_figure_shows_without_a_script(made):
    page = BeautifulSoup(made.html, "html.parser")
    holder = page.find(class_="replay")
    assert not holder.has_attr("hidden")
    assert holder.find("svg")["aria-label"] == made.figure.alt
    assert json.loads(holder.find("script").string) == json.loads(json.dumps(made.data))


def test_each_figure_has_its_scripts(made):
    scripts = replays_of_pages.scripts(made.html)
    assert scripts == ["replay.js", f"replays/{made.kind}.js"]
    assert all((STATIC / script).is_file() for script in scripts)


@pytest.mark.parametrize("name", MADE)
def test_a_figure_has_the_same_bytes_each_time(name):
    assert MADE[name]()._repr_mimebundle_() == MADE[name]()._repr_mimebundle_()


# Calls of backward


@pytest.mark.parametrize(
    ("how", "leaf"), [("r", [1, 2, 3, 4, 5]), ("n", [1, 4, 10, 20, 35]), ("rnrrr", [1, 4, 5, 6, 7])]
)
def test_the_leaf_holds_what_the_chapter_says_after_each_call(how, leaf):
    states = calls().data["states"]
    series = how * (5 // len(how))
    assert [states[series[:call]][0][-1] for call in range(1, 6)] == leaf


def test_with_the_reset_the_gradients_are_those_of_the_engine():
    nodes = chain()
    right = [[0, 0, 0]]
    for _ in range(5):
        next(iter(nodes.values())).backward()
        right.append([node.grad for node in nodes.values()])
    data = calls().data
    assert data["right"] == right
    assert [data["states"]["r" * call][0] for call in range(6)] == right


def test_every_series_of_calls_is_recorded_and_its_shares_make_the_gradient():
    states = calls().data["states"]
    assert len(states) == sum(2**call for call in range(6))
    assert all([sum(own) for own in shares] == grads for grads, shares in states.values())


def test_without_the_reset_shares_pile_up_on_results_too():
    states = calls().data["states"]
    assert states["nnn"] == [[3, 6, 10], [[1, 1, 1], [1, 2, 3], [1, 3, 6]]]
    assert states["nnr"] == [[1, 1, 5], [[1], [1], [1, 3, 1]]]


def test_the_picture_of_calls_is_the_state_after_all_without_the_reset():
    made = calls()
    rows = BeautifulSoup(made.figure.svg, "html.parser").find_all(class_="replay-row")
    texts = [[text.get_text() for text in row.find_all("text")] for row in rows]
    grads, shares = made.data["states"]["nnnnn"]
    assert texts == [
        [label, f"grad {grad}", *map(str, own)]
        for label, grad, own in zip(chain(), grads, shares, strict=True)
    ]
    blocks = [[(float(b["x"]), float(b["width"])) for b in row.find_all("rect")] for row in rows]
    for own, row in zip(shares, blocks, strict=True):
        assert [round(width / made.data["unit"]) for _, width in row] == own
        assert all(a + width == pytest.approx(b, abs=0.01) for (a, width), (b, _) in pairwise(row))


def test_an_engine_whose_reset_looks_otherwise_is_refused(monkeypatch):
    monkeypatch.setattr(Value, "backward", Tensor.backward)
    with pytest.raises(ValueError, match=r"Value\.backward has not one line 'node\.grad = 0\.0'"):
        calls()


# Error against h


def test_the_digits_shown_are_those_measured_and_parted_where_they_stop_agreeing():
    made, measured = differences()
    assert made.data["slope"] == f"{SLOPE:.16f}"
    for index, state in enumerate(made.data["states"]):
        for read, values in zip(state["read"], measured.values(), strict=True):
            agreeing, rest = read["digits"]
            assert agreeing + rest == f"{values[index]:.16f}"
            assert made.data["slope"].startswith(agreeing)
            assert rest[:1] != made.data["slope"][len(agreeing) : len(agreeing) + 1]
            assert float(read["off"].replace("\N{MINUS SIGN}", "-")) == pytest.approx(
                abs(values[index] - SLOPE), rel=0.05
            )


def test_steps_are_named_and_the_finished_picture_marks_the_asked_one():
    data = differences()[0].data
    assert [state["h"].replace("\N{MINUS SIGN}", "-") for state in data["states"]] == [
        *("1e-8", "1e-7", "1e-6", "1e-5", "1e-4", "1e-3", "1e-2", "1e-1")
    ]
    assert (data["start"], [read["move"] for read in data["states"][2]["read"]]) == (2, [[0, 0], [0, 0]])


def test_a_dot_moves_as_far_as_the_logarithm_of_the_error_says():
    made, measured = differences()
    states, start = made.data["states"], made.data["start"]
    error = {name: np.log10(abs(values - SLOPE)) for name, values in measured.items()}
    moves = np.array([[read["move"] for read in state["read"]] for state in states])
    rises = np.concatenate([error[name] - error[name][start] for name in measured])
    (unit,) = np.linalg.lstsq(rises[:, None], moves[:, :, 1].T.ravel())[0]
    assert unit < 0  # up is less
    assert moves[:, :, 1].T.ravel() == pytest.approx(unit * rises, abs=0.2)
    across = np.diff(moves[:, 0, 0])
    assert across == pytest.approx(across[0], abs=0.2)
    assert made.figure.svg.count('class="replay-dot"') == 2


def test_a_line_that_is_not_in_a_plot_is_an_error():
    picture = plot(lambda axes: axes.plot([0, 1], [0, 1], gid="up"), alt="a line")
    assert [len(points(picture, "up")), points(picture, "up")[0] < points(picture, "up")[1]] == [2, True]
    with pytest.raises(ValueError, match="no line with gid='down'"):
        points(picture, "down")


# The surface


def outlines(path):
    """The corners of each part of a band."""
    found = []
    for left, top, steps in re.findall(r"M(\d+) (\d+)l([-\d ]+)z", path):
        moves = np.array([int(step) for step in re.findall(r"-?\d+", steps)]).reshape(-1, 2)
        found.append(np.vstack([[int(left), int(top)], moves]).cumsum(axis=0))
    return found


def inside(path, places):
    """Where a drawing of the band would be filled: inside an odd number of its parts."""
    return np.logical_xor.reduce([Outline(part).contains_points(places) for part in outlines(path)])


def test_a_band_is_the_region_at_or_above_its_level():
    ramp = np.tile(np.linspace(0, 1, 5), (5, 1))
    half, none, whole = contours.bands(ramp, [0.5, 2.0, -1.0], 100)
    corners = [[sorted(map(tuple, part)) for part in outlines(path)] for path in (half, none, whole)]
    assert corners == [
        [[(50, 0), (50, 100), (100, 0), (100, 100)]],
        [],
        [[(0, 0), (0, 100), (100, 0), (100, 100)]],
    ]
    assert none  # a path without data would be taken out of the page


def test_bands_follow_a_landscape_with_holes_to_within_a_unit():
    place = np.linspace(0, 300, 61)
    across, up = (axis.ravel() for axis in np.meshgrid(place, place))
    heights = np.sin(across / 40) * np.cos(up / 50)
    inner = (across > 0) & (across < 300) & (up > 0) & (up < 300)
    levels = [-0.5, 0.0, 0.5]
    for level, band in zip(levels, contours.bands(heights.reshape(61, 61), levels, 300), strict=True):
        clear = inner & (abs(heights - level) > 1 / 40)  # the steepest slope is one in forty
        filled = inside(band, np.column_stack([across, 300 - up]))
        assert (level, (filled != (heights >= level))[clear].sum()) == (level, 0)


def test_each_state_of_the_surface_is_what_the_training_of_the_chapter_gives():
    states = surface().data["runs"]
    told = [[(state["step"], state["loss"]) for state in run] for run in states]
    for run, zero in zip(told, (True, False), strict=True):
        losses = [loss for _, loss, _ in train(initial_parameters(), zero, STEPS[-1] + 1)]
        assert run == [(step, f"{losses[step]:.3f}") for step in STEPS]
    for run, zero in zip(states, (True, False), strict=True):
        for state, (_, _, heights) in zip(run, answers(zero), strict=True):
            assert state["bands"] == contours.bands(heights, replays.LEVELS, 300)


def test_the_picture_of_the_surface_is_the_end_of_the_first_run():
    made = surface()
    last = made.data["runs"][0][-1]["bands"]
    page = BeautifulSoup(made.figure.svg, "html.parser")
    assert [band["d"] for band in page.find_all(class_="replay-band")] == last
    assert page.find(class_="replay-half")["d"] == last[made.data["half"]]
    assert replays.LEVELS[made.data["half"]] == 0.5


def test_the_record_of_a_surface_is_light():
    assert len(json.dumps(surface().data)) <= 6_000
