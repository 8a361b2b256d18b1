import time

import pytest

from literate.places import Rewriter
from literate.places import Places

CHAPTER = """\
# Title

## One

```python tangle=src/pkg/a.py
class A:
    x = 1
```

## Two

- item

  ```python tangle=src/pkg/a.py class=A
  def m(self):
      y = 1
      raise KeyError
  ```
"""


@pytest.fixture
def rewriter(folder):
    folder.write("book/a.md", CHAPTER)
    folder.literate("tangle")
    return Rewriter(Places(folder.book()))


def test_places_in_the_output_of_tools_are_the_chapters(folder, rewriter):
    lines = {
        "src/pkg/a.py:5: error: wrong": "book/a.md:16: error: wrong",
        "src/pkg/a.py:5:9: E1 wrong": "book/a.md:16:7: E1 wrong",
        f'  File "{folder.root}/src/pkg/a.py", line 6, in m': '  File "book/a.md", line 17, in m',
        "src/pkg/a.py:4:5 and ./src/pkg/a.py:1": "book/a.md:15:3 and book/a.md:6",
        "(src/pkg/a.py:5)": "(book/a.md:16)",
        'other.py:5 and File "other.py", line 5': 'other.py:5 and File "other.py", line 5',
        "a line without an end": "a line without an end",
        "a line of another system: src/pkg/a.py:5\r\n": "a line of another system: book/a.md:16\r\n",
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
 --> book/a.md:16:7
  |
15 |     def m(self):
16 |         y = 1
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
src/pkg/a.py           5      3    40%   book/a.md:7, book/a.md:15-16, book/a.md:17
src/pkg/a.py           5      3     2      1    40.5%   book/a.md:15->17, book/a.md:16->exit
src/pkg/other.py       5      1    80%   2
src/pkg/a.py           5      0   100%
TOTAL                  9      4    55%
"""
    )


def test_styles_spans_and_long_lines_are_understood(rewriter):
    lines = {
        "\x1b[1msrc/pkg/a.py\x1b[0m:5:9": "\x1b[1mbook/a.md\x1b[0m:16:7",
        "src/pkg/a.py:4-5": "book/a.md:15-16",
        "src/pkg/a.py:999": "src/pkg/a.py:999",
    }
    assert {line: rewriter.line(line) for line in lines} == lines
    start = time.perf_counter()
    assert rewriter.line("x" * 200_000 + ".py") == "x" * 200_000 + ".py"
    assert time.perf_counter() - start < 2


def test_there_is_no_line_0(rewriter):
    assert rewriter.line("src/pkg/a.py:0 and src/pkg/a.py:5") == "src/pkg/a.py:0 and book/a.md:16"
