"""A note says which examples the page cannot run, once for a run of sections that are alike."""

from types import SimpleNamespace

import pytest
from docutils import nodes
from docutils.utils import new_document

from press.live import pages

RUNS, NEEDS_MORE = ">>> 1 + 1\n2", ">>> import numpy as np\n>>> np.ones(1)\narray([1.])"
APP = SimpleNamespace(
    builder=SimpleNamespace(name="html"),
    config=SimpleNamespace(press_live_modules={}, press_live_left_out=[]),
    srcdir=".",
)


def notes(*sections):
    """The note of each section, for sections that hold these examples."""
    document = new_document("page")
    page = nodes.section("", nodes.title("", "Page"))
    document += page
    for examples in sections:
        blocks = [nodes.literal_block(code, code, language="pycon") for code in examples]
        page += nodes.section("", nodes.title("", "Section"), *blocks)
    pages.mark(APP, document, "page")
    return [_note(section) for section in page[1:]]


def _note(section):
    texts = [raw.astext() for raw in section.findall(nodes.raw)]
    return next((kind for kind, text in pages._NOTES.items() if any(text in raw for raw in texts)), "")


@pytest.mark.parametrize(
    ("sections", "expected"),
    [
        ([[NEEDS_MORE], [NEEDS_MORE], [RUNS]], ["all", "", ""]),
        ([[RUNS], [NEEDS_MORE], [RUNS], [NEEDS_MORE]], ["", "all", "", "all"]),
        ([[RUNS, NEEDS_MORE], [RUNS, NEEDS_MORE], [NEEDS_MORE]], ["some", "", "all"]),
        ([[NEEDS_MORE], [RUNS, NEEDS_MORE], [RUNS]], ["all", "some", ""]),
        ([[NEEDS_MORE], [], [NEEDS_MORE], [RUNS]], ["all", "", "", ""]),
        ([[NEEDS_MORE], [NEEDS_MORE]], ["", ""]),  # a page without a Run button needs no note
    ],
)
def test_a_note_stands_where_what_can_be_run_changes(sections, expected):
    assert notes(*sections) == expected
