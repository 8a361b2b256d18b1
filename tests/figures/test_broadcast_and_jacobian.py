"""The undone broadcast and the Jacobian: what the engine did, complete on paper and without the script."""

import re

import numpy as np
import pytest
from bs4 import BeautifulSoup
from figures import replays
from figures.grids import HEIGHT, WIDTH
from figures.replays.undone import trap_of, undone
from replayed import MINUS, drawings, words

from tinygpt.autograd import Tensor

PAIRS = [
    ((2, 3), ()),
    ((2, 3), (3,)),
    ((2, 1), (1, 3)),
    ((3, 3), (3,)),
    ((3, 3), (3, 1)),
    ((2, 2, 2, 2), (1, 2, 1, 1)),
]


def numbers(texts):
    return [int(text.replace(MINUS, "-")) for text in texts if re.fullmatch(rf"{MINUS}?\d+", text)]


@pytest.mark.parametrize("shapes", PAIRS)
def test_the_record_of_a_broadcast_is_what_the_engine_gives(shapes):
    operands = undone(*shapes)
    leaves = [Tensor(operand.data) for operand in operands]
    (leaves[0] + leaves[1]).backward(operands[0].before)
    for operand, leaf, shape in zip(operands, leaves, shapes, strict=True):
        assert operand.after.tolist() == leaf.grad.tolist()
        assert operand.data.shape == shape
        # The sums over one axis differ from those over another: these are the axes that the engine found.
        assert operand.before.sum(axis=operand.repeated).reshape(shape).tolist() == operand.after.tolist()


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
    drawn = numbers(words(drawings(replays.broadcast())[place]))
    assert sorted(drawn) == sorted(int(number) for number in expected)


@pytest.mark.parametrize("place", range(len(PAIRS)))
def test_sums_stand_in_the_middle_of_what_they_add_and_below_or_beside_all(place):
    drawing = BeautifulSoup(drawings(replays.broadcast())[place], "html.parser")
    orange = drawing.find_all("g", style=re.compile(r"fill: var\(--figure-orange,"))
    arrived, sums = (
        np.array([(float(text["x"]), float(text["y"])) for text in group.find_all("text")])
        for group in orange[-2:]
    )
    apart = (abs(arrived[:, None] - arrived) / (WIDTH, HEIGHT)).max(axis=-1)
    assert apart[~np.eye(len(arrived), dtype=bool)].min() > 0.99  # no two cells overlap
    _, b = undone(*PAIRS[place])
    middle = arrived.reshape(*b.before.shape, 2).mean(axis=b.repeated).reshape(-1, 2)
    beside = b.repeated == (1,)
    across, along = (0, 1) if beside else (1, 0)
    assert sums[:, along] == pytest.approx(middle[:, along])
    assert (sums[:, across] > arrived[:, across].max()).all()


def test_what_is_summed_is_marked_with_its_sums():
    marks = re.findall(r'data-from="(\d)"(?: data-lit="(\d)")?', drawings(replays.broadcast())[2])
    operands = [("0", ""), ("1", ""), ("2", "3"), ("3", ""), ("0", ""), ("1", ""), ("2", "4"), ("4", "")]
    assert marks == operands


def test_the_figure_is_the_square_and_its_steps_tell_the_sums():
    data = replays.broadcast().data
    square, column = data["choices"][data["shown"] :][:2]
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
    assert column["says"][-1] == (
        "The trap: summed over axis 0 and reshaped, it would fit the shape (3, 1) too. "
        f"There would be no error, but the numbers would be {MINUS}1, 8 and 6. They should be 4, 5 and 4."
    )


@pytest.mark.parametrize(
    ("place", "entries", "passes"),
    [
        (0, [-3, 2, 1, -24, 16, 8], ["3 passes", "2 passes"]),
        (1, [-24, 16, 8], ["3 passes", "1 pass"]),
        (2, [6, 7, 33], ["1 pass", "3 passes"]),
    ],
)
def test_a_drawn_jacobian_shows_each_entry_once_per_mode_and_counts_the_passes(place, entries, passes):
    texts = words(drawings(replays.jacobian())[place])
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


@pytest.mark.parametrize("make", [replays.broadcast, replays.jacobian])
def test_each_step_uncovers_something_and_none_comes_after_the_last(make):
    made = make()
    for choice, svg in zip(made.data["choices"], drawings(made), strict=True):
        steps = {int(number) for number in re.findall(r'data-from="(\d+)"', svg)}
        assert steps | {0} == set(range(len(choice["says"])))
