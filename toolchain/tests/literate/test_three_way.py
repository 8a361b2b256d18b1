"""An edit of a file is told from what the chapters changed since the edit began."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from literate.tangling.three_way import Change, changes


def three(base, edited, tangled):
    return changes(base.split(), edited.split(), tangled.split())


@pytest.mark.parametrize(
    ("base", "edited", "tangled", "found"),
    [
        # Only the file was edited.
        ("a b c", "a B c", "a b c", [Change(1, 2, ("B",))]),
        ("a b c", "a c", "a b c", [Change(1, 2, ())]),
        ("a b", "a b c", "a b", [Change(2, 2, ("c",))]),
        # Only the chapter was: the file cannot have what it never had, and nobody took it out.
        ("a b c", "a b c", "a b new c", []),
        ("a b c", "a b c", "a c", []),
        # Both, apart from each other.
        ("a b c d", "a b c D", "new a b c d", [Change(4, 5, ("D",))]),
        ("a b c d", "a b c D", "b c d", [Change(2, 3, ("D",))]),
        ("a b c d", "a B c d", "A1 A2 b c d", [Change(2, 3, ("B",))]),
        # Both the same: it is in the chapter already.
        ("a b c", "a B c", "a B c", []),
        ("a b c", "a B c z", "a B c", [Change(3, 3, ("z",))]),
        ("a b c", "a B1 c", "a B1 new c", []),
        ("a b c", "a B1 new c", "a B1 c", [Change(2, 2, ("new",))]),
        # Both the same, beside equal lines: which of those it was is no matter.
        ("a b c", "a a b c", "a a new b c", []),
        ("a b c d", "a b b c d", "a b b new c d", []),
        ("a a b", "a b", "a new b", []),
        ("a a b c", "a b c", "a new b c", []),
        # Both in one place.
        ("a b c", "a B c", "a X c", [Change(1, 2, ("B",), contested=True)]),
        ("a b", "a mine b", "a new b", [Change(1, 2, ("mine",), contested=True)]),
        ("a b c", "a b mine c", "a c", [Change(1, 1, ("b", "mine"), contested=True)]),
        ("a b c", "a c", "a b new c", [Change(1, 3, (), contested=True)]),
    ],
)
def test_what_the_chapters_changed_is_no_part_of_an_edit(base, edited, tangled, found):
    assert three(base, edited, tangled) == found


@st.composite
def revisions(draw, names):
    """The lines 0 to 9 with some taken out, and others put in that stand nowhere else."""
    lines = [str(number) for number in range(10)]
    for name in draw(st.lists(st.sampled_from(names), unique=True, max_size=4)):
        lines.insert(draw(st.integers(0, len(lines))), name)
    gone = draw(st.sets(st.sampled_from([str(number) for number in range(10)]), max_size=3))
    return [line for line in lines if line not in gone]


@given(edited=revisions(["e1", "e2", "e3", "e4"]), tangled=revisions(["t1", "t2", "t3", "t4"]))
def test_an_edit_takes_out_no_line_that_it_did_not_begin_from(edited, tangled):
    base = [str(number) for number in range(10)]
    found = changes(base, edited, tangled)
    if any(change.contested for change in found):
        return
    result = [*tangled]
    for change in reversed(found):
        result[change.start : change.end] = change.lines
    taken_out = {line for line in base if line not in edited or line not in tangled}
    assert sorted(result) == sorted({*base, *edited, *tangled} - taken_out)
