"""Places in the output of any tool become the chapters'."""

import time

import pytest

from literate.places import Places, Rewriter, mentioned

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


def test_places_in_the_output_of_tools_are_the_chapters(folder, rewriter):
    lines = {
        "src/pkg/a.py:5: error: wrong": "book/a.md:12: error: wrong",
        "src/pkg/a.py:5:9: E1 wrong": "book/a.md:12:7: E1 wrong",
        f'  File "{folder.root}/src/pkg/a.py", line 6, in m': '  File "book/a.md", line 13, in m',
        "src/pkg/a.py:4:5 and ./src/pkg/a.py:1": "book/a.md:11:3 and book/a.md:4",
        "(src/pkg/a.py:5)": "(book/a.md:12)",
        'other.py:5 and File "other.py", line 5': 'other.py:5 and File "other.py", line 5',
        "a line without an end": "a line without an end",
        "a line of another system: src/pkg/a.py:5\r\n": "a line of another system: book/a.md:12\r\n",
    }
    assert {line: rewriter.line(line) for line in lines} == lines


def test_the_code_that_a_linter_shows_has_the_chapters_line_numbers(rewriter):
    shown = """\
F401 `os` imported but unused
 --> src/pkg/a.py:5:9
  |
4 |     def m(self):
5 |         y = 1
  |         ^ F841
  |

5 | not under a place
"""
    assert (
        rewriter.text(shown)
        == """\
F401 `os` imported but unused
 --> book/a.md:12:7
  |
11 |     def m(self):
12 |         y = 1
  |         ^ F841
  |

5 | not under a place
"""
    )


def test_the_missing_lines_of_a_coverage_report_are_the_chapters(rewriter):
    report = """\
Name               Stmts   Miss  Cover   Missing
------------------------------------------------
src/pkg/a.py           5      3    40%   2-5, 6
src/pkg/a.py           5      3     2      1    40.5%   4->6, 5->exit
src/pkg/other.py       5      1    80%   2
src/pkg/a.py           5      0   100%
TOTAL                  9      4    55%
"""
    assert (
        rewriter.text(report)
        == """\
Name               Stmts   Miss  Cover   Missing
------------------------------------------------
src/pkg/a.py           5      3    40%   book/a.md:5, book/a.md:11-12, book/a.md:13
src/pkg/a.py           5      3     2      1    40.5%   book/a.md:11->13, book/a.md:12->exit
src/pkg/other.py       5      1    80%   2
src/pkg/a.py           5      0   100%
TOTAL                  9      4    55%
"""
    )


def test_styles_spans_and_long_lines_are_understood(rewriter):
    lines = {
        "\x1b[1msrc/pkg/a.py\x1b[0m:5:9": "\x1b[1mbook/a.md\x1b[0m:12:7",
        "src/pkg/a.py:4-5": "book/a.md:11-12",
        "src/pkg/a.py:999": "src/pkg/a.py:999",
    }
    assert {line: rewriter.line(line) for line in lines} == lines
    start = time.perf_counter()
    assert rewriter.line("x" * 200_000 + ".py") == "x" * 200_000 + ".py"
    assert time.perf_counter() - start < 2


def test_there_is_no_line_0(rewriter):
    assert rewriter.line("src/pkg/a.py:0 and src/pkg/a.py:5") == "src/pkg/a.py:0 and book/a.md:12"


@pytest.mark.parametrize(
    ("spans", "told"),
    [
        ("3-999999999", "book/a.md:5, book/a.md:11-13, src/pkg/a.py:7-999999999"),
        ("99", "src/pkg/a.py:99"),
        ("1-2345678901", "1-2345678901"),
    ],
)
def test_missing_lines_behind_the_end_of_a_file_are_in_no_chapter(rewriter, spans, told):
    report = "src/pkg/a.py           5      3    40%   "
    assert rewriter.line(f"{report}{spans}\n") == f"{report}{told}\n"


def test_what_begins_in_one_chapter_and_ends_in_another_has_no_end_to_name(folder):
    for name in "ab":
        folder.write(f"book/{name}.md", f"```python tangle=src/pkg/c.py shared\n{name} = 1\n```\n")
    rewriter = Rewriter(Places(folder.book()))
    assert rewriter.line("src/pkg/c.py:1-3 src/pkg/c.py:3-3") == "book/a.md:2-2 book/b.md:2-2"
