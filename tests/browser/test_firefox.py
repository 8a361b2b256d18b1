"""The book in Firefox, where one is installed: formulas as large as in Chromium, and the pages alive."""

import json

import pytest

from tests.browser import firefox, pictures, specimens

CHAPTER = "book/06-autograd.html"
LAID_OUT = """
document.head.insertAdjacentHTML('beforeend', '<style>* { content-visibility: visible !important }</style>');
document.querySelectorAll('details').forEach((fold) => { fold.open = true; });
document.fonts.ready.then(() => 0)
"""
# What runs on a page and needs a script: each part of `book.js` has done its work.
STATE = """
[document.documentElement.scrollWidth - document.documentElement.clientWidth,
 document.querySelectorAll('.copy-said').length, document.getElementById('preview') !== null,
 [...document.querySelectorAll('math merror, .maths-error')].length]
"""


@pytest.fixture(scope="module")
def fox(tmp_path_factory):
    program = firefox.find()
    if program is None:
        pytest.skip("no Firefox here: install the package `firefox-esr`, or name one in FIREFOX_PROGRAM")
    with firefox.Firefox(program, tmp_path_factory.mktemp("firefox")) as started:
        yield started


def extent(boxes):
    """How wide and how high all boxes are together."""
    return tuple(
        max(box[start] + box[start + 2] for box in boxes) - min(box[start] for box in boxes)
        for start in (1, 2)
    )


def test_each_formula_has_the_parts_and_the_size_that_it_has_in_chromium(fox, tmp_path):
    site = specimens.build(tmp_path / "book")
    fox.size(640, 900)
    fox.open(f"{site.as_uri()}/book/formulas.html")
    fox.run(pictures.ready())
    other = []
    kept = json.loads(pictures.BOXES.read_text("utf-8"))
    for specimen in specimens.formulas():
        now, then = pictures.measure(fox, specimen), kept[specimen.name]
        assert [box[0] for box in now] == [box[0] for box in then], specimen.name
        wider, higher = (here - there for here, there in zip(extent(now), extent(then), strict=True))
        # Firefox sets columns and signs a little closer or wider; a second line is higher by more than 1.
        if abs(wider) > 2 or abs(higher) > 0.8:
            other.append((specimen.name, round(wider, 2), round(higher, 2)))
    assert other == []


@pytest.mark.parametrize("width", [1280, 500])
def test_no_page_scrolls_sideways_and_each_does_what_it_does_with_a_script(fox, site, pages, width):
    fox.size(width, 900)
    found = {}
    for name in pages:
        fox.open(f"{site.as_uri()}/{name}")
        fox.run(LAID_OUT)
        found[name] = fox.run(STATE)
    assert found == {name: [0, 1, True, 0] for name in pages}


def test_every_example_that_can_be_run_prints_what_the_book_prints(fox, site):
    fox.size(1280, 900)
    fox.open(f"{site.as_uri()}/{CHAPTER}")
    offered = "[...document.querySelectorAll('.live:not(.live-silent)')]"
    count = fox.run(f"{offered}.length")
    assert count >= 7
    said = []
    for number in range(count):
        block = f"{offered}[{number}]"
        fox.run(f"{block}.querySelector('[aria-label^=Run]').click()")
        fox.until(f"!{block}.hasAttribute('aria-busy') && {block}.querySelector('.live-verdict').textContent")
        said.append(fox.run(f"{block}.querySelector('.live-verdict').textContent"))
    assert [verdict for verdict in said if "as in the book" not in verdict] == []


def test_the_puzzle_gives_39_in_the_right_order(fox, site):
    fox.open(f"{site.as_uri()}/{CHAPTER}")
    puzzle = "document.querySelector('.replay[data-replay=order]')"
    for name in "fmu":
        button = f"[...{puzzle}.querySelectorAll('button')].find((b) => b.textContent === '{name} passes on')"
        fox.run(f"{button}.click()")
    assert fox.run(f"{puzzle}.querySelector('[role=status]').textContent").startswith("a holds 39: right.")


def test_search_finds_a_word(fox, site):
    fox.open(f"{site.as_uri()}/search.html?q=checkpointing")
    fox.until("document.querySelectorAll('#search-results li').length > 0")


def test_a_link_shows_where_it_leads(fox, site):
    fox.open(f"{site.as_uri()}/book/glossary.html")
    link = "document.querySelector('dd a.internal[href*=\"05-background\"]')"
    fox.run(f"show({link})")
    fox.until("!document.getElementById('preview').hidden")
    title = fox.run(f"{link}.textContent")
    assert title in fox.run("document.getElementById('preview').textContent")
