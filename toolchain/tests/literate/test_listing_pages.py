import shutil

import pytest
from bs4 import BeautifulSoup
from test_sphinx_ext import Site, built  # noqa: F401

SEVEN = """\
# Seven

```python tangle=src/pkg/seven.py
class T:
    x = 1
```

## Later

```python tangle=src/pkg/seven.py
def g():
    return 3
```

```python tangle=src/pkg/seven.py class=T
def f(self):
    return 2

async def h(self): ...
```
"""


INDEX = "# Top\n\n```{toctree}\nbook/a\nbook/b\nbook/07-seven\n```\n\n```{block-index}\n```\n"


@pytest.fixture(scope="module")
def site(built, tmp_path_factory):  # noqa: F811
    folder = tmp_path_factory.mktemp("listings") / "site"
    shutil.copytree(built.folder, folder, ignore=shutil.ignore_patterns("out"))
    site = Site(folder)
    site.write("book/07-seven.md", SEVEN)
    site.write("index.md", INDEX)
    site.result = site.build()
    return site


def page(site, path):
    return BeautifulSoup((site.folder / "out/html" / path).read_text(encoding="utf-8"), "html.parser")


def test_the_site_builds_without_warnings(site):
    assert site.result == (["book/07-seven", "book/a", "book/b", "index"], [])


def test_a_listing_shows_the_whole_file_and_where_each_part_is_explained(site):
    listing = page(site, "listings/src/pkg/seven.py.html")
    assert listing.h1.get_text() == "src/pkg/seven.py"
    assert [(p.get_text(), p.a["href"]) for p in listing.select(".listing-caption")] == [
        ("lines 1–2: Listing 7.1, 7 Seven", "../../../book/07-seven.html#tangled-src-pkg-seven-py-1"),  # noqa: RUF001
        ("lines 4–7: Listing 7.3, 7.1 Later", "../../../book/07-seven.html#tangled-src-pkg-seven-py-3"),  # noqa: RUF001
        ("lines 10–11: Listing 7.2, 7.1 Later", "../../../book/07-seven.html#tangled-src-pkg-seven-py-2"),  # noqa: RUF001
    ]
    assert [pre.get_text() for pre in listing.select(".region pre")] == [
        "class T:\n    x = 1\n",
        "    def f(self):\n        return 2\n\n    async def h(self): ...\n",
        "def g():\n    return 3\n",
    ]
    for link in listing.select(".listing-caption a"):
        anchor = link["href"].partition("#")[2]
        assert page(site, "book/07-seven.html").find(id=anchor).pre is not None


def test_a_block_is_numbered_and_leads_to_its_lines_in_the_listing(site):
    caption = page(site, "book/07-seven.html").select(".tangled .listing-caption")[1]
    assert caption.get_text() == "Listing 7.2 src/pkg/seven.py, continues · previous part · next part#"
    link = caption.select_one("a.listing-link")
    assert link["href"] == "../listings/src/pkg/seven.py.html#line-10"
    assert page(site, "listings/src/pkg/seven.py.html").find(id="line-10") is not None


def test_the_index_names_what_each_block_defines_and_where_it_stands(site):
    index = page(site, "index.html")
    files = index.select(".block-index-file a")
    assert [(a.get_text(), a["href"]) for a in files] == [
        ("src/pkg/seven.py", "listings/src/pkg/seven.py.html"),
        ("src/pkg/a.py", "listings/src/pkg/a.py.html"),
    ]
    entries = index.select(".block-index")[0].find_all("li")
    assert [(li.get_text().strip(), li.a["href"]) for li in entries] == [
        ("Listing 7.1: T, in 7 Seven", "book/07-seven.html#tangled-src-pkg-seven-py-1"),
        ("Listing 7.2: g, in 7.1 Later", "book/07-seven.html#tangled-src-pkg-seven-py-2"),
        ("Listing 7.3: T.f, T.h, in 7.1 Later", "book/07-seven.html#tangled-src-pkg-seven-py-3"),
    ]


def test_the_index_is_written_again_when_a_chapter_changes(site):
    site.write("book/07-seven.md", SEVEN.replace("def g", "def other"))
    assert site.build() == (["book/07-seven", "index"], [])
    assert "Listing 7.2: other, in" in page(site, "index.html").get_text()


ALIKE = ["mathtext", "_mathtext", "a_b", "a-b", "A", "a", "1", "中", "文"]


def test_every_listing_has_an_anchor_of_its_own_whatever_its_file_is_called(built, tmp_path):  # noqa: F811
    site = Site(tmp_path)
    site.write("index.md", INDEX)
    site.write("book/a.md", "# A\n")
    site.write("book/b.md", "# B\n")
    blocks = "\n".join(f"```python tangle=src/pkg/{name}.py\nx = {name!r}\n```\n" for name in ALIKE)
    site.write("book/07-seven.md", f"# Seven\n\n{blocks}\n{blocks}")
    assert site.build()[1] == []
    links = [link["href"].partition("#")[2] for link in page(site, "index.html").select(".block-index li a")]
    chapter = page(site, "book/07-seven.html")
    found = [chapter.find(id=link).pre.get_text() for link in links]
    assert sorted(found) == sorted(f"x = {name!r}\n" for name in ALIKE * 2)
    assert len(set(links)) == len(links)
