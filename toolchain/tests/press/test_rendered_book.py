"""The pages of a book built with the project's configuration."""

import re

import pytest

PAGES = ("index", "book/first", "book/second", "search")


@pytest.mark.parametrize("name", PAGES)
def test_a_page_asks_nothing_of_the_network(rendered, name):
    page = rendered.page(name)
    loaded = [element["src"] for element in page.find_all(src=True)]
    loaded += [link["href"] for link in page.find_all("link", href=True)]
    assert loaded
    assert [address for address in loaded if re.match(r"(https?:)?//", address)] == []


@pytest.mark.parametrize("name", PAGES)
def test_a_page_leaves_out_what_an_offline_book_never_uses(rendered, name):
    page = rendered.page(name)
    code = " ".join(str(element) for element in page(["script", "link"])).lower()
    assert [word for word in ("fontawesome", "thebe", "mathjax") if word in code] == []


def test_one_style_sheet_serves_all_and_its_fonts_come_with_it(rendered):
    links = rendered.page("book/first").select("link[rel=stylesheet]")
    assert [link["href"] for link in links] == ["../_static/press.css"]
    static = rendered.folder / "_build" / "html" / "_static"
    fonts = re.findall(r'url\("(fonts/[^"]+)"\)', (static / "press.css").read_text("utf-8"))
    assert fonts == ["fonts/book-maths.woff2", "fonts/book-icons.woff2"]
    assert all((static / font).stat().st_size > 1000 for font in fonts)
    assert (static / "fonts" / "OFL.txt").exists()


def test_every_formula_is_mathml(rendered):
    formulas = rendered.page("book/first").select(".bd-article .math")
    assert len(formulas) > 15
    assert [str(formula) for formula in formulas if not formula.find("math")] == []


def test_a_displayed_formula_scrolls_by_itself_and_can_be_reached_by_keyboard(rendered):
    box = rendered.page("book/first").select_one("#equation-wide .math-scroll")
    assert (box["tabindex"], box["role"], box["aria-label"]) == ("0", "group", "Equation 5.2")


def test_chapters_count_from_five_everywhere(rendered):
    first, second = rendered.page("book/first"), rendered.page("book/second")
    assert first.select_one(".bd-article h1 .section-number").get_text() == "5. "
    assert [n.get_text() for n in first.select("h2 .section-number, h3 .section-number")] == (
        ["5.1. ", "5.1.1. ", "5.2. "]
    )
    captions = [number.get_text() for number in first.select(".caption-number")]
    assert captions == ["Table 5.1 ", "Figure 5.1 ", "Figure 5.2 "]
    assert first.select_one("#equation-matrix-product .eqno").get_text().startswith("(5.1)")
    sidebar = [link.get_text().strip() for link in second.select(".bd-sidebar-primary li.toctree-l1 a")]
    assert [entry.split()[0] for entry in sidebar] == ["5.", "6."]
    assert second.select_one(".prev-next-area .left-prev p.prev-next-title").get_text().startswith("5.")


def test_references_agree_with_the_numbers_they_point_to(rendered):
    links = [link.get_text() for link in rendered.page("book/second").select(".bd-article p a.internal")]
    assert links[:4] == ["Chapter 5", "A numbered equation", "Exercise 6.1", "(6.1)"]


def test_a_figure_of_a_code_cell_has_number_caption_and_description(rendered):
    figure = rendered.page("book/first").select_one("figure#fig-line")
    assert figure.svg["aria-label"] == "One line rises, the other falls."
    assert figure.figcaption.select_one(".caption-number").get_text() == "Figure 5.1 "
    assert figure.figcaption.find("math") is not None


def test_the_code_of_a_figure_is_folded(rendered):
    summary = rendered.page("book/first").select_one("details.hide summary")
    assert summary.get_text(" ", strip=True).split("  ")[0].startswith("Show the code")


@pytest.mark.slow
def test_a_formula_that_is_not_understood_fails_the_build_with_its_line(copy):
    lines = (copy.folder / "book/second.md").read_text("utf-8").splitlines()
    line = 1 + lines.index(r"Show that $x^2 \ge 0$.")
    copy.edit("book/second.md", r"$x^2 \ge 0$", r"$x^2 \nosuch 0$")
    result = copy.build()
    assert result.returncode != 0
    warning = f"second.md:{line}: WARNING: maths: Unknown command \"\\nosuch\". It stands after 'x^2'."
    assert warning in result.stdout
    again = copy.build()
    assert (again.returncode, warning in again.stdout) == (result.returncode, True)


@pytest.mark.slow
def test_editing_one_chapter_writes_that_chapter_and_no_other(copy):
    assert copy.build().returncode == 0  # in its new folder everything is read once more
    sheet = copy.folder / "_build" / "html" / "_static" / "press.css"
    styled = sheet.read_text("utf-8")
    assert copy.build().returncode == 0  # nothing is out of date
    assert sheet.read_text("utf-8") == styled
    before = copy.html("book/second").stat().st_mtime_ns
    copy.edit("book/first.md", "Inline maths:", "Inline formulas:")
    result = copy.build()
    assert result.returncode == 0, result.stdout
    assert "Inline formulas:" in copy.page("book/first").get_text()
    assert copy.page("book/first").select_one(".bd-article h1 .section-number").get_text() == "5. "
    assert copy.html("book/second").stat().st_mtime_ns == before


@pytest.mark.slow
def test_a_change_in_code_that_a_cell_imports_runs_the_cell_again(copy):
    copy.edit("book/figures/graphs.py", 'f"grad {', 'f"slope {')
    result = copy.build()
    assert result.returncode == 0, result.stdout
    assert "WARNING" not in result.stdout
    assert "slope −24" in copy.page("book/first").get_text()  # noqa: RUF001
