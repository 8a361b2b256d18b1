"""How formulas and parts of pages look: compared with committed pictures, and with where each box was.

A box that moved fails in every Chromium. A picture that another version of Chromium draws otherwise is
skipped, and the reason says so: look at it, then refresh all of them with `python -m tests.browser.pictures`.
"""

import json

import pytest
from PIL import Image

from tests.browser import pictures, specimens

FORMULAS = {specimen.name: specimen for specimen in specimens.formulas()}
ALL = FORMULAS | {specimen.name: specimen for specimen in specimens.parts()}


@pytest.fixture(scope="module")
def sheets(browser, specimen_site):
    """The pages of specimens, each opened when first asked for."""
    opened = {}

    def sheet(specimen, scheme="light"):
        key = specimen.page, scheme
        if key not in opened:
            opened[key] = pictures.open_page(browser, f"{specimen_site.as_uri()}/{specimen.page}", scheme)
        return opened[key]

    yield sheet
    for page in opened.values():
        page.close()


@pytest.fixture
def formulas(browser, specimen_site):
    """The page of formulas, to be changed."""
    page = pictures.open_page(browser, f"{specimen_site.as_uri()}/book/formulas.html", "light")
    yield page
    page.close()


@pytest.fixture(scope="module")
def made_with(browser):
    then, now = json.loads(pictures.MADE_WITH.read_text("utf-8")), pictures.drawn_by(browser)
    return then, now


def difference(page, name, scheme="light"):
    specimen = ALL[name]
    return pictures.difference(pictures.take(page, specimen), Image.open(pictures.kept(specimen, scheme)))


@pytest.mark.parametrize("scheme", pictures.SCHEMES)
@pytest.mark.parametrize("name", ALL)
def test_it_looks_as_in_the_committed_picture(sheets, made_with, tmp_path, name, scheme):
    then, now = made_with
    page = sheets(ALL[name], scheme)
    amount = difference(page, name, scheme)
    if amount <= pictures.TOLERANCE:
        return
    seen = tmp_path / f"{name}-{scheme}.png"
    pictures.take(page, ALL[name]).save(seen)
    said = f"{seen} differs by {amount:.0f} of 255 from {pictures.kept(ALL[name], scheme)}, made with {then}"
    if pictures.major(then["browser"]) != pictures.major(now["browser"]):
        pytest.skip(f"{said}; this is {now['browser']}. Look, then: python -m tests.browser.pictures")
    pytest.fail(said)


@pytest.mark.parametrize("name", FORMULAS)
def test_each_part_of_a_formula_is_where_it_was(sheets, name):
    then = json.loads(pictures.BOXES.read_text("utf-8"))[name]
    assert pictures.moved(pictures.measure(sheets(FORMULAS[name]), FORMULAS[name]), then) == []


def test_every_picture_is_of_a_specimen_and_small():
    files = sorted(pictures.FOLDER.glob("*/*.png"))
    wanted = sorted(
        pictures.kept(specimen, scheme) for specimen in ALL.values() for scheme in pictures.SCHEMES
    )
    assert files == wanted
    assert sum(file.stat().st_size for file in files) < 300 * 1024


def test_the_pictures_are_of_the_fonts_that_are_here(made_with):
    then, now = made_with
    assert {**then, "browser": ""} == {**now, "browser": ""}


@pytest.mark.parametrize(
    ("name", "element", "harm"),
    [
        ("bar-over-bold", "mover", "element.lastChild.textContent = ' '"),
        ("prime", "mo", "element.textContent = ''"),
        ("odot", "math", "element.innerHTML = element.innerHTML.replace('⊙', '⊗')"),
        ("roots", "msqrt", "element.outerHTML = element.innerHTML"),
        ("fractions", "mfrac", "element.setAttribute('linethickness', '0')"),
        ("scripts", "mi:nth-of-type(2)", "element.textContent = 'c'"),
        ("accents", "mover:nth-of-type(3)", "element.lastChild.textContent = '¯'"),
        ("sums", "mi", "element.textContent = 'G'"),
        ("matrices", "mtd", "element.style.paddingLeft = '3px'"),
        ("cases", "math", "element.style.translate = '2px'"),
        ("relations", "math", "element.style.fontFamily = 'serif'"),
    ],
)
def test_a_small_fault_is_noticed(formulas, name, element, harm):
    assert difference(formulas, name) <= pictures.TOLERANCE
    formulas.run(f"(() => {{ const element = document.querySelector('#{name} {element}'); {harm}; }})()")
    assert difference(formulas, name) > pictures.TOLERANCE


def test_a_lost_accent_is_noticed_by_its_box_too(formulas):
    then = json.loads(pictures.BOXES.read_text("utf-8"))["bar-over-bold"]
    formulas.run("document.querySelector('#bar-over-bold mover').lastChild.remove(); 0")
    now = pictures.measure(formulas, FORMULAS["bar-over-bold"])
    assert pictures.moved(now, then)[0].startswith("its parts are")


def test_edges_that_fall_elsewhere_on_the_dots_are_not_noticed(formulas):
    formulas.run("document.querySelector('#prime math').style.translate = '0.15px 0.15px'; 0")
    assert 0 < difference(formulas, "prime") <= pictures.TOLERANCE
