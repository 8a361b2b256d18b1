"""The pages of the sample book: weight, descriptions, links to the repository."""

import json
import re

import pytest

from press import previews

PAGES = ("index", "book/first", "book/second", "search")


@pytest.mark.parametrize("name", PAGES)
def test_a_page_loads_one_style_sheet_and_scripts_that_wait(rendered, name):
    page = rendered.page(name)
    assert len(page.select("link[rel=stylesheet]")) == 1
    waiting = [script["src"] for script in page.select("script[src]") if not script.has_attr("defer")]
    assert waiting == [] or name == "search"
    assert page.html["lang"] == "en"
    assert page.select_one('meta[name="description"]')["content"]


def test_previews_hold_what_the_pages_link_to(rendered):
    text = (rendered.folder / "_build/html/_static/previews.js").read_text("utf-8")
    pieces = json.loads(re.fullmatch(r"bookPreviews\((.*)\);\n", text, re.DOTALL)[1])
    link = rendered.page("book/second").select_one('.bd-article a.internal[href*="first.html#"]')
    piece = pieces[f"book/{link['href']}"]
    assert piece.startswith("<p><strong>") and len(piece) < previews.MOST
    equation = rendered.page("book/second").select_one('.bd-article a.internal[href^="#equation"]')
    assert "<math" in pieces[f"book/second.html{equation['href']}"]


def test_without_a_repository_no_page_links_to_one(rendered):
    words = rendered.page("book/first").get_text()
    assert "Edit this page" not in words and "Report an error" not in words


def test_with_a_repository_each_page_links_to_its_source(copy):
    copy.edit("_config.yml", "url: ''", "url: https://github.com/someone/book")
    result = copy.build()
    assert result.returncode == 0, result.stdout
    links = copy.page("book/first").select(".page-links a")
    assert [(link.get_text(), link["href"]) for link in links] == [
        ("Edit this page", "https://github.com/someone/book/edit/main/book/first.md"),
        ("Report an error", "https://github.com/someone/book/issues/new?title=Error+in+book%2Ffirst.md"),
    ]
    assert copy.page("search").select(".page-links a") == []
