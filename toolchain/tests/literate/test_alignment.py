import time
from difflib import SequenceMatcher

from hypothesis import given
from hypothesis import strategies as st

from literate.tangling.alignment import likeness, opcodes

LINES = st.lists(st.sampled_from("abc"), max_size=12)


@given(LINES, LINES)
def test_the_opcodes_are_those_of_difflib(old, new):
    assert opcodes(old, new) == SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    assert likeness(old, new) == SequenceMatcher(None, old, new, autojunk=False).ratio()


@given(LINES, LINES, st.integers(0, 120), st.integers(0, 120))
def test_the_opcodes_make_the_new_lines_of_the_old(old, new, before, after):
    old, new = (["x"] * before + lines + ["y"] * after for lines in (old, new))
    made, at = [], 0
    for tag, start, end, new_start, new_end in opcodes(old, new):
        assert start == at
        assert (tag == "equal") == (old[start:end] == new[new_start:new_end] != [])
        made += new[new_start:new_end]
        at = end
    assert (made, at) == (new, len(old))


def test_one_change_among_many_equal_lines_costs_little():
    old = ["    x = 1", ""] * 20_000
    new = [*old[:20_000], "    y = 2", *old[20_000:]]
    start = time.process_time()
    assert [code for code in opcodes(old, new) if code[0] != "equal"] == [
        ("insert", 20_000, 20_000, 20_000, 20_001)
    ]
    assert time.process_time() - start < 1
