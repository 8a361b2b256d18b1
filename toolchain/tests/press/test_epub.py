"""The EPUB of the sample book, and what makes it one."""

import posixpath
import re
import zipfile
from xml.etree import ElementTree

import pytest

from press.epub.pages import page, properties

pytestmark = pytest.mark.slow  # the sample book is built twice more

PAGES = ("index.xhtml", "book/first.xhtml", "book/second.xhtml", "book/everything.xhtml")
HTML = "{http://www.w3.org/1999/xhtml}"
MATHML = "{http://www.w3.org/1998/Math/MathML}"
OPF = "{http://www.idpf.org/2007/opf}"


@pytest.fixture(scope="module")
def epub(printed):
    with zipfile.ZipFile(printed.epub) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.fixture(scope="module")
def pages(epub):
    return {name: ElementTree.fromstring(epub[name]) for name in PAGES}


def test_the_archive_begins_with_its_type_uncompressed(printed):
    with zipfile.ZipFile(printed.epub) as archive:
        first = archive.infolist()[0]
    assert (first.filename, first.compress_type) == ("mimetype", zipfile.ZIP_STORED)


def test_it_holds_the_pages_one_style_sheet_one_font_and_the_figures(epub):
    names = sorted(re.sub(r"[0-9a-f]{64}", "figure", name) for name in epub)
    assert names == sorted(
        [
            *("mimetype", "META-INF/container.xml", "content.opf", "toc.ncx", "nav.xhtml"),
            *PAGES,
            *("_static/style.css", "_static/book-maths.woff2", "_static/OFL.txt"),
            *2 * ["_images/figure.svg"],
        ]
    )


def test_the_pages_stand_in_reading_order_and_say_which_markup_they_hold(epub):
    package = ElementTree.fromstring(epub["content.opf"])
    items = {item.get("id"): item for item in package.iter(f"{OPF}item")}
    order = [items[entry.get("idref")] for entry in package.iter(f"{OPF}itemref")]
    assert [(item.get("href"), item.get("properties")) for item in order][:4] == [
        ("index.xhtml", None),
        ("book/first.xhtml", "mathml"),
        ("book/second.xhtml", "mathml"),
        ("book/everything.xhtml", "mathml"),
    ]


def test_the_contents_have_the_numbers_of_the_pages(epub):
    nav = ElementTree.fromstring(epub["nav.xhtml"])
    entries = [("".join(link.itertext()), link.get("href")) for link in nav.iter(f"{HTML}a")]
    assert entries == [
        ("Sample", "index.xhtml"),
        ("5. Maths f'(x) and text", "book/first.xhtml"),
        ("5.1. Display", "book/first.xhtml#display"),
        ("5.1.1. A numbered equation", "book/first.xhtml#a-numbered-equation"),
        ("5.2. Code", "book/first.xhtml#code"),
        ("6. Second chapter", "book/second.xhtml"),
        ("6.1. Exercises", "book/second.xhtml#exercises"),
        ("6.2. References", "book/second.xhtml#references"),
        ("7. What else a chapter may hold", "book/everything.xhtml"),
    ]


def test_links_between_chapters_lead_to_something(pages):
    ids = {name: {element.get("id") for element in tree.iter()} for name, tree in pages.items()}
    dead = []
    for name, tree in pages.items():
        for link in tree.iter(f"{HTML}a"):
            address, _, fragment = (link.get("href") or "").partition("#")
            if "://" in address:
                continue
            target = posixpath.normpath(posixpath.join(posixpath.dirname(name), address)) if address else name
            if target not in ids or (fragment and fragment not in ids[target]):
                dead.append((name, link.get("href")))
    assert dead == []
    assert [link.get("href") for link in pages["book/second.xhtml"].iter(f"{HTML}a")][:2] == (
        ["first.xhtml#maths", "first.xhtml#sec-display"]
    )


def test_no_identifier_stands_twice_on_a_page(pages):
    for tree in pages.values():
        ids = [element.get("id") for element in tree.iter() if element.get("id")]
        assert len(ids) == len(set(ids))


def test_a_page_needs_no_script_and_asks_for_nothing_outside_the_book(pages, epub):
    for name, tree in pages.items():
        assert [e.tag for e in tree.iter() if e.tag in (f"{HTML}script", f"{HTML}iframe")] == []
        sources = [e.get("src") for e in tree.iter() if e.get("src")]
        sources += [e.get("href") for e in tree.iter(f"{HTML}link")]
        places = [posixpath.normpath(posixpath.join(posixpath.dirname(name), source)) for source in sources]
        assert [place for place in places if place not in epub] == []


def test_formulas_are_mathml_and_their_font_is_named(pages, epub):
    formulas = list(pages["book/first.xhtml"].iter(f"{MATHML}math"))
    assert len(formulas) > 15
    assert {element.tag.startswith(MATHML) for formula in formulas for element in formula.iter()} == {True}
    assert 'url("book-maths.woff2")' in epub["_static/style.css"].decode()


def test_figures_are_pictures_with_a_description(pages):
    pictures = list(pages["book/first.xhtml"].iter(f"{HTML}img"))
    assert [picture.get("alt") for picture in pictures] == [
        "One line rises, the other falls.",
        "The graph of (ab + c)², values forward and gradients backward.",
    ]


def test_the_same_book_in_another_folder_has_the_same_bytes(printed, printed_again):
    assert printed.epub.read_bytes() == printed_again.epub.read_bytes()


def test_an_archive_bears_no_date_of_its_own(printed):
    with zipfile.ZipFile(printed.epub) as archive:
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_styles_that_mathml_3_does_not_have_move_to_an_element_that_has_them():
    formula = '<math><mfrac displaystyle="false"><mn>1</mn><mn>2</mn></mfrac></math>'
    assert (
        '<math xmlns="http://www.w3.org/1998/Math/MathML"><mstyle displaystyle="false">'
        "<mfrac><mn>1</mn><mn>2</mn></mfrac></mstyle></math>"
    ) in page("t", formula, language="en", sheet="s.css")


def test_a_fold_has_one_prompt_where_no_script_can_choose():
    folded = '<summary aria-label="x">\n<p class="a">Show</p>\n<p class="b">Hide</p>\n</summary>'
    assert "<summary>Show</summary>" in page("t", folded, language="en", sheet="s.css")


def test_a_title_loses_its_markup():
    assert "<title>Maths x</title>" in page("Maths <i>x</i>", "", language="en", sheet="s.css")


@pytest.mark.parametrize(
    ("text", "kinds"), [("<p>x</p>", ""), ("<math>", "mathml"), ("<svg><math>", "mathml svg")]
)
def test_foreign_markup_of_a_page_is_declared(text, kinds):
    assert properties(text) == kinds
