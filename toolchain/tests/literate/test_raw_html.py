"""Raw HTML and comments take in what they were meant to, and no block of ours after a mistyped end."""

import pytest

from literate.reading import reader

BLOCK = "```python tangle=src/pkg/a.py\nx = 1\n```\n"
SESSION = "```python\n>>> 1 + 1\n2\n```\n"


def problems(text):
    return [str(problem) for problem in reader.read(text, "book/a.md").problems]


@pytest.mark.parametrize("name", ["pre", "script", "style", "textarea", "PRE"])
@pytest.mark.parametrize("end", ["", "</prr>", "</{}", "< /{}>"])
@pytest.mark.parametrize("after", [BLOCK, "Text.\n"])
def test_an_element_without_its_end_is_refused(name, end, after):
    text = f"# A\n\n<{name}>\nx\n{end.format(name)}\n\n{after}"
    small = name.lower()
    assert problems(text) == [
        f"book/a.md:3: all that follows this unclosed <{small}> is not read, so nothing checks it. "
        f"Close it with </{small}>."
    ]


@pytest.mark.parametrize("name", ["pre", "script", "style", "textarea"])
@pytest.mark.parametrize("block", [BLOCK, SESSION])
def test_an_element_that_the_end_of_another_closes_hides_no_block(name, block):
    text = f"<{name}>\nx\n<{name}>\n\n{block}\n<pre>\ny\n</pre>\n"
    assert problems(text)[0] == (
        "book/a.md:5: a fence inside raw HTML is not read, so nothing checks it. Put an empty line before it."
    )


@pytest.mark.parametrize("holder", ["> ", "- ", "> 1. "])
def test_an_unclosed_element_in_a_quote_or_a_list_is_refused(holder):
    assert problems(f"{holder}<pre>\n\nText.\n") == [
        "book/a.md:1: all that follows this unclosed <pre> is not read, so nothing checks it. "
        "Close it with </pre>."
    ]


@pytest.mark.parametrize(
    ("opening", "mistyped", "closing"),
    [
        ("$$", "$", "$$"),
        ("$$", "$ (a)", "$$ (b)"),
        ("\\begin{align}", "\\end{algn}", "\\end{align}"),
    ],
)
@pytest.mark.parametrize("block", [BLOCK, SESSION])
def test_a_formula_whose_end_is_mistyped_hides_no_block(opening, mistyped, closing, block):
    text = f"# A\n\n{opening}\nx\n{mistyped}\n\n{block}\n{opening}\ny\n{closing}\n"
    assert problems(text)[0] == (
        "book/a.md:7: a fence inside the formula is not read, so nothing checks it. Close the formula first."
    )


def test_a_formula_of_our_own_is_left_alone():
    assert problems("$$\na >>> b ::: c\n$$\n") == []


@pytest.mark.parametrize("name", ["script", "style", "pre-view"])
def test_an_element_that_shows_no_text_hides_no_block(name):
    assert problems(f"<{name}>\n{BLOCK}</{name}>\n") == [
        "book/a.md:2: a fence inside raw HTML is not read, so nothing checks it. Put an empty line before it."
    ]


@pytest.mark.parametrize("name", ["pre", "textarea", 'pre class="x"'])
def test_an_element_that_shows_its_text_may_show_a_fence(name):
    assert problems(f"<{name}>\n{BLOCK}</{name.split()[0]}>\n") == []


@pytest.mark.parametrize("end", ["->", "--", "-- >", "--!>", "\u2014>", "\u2013>", ">", ""])
@pytest.mark.parametrize("taken", [BLOCK, SESSION, "It is {computed}`2 <1 + 1>`.\n"])
def test_a_comment_whose_end_is_mistyped_hides_nothing_of_ours(end, taken):
    text = f"# A\n\n<!-- note {end}\n\n{taken}\n<!-- other -->\n"
    last = text.count("\n")
    assert problems(text) == [
        f"book/a.md:3: all down to line {last}, where this HTML comment ends, is not read, so nothing checks "
        "it. Close the comment here, with -->."
    ]


def test_a_mistyped_end_on_a_line_of_its_own_is_named():
    text = f"<!--\nnote\n->\n\n{BLOCK}\n```text\na --> b\n```\n"
    assert problems(text)[0] == (
        "book/a.md:3: all down to line 10, where this HTML comment ends, is not read, so nothing checks it. "
        "Close the comment here, with -->."
    )


@pytest.mark.parametrize(
    "text",
    [
        f"<!--\n{BLOCK}-->\n",
        f"<!-- taken out:\n\n{BLOCK}\n-->\n",
        f"<!-- <div>\n\n{BLOCK}</div> -->\n",
        f"<!--\nOld - and new -\n-----\n\n{BLOCK}-->\n",
        f"<!--\n{BLOCK.replace('x = 1', 'def f(x) -> int: ...')}\n{BLOCK}-->\n",
        "<!-- note ->\nText.\n<!-- other -->\n",
        f"<!-- note -->\n\n{BLOCK}\n<!-- other -->\n",
    ],
)
def test_what_a_comment_is_meant_to_take_out_is_left_alone(text):
    assert problems(text) == []
