import pytest

from literate.places import mentioned
from literate.places import Rewriter
from literate.places import Places

CHAPTER = """\
# Title

```python tangle=src/pkg/a.py
class A:
    x = 1
```

- item

  ```python tangle=src/pkg/a.py class=A
  def m(self):
      y = 1
      raise KeyError
  ```

```python tangle="src/pkg/a b.py"
x = 1
y = 2
```

```python tangle=src/pkg/b.py
x = 1
```
"""


@pytest.fixture
def rewriter(folder):
    folder.write("book/a.md", CHAPTER)
    folder.literate("tangle")
    return Rewriter(Places(folder.book()))


@pytest.mark.parametrize(
    ("line", "written"),
    [
        # Paths with blanks, quoted or not.
        ("src/pkg/a b.py:2: E", "book/a.md:18: E"),
        ("./src/pkg/a b.py:2:3: E", "book/a.md:18:3: E"),
        ('  File "src/pkg/a b.py", line 2, in f', '  File "book/a.md", line 18, in f'),
        ("not src/pkg/a b.py of src/pkg/b.py:1", "not src/pkg/a b.py of book/a.md:22"),
        ("'src/pkg/a.py':5", "'book/a.md':12"),
        ("'src/pkg/a b.py':2:1", "'book/a.md':18:1"),
        ('"src/pkg/a.py":5', '"book/a.md":12'),
        ("src/pkg/a.py, line 5", "book/a.md, line 12"),
        # Brackets, as compilers and debuggers of some systems write.
        ("> src/pkg/a.py(5)m()", "> book/a.md(12)m()"),
        ("src/pkg/a.py(5,9): error", "book/a.md(12,7): error"),
        ("src/pkg/a.py(5:9)", "book/a.md(12:7)"),
        ("src/pkg/a.py(5 tests)", "src/pkg/a.py(5 tests)"),
        (r"src\pkg\a.py:5", "book/a.md:12"),
        (r".\src\pkg\a.py:5:9", "book/a.md:12:7"),
        # Where a place ends.
        ("src/pkg/a.py:5:9:6:14: error", "book/a.md:12:7:13:12: error"),
        ("src/pkg/a.py:4-6", "book/a.md:11-13"),
        (
            "::error file=src/pkg/a.py,line=5,col=9,endLine=6,endColumn=14::x",
            "::error file=book/a.md,line=12,col=7,endLine=13,endColumn=12::x",
        ),
        (
            "::warning file=src/pkg/a.py,line=5::src/pkg/a.py:5:9: x",
            "::warning file=book/a.md,line=12::book/a.md:12:7: x",
        ),
        # Styles, as on a terminal.
        (
            "\x1b[1msrc/pkg/a.py\x1b[0m\x1b[36m:\x1b[0m5\x1b[36m:\x1b[0m9",
            "\x1b[1mbook/a.md\x1b[0m\x1b[36m:\x1b[0m12\x1b[36m:\x1b[0m7",
        ),
        (
            'File \x1b[35m"src/pkg/a.py"\x1b[0m, line \x1b[35m5\x1b[0m',
            'File \x1b[35m"book/a.md"\x1b[0m, line \x1b[35m12\x1b[0m',
        ),
        # What is not ours, or no place.
        ("other/src/pkg/a.py:5", "other/src/pkg/a.py:5"),
        ("xsrc/pkg/b.py:1", "xsrc/pkg/b.py:1"),
        ("src/pkg/a.pyc:5 src/pkg/a.py.orig:5 .py:5", "src/pkg/a.pyc:5 src/pkg/a.py.orig:5 .py:5"),
        ("src/pkg/a.py:77 and src/pkg/a.py: 5", "src/pkg/a.py:77 and src/pkg/a.py: 5"),
    ],
)
def test_places_are_known_in_every_form_that_tools_write(rewriter, line, written):
    assert rewriter.line(line) == written
    assert rewriter.line(f"{line} | {line}") == f"{written} | {written}"


def test_absolute_paths_and_addresses_are_known(folder, rewriter):
    root = folder.root
    assert rewriter.line(f"{root}/src/pkg/a b.py:2") == "book/a.md:18"
    assert rewriter.line(f"at file://{root}/src/pkg/a.py:5:9") == f"at file://{root}/book/a.md:12:7"
    assert rewriter.line(f"file://{root}/src/pkg/a%20b.py:2") == f"file://{root}/book/a.md:18"
    assert rewriter.line(f"file://{root}/src/pkg/other.py:2") == f"file://{root}/src/pkg/other.py:2"


def test_a_coverage_report_may_name_a_path_with_blanks(rewriter):
    assert rewriter.line("src/pkg/a b.py   12   2   83%   1-2") == (
        "src/pkg/a b.py   12   2   83%   book/a.md:17-18"
    )


def test_a_linters_arrow_may_point_at_a_path_with_blanks(rewriter):
    assert (
        rewriter.text(" --> src/pkg/a b.py:2:1\n  |\n2 | y = 2\n") == " --> book/a.md:18:1\n  |\n18 | y = 2\n"
    )


def test_the_places_that_a_text_mentions():
    text = "File \"/a/b c.py\", line 3, in f\nx.py:4:1: E1\nx.md:5\n'y.py'(6) z.py(7)"
    assert mentioned(text) == [("/a/b c.py", 3), ("x.py", 4), ("y.py", 6), ("z.py", 7)]
