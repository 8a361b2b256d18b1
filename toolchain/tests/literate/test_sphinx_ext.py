import re
import shutil
from io import StringIO
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

SETTINGS = '[tool.literate]\nchapters = ["book/*.md"]\noutputs = ["src/pkg"]\n'
CONF = """
extensions = ["myst_parser", "literate.sphinx_ext"]
myst_fence_as_directive = ["python"]
myst_enable_extensions = ["colon_fence"]
"""
INDEX = "# Top\n\n```{toctree}\nbook/a\nbook/b\n```\n"

A = """\
# A

```python tangle=src/pkg/a.py shared
class T:
    x = 1
```

- item

  ```python tangle=./src/pkg/a.py class=T
  def f(self):
      return 2
  ```

```python
>>> 1 + 1
2
```

```python illustrative="it asks <the network>"
get()
```

{computed}`2.0e-8 <2e-8>`, {computed}`-6 <2 * -3>`, {computed}`x <"<'x'>">`

{computed}`"q" -- 'r'... <text>`

```python illustrative="It ends: does it?"
get()
```

```python illustrative="It ends."
get()
```
"""

B = """\
# B

```python tangle=src/pkg/a.py shared
y = 3
```
"""


class Site:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.write("pyproject.toml", SETTINGS)
        self.write("conf.py", CONF)
        self.write("index.md", INDEX)
        self.write("book/a.md", A)
        self.write("book/b.md", B)

    def write(self, path, text):
        place = self.folder / path
        place.parent.mkdir(exist_ok=True)
        place.write_text(text, encoding="utf-8")

    def build(self, builder="html", parallel=1):
        """Build; return the documents read and the warnings."""
        status, warning = StringIO(), StringIO()
        here = str(self.folder)
        trees = f"{here}/out/trees"
        with patch_docutils(), docutils_namespace():
            app = Sphinx(
                here,
                here,
                f"{here}/out/{builder}",
                trees,
                builder,
                status=status,
                warning=warning,
                parallel=parallel,
            )
            app.build()
        plain = re.sub(r"\x1b\[[\d;]*m", "", status.getvalue())
        read = re.findall(r"^reading sources\.\.\. \[ *\d+%\] (\S+)", plain.replace("\r", "\n"), re.MULTILINE)
        warnings = re.sub(r"\x1b\[[\d;]*m", "", warning.getvalue()).replace(here + "/", "")
        return sorted(set(read)), warnings.splitlines()

    def page(self, name):
        return BeautifulSoup(
            (self.folder / f"out/html/book/{name}.html").read_text(encoding="utf-8"), "html.parser"
        )


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    site = Site(tmp_path_factory.mktemp("site"))
    site.result = site.build()
    return site


@pytest.fixture
def site(built, tmp_path):
    shutil.copytree(built.folder, tmp_path / "site")
    return Site(tmp_path / "site")


def captions(page):
    return [
        (
            p.get_text().removesuffix("#"),
            [link["href"] for link in p.select("a:not(.listing-link, .headerlink)")],
        )
        for p in page.select(".tangled .listing-caption")
    ]


def test_a_clean_book_builds_without_warnings(built):
    assert built.result == (["book/a", "book/b", "index"], [])


def test_each_tangled_block_says_where_it_goes_and_links_its_neighbours(built):
    assert captions(built.page("a")) == [
        ("src/pkg/a.py, starts here · next part", ["#tangled-src-pkg-a-py-2"]),
        (
            "src/pkg/a.py, class T, continues · previous part · next part",
            ["#tangled-src-pkg-a-py-1", "b.html#tangled-src-pkg-a-py-3"],
        ),
    ]
    assert captions(built.page("b")) == [
        ("src/pkg/a.py, continues · previous part", ["a.html#tangled-src-pkg-a-py-2"])
    ]
    for name in "ab":
        page = built.page(name)
        for _, links in captions(page):
            for link in links:
                target, _, anchor = link.partition("#")
                there = built.page(target.removesuffix(".html")) if target else page
                assert there.find(id=anchor).pre is not None


def test_blocks_show_their_code_as_written(built):
    assert [pre.get_text() for pre in built.page("a").select(".tangled pre")] == [
        "class T:\n    x = 1\n",
        "def f(self):\n    return 2\n",
    ]


def test_examples_are_highlighted_as_sessions(built):
    assert [pre.get_text() for pre in built.page("a").select(".highlight-pycon pre")] == [">>> 1 + 1\n2\n"]


def test_an_illustrative_block_says_why_it_is_not_run(built):
    blocks = built.page("a").select(".illustrative")
    assert [(block.pre.get_text(), block.p.get_text()) for block in blocks] == [
        ("get()\n", "Not run: it asks <the network>."),
        ("get()\n", "Not run: It ends: does it?"),
        ("get()\n", "Not run: It ends."),
    ]


def test_computed_numbers_are_set_well_and_carry_their_expressions(built):
    numbers = built.page("a").select("span.computed")
    assert [str(number.encode_contents(), "utf-8") for number in numbers] == [
        "2.0\u00a0\u00d7\u00a010<sup>\u22128</sup>",
        "\u22126",
        "x",
        "\"q\" -- 'r'...",
    ]
    assert [number["data-expression"] for number in numbers] == ["2e-8", "2 * -3", "\"<'x'>\"", "text"]
    assert [number["title"] for number in numbers] == [
        "computed: 2e-8",
        "computed: 2 * -3",
        "computed: \"<'x'>\"",
        "computed: text",
    ]


def test_a_second_build_reads_nothing(site):
    site.build()
    assert site.build() == ([], [])


def test_a_chapter_is_read_again_when_another_changes_its_links(site):
    site.build()
    site.write("book/a.md", A + "\n```python tangle=src/pkg/a.py\nz = 1\n```\n")
    assert site.build() == (["book/a", "book/b"], [])
    assert captions(site.page("b")) == [
        ("src/pkg/a.py, continues · previous part", ["a.html#tangled-src-pkg-a-py-3"])
    ]


def test_a_change_that_moves_no_link_reads_one_chapter(site):
    site.build()
    site.write("book/a.md", "text\n" + A)
    assert site.build()[0] == ["book/a"]


def test_a_parallel_build_makes_the_same_pages(built, site):
    shutil.rmtree(site.folder / "out")
    assert site.build(parallel=2)[1] == []
    for name in "ab":
        assert captions(site.page(name)) == captions(built.page(name))


@pytest.mark.parametrize("builder", ["singlehtml", "latex", "text"])
def test_other_builders_know_the_nodes(site, builder):
    assert site.build(builder)[1] == []


def test_faults_are_warnings_at_their_lines(site):
    site.write("book/b.md", B + "\n```python tangel=x\nz\n```\n\n```python\nz\n```\n\n{computed}`1`\n")
    assert site.build()[1] == [
        "book/b.md:7: WARNING: 'tangel' is not an attribute of this fence. Did you mean 'tangle'? "
        "Use one of: tangle, class, lab, explained, shared, illustrative.",
        "book/b.md:11: WARNING: this Python fence is neither tangled, nor an example, nor illustrative. "
        'Add tangle=PATH, begin it with ">>> ", or add illustrative="the reason".',
        "book/b.md:15: WARNING: {computed}`1` does not say what it shows and what gives it. "
        "Write {computed}`SHOWN <EXPRESSION>`, for example {computed}`39 <u.grad>`.",
    ]


def test_a_fence_outside_the_chapters_is_a_warning(site):
    site.write("index.md", INDEX + "\n```python\n>>> 1\n2\n```\n")
    assert site.build()[1] == [
        "index.md:8: WARNING: this page is not one of the chapters, "
        "so nothing runs or tangles its Python fences"
    ]
