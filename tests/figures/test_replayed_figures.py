"""Figures that a script brings to life: what the engine did, complete on paper and without the script."""

import re
import sys
from pathlib import Path

import numpy as np
import pytest
from bs4 import BeautifulSoup

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "book"))

from figures import replays
from figures.grids import Grid
from figures.replays import modes
from figures.replays.undone import trap_of, undone

from tinygpt.autograd import Tensor, Value

MINUS = "\N{MINUS SIGN}"
PAIRS = [
    ((2, 3), ()),
    ((2, 3), (3,)),
    ((2, 1), (1, 3)),
    ((3, 3), (3,)),
    ((3, 3), (3, 1)),
    ((2, 2, 2, 2), (1, 2, 1, 1)),
]


def shown_at_the_end(svg):
    """The texts of a drawing in their order."""
    return [text.get_text() for text in BeautifulSoup(svg, "html.parser").find_all("text")]


def numbers(texts):
    return [int(text.replace(MINUS, "-")) for text in texts if re.fullmatch(rf"{MINUS}?\d+", text)]


def drawings(made):
    """The drawing of each choice, in the order of the choices."""
    page = BeautifulSoup(made.html, "html.parser")
    found = [str(template.svg) for template in page.find_all("template")]
    found.insert(made.data["shown"], str(page.find("div", class_="figure-drawing").svg))
    return found


@pytest.mark.parametrize("shapes", PAIRS)
def test_the_record_of_a_broadcast_is_what_the_engine_gives(shapes):
    operands = undone(*shapes)
    leaves = [Tensor(operand.data) for operand in operands]
    (leaves[0] + leaves[1]).backward(operands[0].before)
    for operand, leaf, shape in zip(operands, leaves, shapes, strict=True):
        assert operand.after.tolist() == leaf.grad.tolist()
        assert operand.after.shape == operand.data.shape == shape
        assert operand.before.shape == np.broadcast_shapes(*shapes)
        summed = operand.before.sum(axis=operand.repeated, keepdims=True)
        assert summed.shape[summed.ndim - len(shape) :] == shape
        assert summed.reshape(shape).tolist() == operand.after.tolist()


def test_the_axes_of_a_broadcast_are_those_that_the_engine_found():
    found = [[operand.repeated for operand in undone(*shapes)] for shapes in PAIRS]
    assert found == [
        [(), (0, 1)],
        [(), (0,)],
        [(1,), (0,)],
        [(), (0,)],
        [(), (1,)],
        [(), (0, 2, 3)],
    ]


def test_recording_a_broadcast_leaves_no_listener_behind():
    before = sys.gettrace()
    undone((2, 3), (3,))
    assert sys.gettrace() is before


def test_only_a_square_has_the_trap_and_its_sums_are_those_over_the_other_axis():
    traps = [trap_of(undone(*shapes)[1]) for shapes in PAIRS]
    told = [trap and (trap.axis, trap.sums.tolist(), trap.reshaped) for trap in traps]
    column = [[-1.0], [8.0], [6.0]]
    assert told == [None, None, None, (1, [4.0, 5.0, 4.0], False), (0, column, True), None]


@pytest.mark.parametrize("place", range(len(PAIRS)))
def test_a_drawn_broadcast_shows_the_numbers_of_its_record(place):
    a, b = undone(*PAIRS[place])
    trap = trap_of(b)
    expected = [
        number
        for operand in (a, b)
        for array in (
            np.broadcast_to(operand.data, operand.before.shape),
            operand.before,
            operand.after if operand.repeated else np.zeros(0),
            trap.sums if trap and operand is b else np.zeros(0),
        )
        for number in array.ravel()
    ]
    drawn = numbers(shown_at_the_end(drawings(replays.broadcast())[place]))
    assert sorted(drawn) == sorted(int(number) for number in expected)


def placed(svg, colour):
    """Where the numbers of a colour stand, beside each other in one grid, as lists of (x, y)."""
    groups = BeautifulSoup(svg, "html.parser").find_all(
        "g", style=re.compile(f"fill: var\\(--figure-{colour},.*")
    )
    return [[(float(text["x"]), float(text["y"])) for text in group.find_all("text")] for group in groups]


@pytest.mark.parametrize(("place", "below"), [(0, True), (1, True), (3, True), (4, False), (5, True)])
def test_sums_stand_below_what_they_add_or_beside_it_when_taken_across_alone(place, below):
    arrived, sums = placed(drawings(replays.broadcast())[place], "orange")[-2:]
    lowest, rightmost = max(y for _, y in arrived), max(x for x, _ in arrived)
    assert all((y > lowest) is below and (x > rightmost) is not below for x, y in sums)
    across = {(min(x for x, _ in arrived) + rightmost) / 2} if place == 0 else {x for x, _ in arrived}
    if below and place < 5:
        assert {x for x, _ in sums} == across
    if not below:
        assert [y for _, y in sums] == sorted({y for _, y in arrived})


def test_what_is_summed_is_marked_with_its_sums():
    marks = re.findall(r'data-from="(\d)"(?: data-lit="(\d)")?', drawings(replays.broadcast())[2])
    operands = [("0", ""), ("1", ""), ("2", "3"), ("3", ""), ("0", ""), ("1", ""), ("2", "4"), ("4", "")]
    assert marks == operands


def test_the_figure_is_the_square_and_its_steps_tell_the_sums():
    data = replays.broadcast().data
    square = data["choices"][data["shown"]]
    assert square["title"] == "(3, 3) + (3,)"
    assert list(square["says"]) == [
        "a has shape (3, 3), and b has shape (3,).",
        "a is used as it is. b, read as (1, 3), is stretched along axis 0 from 1 to 3: "
        "each of its numbers is used 3 times.",
        "Backward: a gradient of shape (3, 3) arrives at a + b. The rule of + hands it to both.",
        "a was not stretched: what arrives is its gradient.",
        "b was stretched along axis 0, so its gradient is summed over axis 0, to shape (3,): "
        f"2 + 0 {MINUS} 3 = {MINUS}1 for its first number.",
        "The trap: summed over axis 1 it would fit the shape (3,) too. There would be no error, but the "
        f"numbers would be 4, 5 and 4. They should be {MINUS}1, 8 and 6.",
    ]


def test_a_column_is_fitted_by_wrong_sums_only_when_they_are_reshaped():
    column = replays.broadcast().data["choices"][PAIRS.index(((3, 3), (3, 1)))]
    assert column["says"][-1] == (
        "The trap: summed over axis 0 and reshaped, it would fit the shape (3, 1) too. "
        f"There would be no error, but the numbers would be {MINUS}1, 8 and 6. They should be 4, 5 and 4."
    )


def squares():
    a, b, c = Value(2.0), Value(-3.0), Value(10.0)
    u = a * b
    s = u + c
    return {"a": a, "b": b, "c": c, "u": u, "s": s, "f": s**2}


def test_columns_and_rows_make_the_same_jacobian():
    columns = [modes.column(squares, name, "sf") for name in "abc"]
    rows = [modes.row(squares, name, "abc") for name in "sf"]
    assert rows == [[-3.0, 2.0, 1.0], [-24.0, 16.0, 8.0]]
    assert columns == [[-3.0, -24.0], [2.0, 16.0], [1.0, 8.0]]


def test_a_forward_pass_follows_an_input_that_is_used_twice():
    def twice():
        x = Value(3.0)
        m = x * x
        return {"x": x, "m": m, "y": m + x}

    assert modes.forward_pass(twice(), "x") == {"x": 1.0, "m": 6.0, "y": 7.0}


@pytest.mark.parametrize(
    ("place", "entries", "passes"),
    [
        (0, [-3, 2, 1, -24, 16, 8], ["3 passes", "2 passes"]),
        (1, [-24, 16, 8], ["3 passes", "1 pass"]),
        (2, [6, 7, 33], ["1 pass", "3 passes"]),
    ],
)
def test_a_drawn_jacobian_shows_each_entry_once_per_mode_and_counts_the_passes(place, entries, passes):
    texts = shown_at_the_end(drawings(replays.jacobian())[place])
    assert sorted(numbers(texts)) == sorted(entries * 2)
    assert [text for text in texts if re.fullmatch(r"\d pass(es)?", text)] == passes


def test_the_steps_of_the_jacobian_tell_what_each_pass_has_found():
    assert replays.jacobian().data["choices"][0]["says"][1:] == [
        f"Pass 1. Forward: a seed of 1 at a gives {MINUS}3 at s and {MINUS}24 at f: column a. "
        f"Reverse: a seed of 1 at s gives {MINUS}3 at a, 2 at b and 1 at c: row s.",
        "Pass 2. Forward: a seed of 1 at b gives 2 at s and 16 at f: column b. "
        f"Reverse: a seed of 1 at f gives {MINUS}24 at a, 16 at b and 8 at c: row f.",
        "Pass 3. Forward: a seed of 1 at c gives 1 at s and 8 at f: column c. "
        "Reverse mode was done after 2 passes.",
    ]


@pytest.mark.parametrize("name", ["broadcast", "jacobian"])
def test_each_step_uncovers_something_and_none_comes_after_the_last(name):
    made = getattr(replays, name)()
    for choice, svg in zip(made.data["choices"], drawings(made), strict=True):
        steps = {int(number) for number in re.findall(r'data-from="(\d+)"', svg)}
        assert steps | {0} == set(range(len(choice["says"])))


@pytest.mark.parametrize(("name", "limit"), [("broadcast", 42_000), ("jacobian", 18_000)])
def test_a_replayed_figure_is_small_and_the_same_each_time(name, limit):
    first, second = (getattr(replays, name)()._repr_mimebundle_() for _ in range(2))
    assert first == second
    assert len(first["text/html"]) < limit
    assert set(first) == {"text/html", "image/svg+xml", "text/plain"}


@pytest.mark.parametrize("name", ["broadcast", "jacobian"])
def test_on_paper_a_figure_has_all_its_parts_and_no_marks_of_the_page(name):
    made = getattr(replays, name)()
    assert "data-" not in made.figure.svg
    assert shown_at_the_end(made.figure.svg) == shown_at_the_end(drawings(made)[made.data["shown"]])


def test_a_grid_of_four_axes_is_a_matrix_of_matrices():
    grid = Grid((2, 2, 2, 2))
    assert (grid.axes_down, grid.axes_across) == ((0, 2), (1, 3))
    right, below = grid.corner((0, 1, 0, 0)), grid.corner((1, 0, 0, 0))
    assert right == (grid.corner((0, 0, 0, 1))[0] * 2 + 8, 0)
    assert below == (0, grid.corner((0, 0, 1, 0))[1] * 2 + 8)
