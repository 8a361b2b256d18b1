"""The PDF of the sample book, read back."""

# ruff: noqa: RUF001  (what the book prints)

import re
from itertools import chain

import pytest
from pypdf import PdfReader

pytestmark = pytest.mark.slow  # the sample book is built twice more


@pytest.fixture(scope="module")
def pdf(printed):
    return PdfReader(printed.pdf)


@pytest.fixture(scope="module")
def pages(pdf):
    """The text of each page, with one space wherever there are any."""
    return [" ".join(page.extract_text().split()) for page in pdf.pages]


@pytest.fixture(scope="module")
def words(pages):
    return " ".join(pages)


def outline(entries):
    """The bookmarks as nested lists of titles."""
    return [outline(entry) if isinstance(entry, list) else entry.title for entry in entries]


def links(page):
    return [link.get_object() for link in page.get("/Annots", [])]


def test_it_names_itself_and_its_language(pdf):
    assert (pdf.metadata.title, pdf.metadata.author) == ("tinygpt", "The tinygpt contributors")
    assert pdf.trailer["/Root"]["/Lang"] == "en"


def test_it_is_tagged_and_claims_the_standard_for_accessible_files(pdf):
    root = pdf.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"] == True  # noqa: E712  (a PDF object)
    assert "<pdfuaid:part>1</pdfuaid:part>" in root["/Metadata"].get_data().decode()


def test_it_bears_no_date(pdf):
    assert {"/CreationDate", "/ModDate"} & set(pdf.metadata) == set()
    assert "Date>" not in pdf.trailer["/Root"]["/Metadata"].get_data().decode()


def test_bookmarks_are_the_sections_with_the_numbers_of_the_pages(pdf):

    assert outline(pdf.outline) == [
        "Contents",
        "About this book",
        "5\u2002Maths f′ ( x ) and text",
        ["5.1\u2002Display", ["5.1.1\u2002A numbered equation"], "5.2\u2002Code"],
        "6\u2002Second chapter",
        ["6.1\u2002Exercises", "6.2\u2002References"],
        "7\u2002What else a chapter may hold",
        "Solutions",
        ["Chapter 6", ["Solution to Exercise 6.1 (Once more)"]],
    ]


def test_front_matter_counts_in_roman_numerals_and_the_chapters_from_one(pdf):
    assert pdf.page_labels[:5] == ["", "ii", "iii", "1", "2"]


def target(pdf, link):
    """Where a link leads: the number printed on a page of the book, or an address."""
    if "/A" in link:
        return str(link["/A"]["/URI"])
    place = link.raw_get("/Dest")
    if isinstance(place, str):
        return pdf.page_labels[pdf.get_destination_page_number(pdf.named_destinations[place])]
    page = place.get_object()[0]
    return pdf.page_labels[[each.indirect_reference for each in pdf.pages].index(page)]


def test_links_lead_to_pages_of_the_book_and_to_the_web(pdf, pages):
    leads = {
        label: [target(pdf, link) for link in links(page)]
        for label, page in zip(pdf.page_labels, pdf.pages, strict=True)
    }
    del leads["ii"]  # the contents have a test of their own
    assert leads == {
        "": [],
        "iii": ["1"],
        "1": ["3", "1", "1", "https://example.org/"],
        "2": ["2", "2"],
        "3": ["1", "1", "3", "5", "5"],
        "4": ["4", "4", "https://example.org/a_b", "4", "4", "3", "4", "4"],
        "5": ["3"],
    }


def test_the_contents_print_the_page_that_each_entry_leads_to(pdf, pages, printed):
    page = pdf.pages[1]
    printed = re.findall(r"(\w+)$", page.extract_text(), re.MULTILINE)
    assert printed[1:-1] == [target(pdf, link) for link in links(page)]


def test_figures_tables_listings_equations_and_exercises_have_the_numbers_of_the_pages(words):
    said = (
        "Figure 5.1 Two lines",
        "Figure 5.2 A computation graph",
        "Table 5.1 A table",
        "Listing 7.1 A listing",
        "Exercise 6.1 (Once more)",
        "Equation (5.1) holds, and so does (5.2)",
        "Table 5.1 is wide; Figure 5.1 is a plot",
        "See Exercise 6.1 and (6.1)",
    )
    assert [each for each in said if each not in words] == []


def test_a_title_that_is_linked_to_is_followed_by_its_number(words):
    assert "A numbered equation (5.1.1)." in words
    assert "its own title." in words  # words of the text's own stay as they are


def test_a_solution_stands_at_the_end_and_its_exercise_says_where(words):
    exercise, solution = (words.index(said) for said in ("Show that", "assert 3**2 >= 0"))
    assert "Solution on page 5" in words
    assert exercise < words.index("What it means.") < solution


def test_signs_that_mean_something_to_typst_are_printed(words):
    assert "code #1, a link, 100 % of “quotes”, a #hash, a $5 price*," in words
    assert r'return "as it stands #[not markup] \\ \" $x$"' in words


def test_a_footnote_is_printed_once_at_the_foot_of_its_page(pages):
    assert sum("A note with" in page for page in pages) == 1


def test_the_hidden_code_of_a_figure_is_left_out_and_code_that_is_shown_is_not(words):
    assert "figures.plot" not in words
    assert "step 0 loss 0.76576" in words
    assert ">>> 1 + 1 2" in words


def test_fonts_are_embedded_and_come_with_the_book(pdf, pages):
    fonts = {
        str(font["/BaseFont"]).partition("+")[2].partition("-")[0]
        for page in pdf.pages
        for font in (f.get_object() for f in page["/Resources"].get("/Font", {}).values())
    }
    assert {"NewCM10", "NewCMMath", "DejaVuSansMono"} <= fonts


def test_figures_are_drawings_with_a_description(pdf, pages):
    root = pdf.trailer["/Root"]["/StructTreeRoot"]
    said = {str(element["/Alt"]) for element in elements(root) if "/Alt" in element}
    assert {
        "One line rises, the other falls.",
        "The graph of (ab + c)², values forward and gradients backward.",
    } <= said
    images = chain.from_iterable(page["/Resources"].get("/XObject", {}).values() for page in pdf.pages)
    assert [image for image in images if image.get_object()["/Subtype"] == "/Image"] == []


def elements(node):
    """All elements of the structure that a screen reader is given."""
    node = node.get_object() if hasattr(node, "get_object") else node
    if isinstance(node, list):
        for child in node:
            yield from elements(child)
    elif isinstance(node, dict):
        yield node
        yield from elements(node.get("/K", []))


def test_every_formula_is_spoken_as_it_was_written(pdf):
    formulas = [e for e in elements(pdf.trailer["/Root"]["/StructTreeRoot"]) if e.get("/S") == "/Formula"]
    assert len(formulas) > 20
    assert r"\bar{\mathbf{X}} \odot \mathbf{Y}" in {str(formula["/Alt"]) for formula in formulas}


def test_the_same_book_in_another_folder_has_the_same_bytes(pdf, printed, printed_again):
    assert printed.pdf.read_bytes() == printed_again.pdf.read_bytes()


@pytest.mark.slow
def test_what_the_pdf_cannot_show_fails_the_build_with_its_line(printed, tmp_path):
    book = printed.copy(tmp_path / "book")
    page = book.folder / "book" / "everything.md"
    lines = page.read_text("utf-8").splitlines()
    line = 1 + lines.index("term")
    page.write_text("\n".join(lines).replace("\nterm\n", "\n$\\cancel{x}$\n"), "utf-8")
    result = book.build("pdf")
    assert result.returncode != 0
    assert f"everything.md:{line}: WARNING: maths: The PDF has no form for <menclose>." in result.stdout
