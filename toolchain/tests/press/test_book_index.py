"""The index: each term once, with the sections that explain it in the order in which they are read."""

import subprocess
import sys

import pytest
from bs4 import BeautifulSoup

ROOT = """
# Front

```{toctree}
:numbered:

first
second
```

```{toctree}
words
terms
```
"""
FIRST = """
# First

The *{index}`chain rule`* of {index}`slopes <slope>`.

## Deeper

```{index} slope
```

A {index}`see of it <single: slope; of a line>`.
"""
SECOND = """
# Second

## Part

The {index}`chain rule` again.
"""
WORDS = """
# Words

```{glossary}
chain rule
  What multiplies.
```
"""
TERMS = """
# Index

```{book-index}
```
"""


def write(folder):
    folder.mkdir()
    pages = {"index": ROOT, "first": FIRST, "second": SECOND, "words": WORDS, "terms": TERMS}
    for name, text in pages.items():
        (folder / f"{name}.md").write_text(text, "utf-8")


def build(folder):
    out = folder / "_out"
    options = ["-W", "-q", "-C", "-D", "extensions=myst_parser,press.book_index", "-D", "html_use_index=0"]
    command = [sys.executable, "-m", "sphinx", *options, folder, out]
    done = subprocess.run(command, text=True, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    return BeautifulSoup((out / "terms.html").read_text("utf-8"), "html.parser")


def entries(page):
    """What each line says, and where its links lead."""
    lines = page.select(".book-index p:not(.rubric)")
    return {line.get_text(): [link["href"] for link in line.select("a")] for line in lines}


@pytest.fixture
def folder(tmp_path):
    write(tmp_path / "book")
    return tmp_path / "book"


def test_each_term_names_its_sections_in_reading_order_and_the_glossary_last(folder):
    assert list(entries(build(folder))) == ["chain rule, 1, 2.1, Words", "slope, 1, 1.1", "of a line, 1.1"]


def test_terms_stand_under_their_letters(folder):
    assert [letter.get_text() for letter in build(folder).select(".rubric")] == ["C", "S"]


def test_every_link_leads_to_a_place_that_is_there(folder):
    page = build(folder)
    pages = {
        name: BeautifulSoup((folder / "_out" / name).read_text("utf-8"), "html.parser")
        for name in ("first.html", "second.html", "words.html")
    }
    places = [place.partition("#") for links in entries(page).values() for place in links]
    assert len(places) == 6
    assert [place for place in places if pages[place[0]].find(id=place[2]) is None] == []


def test_a_change_of_another_page_changes_the_index(folder):
    build(folder)
    second = folder / "second.md"
    second.write_text(SECOND.replace("chain rule", "tangent"), "utf-8")
    assert next(iter(entries(build(folder)))) == "chain rule, 1, Words"
