"""Figures that a script brings to life: they hold what was computed, and the picture is its last state."""

import re
from itertools import pairwise

import numpy as np
import pytest
from bs4 import BeautifulSoup
from figures import replays
from figures.replays import contours
from matplotlib.path import Path as Outline
from replayed import MEASURED, MINUS, SLOPE, STEPS, answers, calls, differences, surface, words

# Calls of backward


def test_every_series_of_calls_is_recorded_and_its_shares_make_the_gradient():
    states = calls().data["states"]
    assert len(states) == sum(2**call for call in range(6))
    assert all([sum(own) for own in shares] == grads for grads, shares in states.values())


def test_without_the_reset_shares_pile_up_on_results_too():
    data = calls().data
    states = data["states"]
    assert states["rrr"] == [[1, 1, 3], [[1], [1], [1, 1, 1]]]
    assert states["nnn"] == [[3, 6, 10], [[1, 1, 1], [1, 2, 3], [1, 3, 6]]]
    assert states["nnr"] == [[1, 1, 5], [[1], [1], [1, 3, 1]]]
    assert data["right"] == [[0, 0, 0], *([1, 1, call] for call in range(1, 6))]


def test_the_picture_of_calls_is_the_state_after_all_without_the_reset():
    made = calls()
    rows = BeautifulSoup(made.figure.svg, "html.parser").find_all(class_="replay-row")
    grads, shares = made.data["states"]["nnnnn"]
    assert [words(str(row)) for row in rows] == [
        [label, f"grad {grad}", *map(str, own)]
        for label, grad, own in zip(("y = m + 1", "m = x + 1", "x"), grads, shares, strict=True)
    ]
    for own, row in zip(shares, rows, strict=True):
        blocks = [(float(block["x"]), float(block["width"])) for block in row.find_all("rect")]
        assert [round(width / made.data["unit"]) for _, width in blocks] == own
        assert all(a + width == pytest.approx(b, abs=0.01) for (a, width), (b, _) in pairwise(blocks))


# Error against h


def test_the_digits_shown_are_those_measured_and_parted_where_they_stop_agreeing():
    data = differences().data
    slope = data["slope"]
    assert slope == f"{SLOPE:.16f}"
    for index, state in enumerate(data["states"]):
        assert state["h"] == f"1e{MINUS}{8 - index}"
        for read, values in zip(state["read"], MEASURED.values(), strict=True):
            agreeing, rest = read["digits"]
            assert agreeing + rest == f"{values[index]:.16f}"
            assert slope.startswith(agreeing) and not slope.startswith(agreeing + rest[:1])
            off = float(read["off"].replace(MINUS, "-"))
            assert off == pytest.approx(abs(values[index] - SLOPE), rel=0.05)


def test_a_dot_moves_from_the_marked_step_as_far_as_the_logarithms_say():
    made = differences()
    moves = np.array([[read["move"] for read in state["read"]] for state in made.data["states"]])
    assert (made.data["start"], moves[2].tolist()) == (2, [[0, 0], [0, 0]])
    error = np.log10([abs(values - SLOPE) for values in MEASURED.values()]).T
    rises = error - error[2]
    unit = moves[-1, 0, 1] / rises[-1, 0]
    assert unit < 0  # up is less
    assert moves[:, :, 1] == pytest.approx(unit * rises, abs=0.2)
    across = np.diff(moves[:, :, 0], axis=0)
    assert across == pytest.approx(np.full(across.shape, across[0, 0]), abs=0.2)
    assert made.figure.svg.count('class="replay-dot"') == 2


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


def test_bands_follow_a_landscape_with_holes_to_within_a_unit():
    place = np.linspace(0, 300, 61)
    across, up = (axis.ravel() for axis in np.meshgrid(place, place))
    heights = np.sin(across / 40) * np.cos(up / 50)
    inner = (across > 0) & (across < 300) & (up > 0) & (up < 300)
    levels = [-2.0, -0.5, 0.0, 0.5, 2.0]
    for level, band in zip(levels, contours.bands(heights.reshape(61, 61), levels, 300), strict=True):
        clear = inner & (abs(heights - level) > 1 / 40)  # the steepest slope is one in forty
        assert band  # a path without data would be taken out of the page
        filled = inside(band, np.column_stack([across, 300 - up]))
        assert (level, (filled != (heights >= level))[clear].sum()) == (level, 0)


def test_each_state_of_the_surface_is_what_the_training_of_the_chapter_gives():
    for run, zero in zip(surface().data["runs"], (True, False), strict=True):
        assert [state["step"] for state in run] == list(STEPS)
        for state, (_, loss, heights) in zip(run, answers(zero), strict=True):
            assert state["loss"] == f"{loss:.3f}"
            assert state["bands"] == contours.bands(heights, replays.LEVELS, 300)


def test_the_picture_of_the_surface_is_the_end_of_the_first_run():
    made = surface()
    last = made.data["runs"][0][-1]["bands"]
    page = BeautifulSoup(made.figure.svg, "html.parser")
    assert [band["d"] for band in page.find_all(class_="replay-band")] == last
    assert page.find(class_="replay-half")["d"] == last[made.data["half"]]
    assert replays.LEVELS[made.data["half"]] == 0.5
