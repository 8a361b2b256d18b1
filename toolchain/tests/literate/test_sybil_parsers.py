import importlib
import re

import matplotlib
import numpy
import pytest

pytest_plugins = ["pytester"]

CONFTEST = """
from pathlib import Path
from sybil import Sybil
from literate.sybil_parsers import ChapterParser

pytest_plugins = ["literate.pytest_plugin"]
chapters = ChapterParser(Path(__file__).parent)
pytest_collect_file = Sybil(parsers=[chapters], patterns=chapters.patterns).pytest()
"""

SETTINGS = '[tool.literate]\nchapters = ["book/*.md"]\noutputs = ["src/pkg"]\n'


@pytest.fixture
def chapter(pytester):
    """Run pytest over one chapter; return (line, outcome) of each item, and the output."""

    def run(text, *files, only="book"):
        pytester.makeconftest(CONFTEST)
        (pytester.path / "pyproject.toml").write_text(SETTINGS)
        for path, content in (("book/a.md", text), *files):
            place = pytester.path / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(content, encoding="utf-8")
        result = pytester.runpytest("-v", "-p", "no:cacheprovider", only)
        output = result.stdout.str()
        items = re.findall(r"^book/a.md::line:(\d+),column:\d+ (PASSED|FAILED)", output, re.MULTILINE)
        return [(int(line), outcome) for line, outcome in items], output

    return run


def test_every_claim_is_an_item_at_its_line(chapter):
    text = """\
# Title

```python
>>> x = 39
>>> x
39

>>> x + 1
40
```

It is {computed}`39 <x>`, or {computed}`78 <2 * x>`.

```console
$ echo a
a
$ echo b
b
```

```{code-cell}
y = 1
```

```{code-cell}
:tags: [a]

y + 1
```
"""
    lines = [4, 5, 8, 12, 12, 15, 17, 22, 28]
    assert chapter(text)[0] == [(line, "PASSED") for line in lines]


@pytest.mark.parametrize(
    ("text", "line", "named", "detail"),
    [
        ("text\n\n```python\n>>> 1\n2\n```\n", 4, 5, "+1"),
        ("text\n\n{computed}`2 <1>`\n", 3, 3, "the text says 2, but 1 gives 1 (1)"),
        ("text\n\n```console\n$ echo a\nb\n```\n", 4, 5, "+a"),
        ("text\n\n```{code-cell}\nx\n```\n", 4, 4, "NameError: name 'x' is not defined"),
        ("text\n\n```py\nx\n```\n", 3, 3, "a fence marked 'py' is neither tangled nor run."),
        ("text\n\n```python\n>>> 1\n1\n\n1\n```\n", 7, 7, "text after a blank line in an example"),
    ],
)
def test_what_is_wrong_fails_at_the_chapters_line(chapter, text, line, named, detail):
    items, output = chapter(text)
    assert (line, "FAILED") in items
    assert f"\nbook/a.md:{named}: " in output
    assert detail in output


def test_nested_examples_fail_at_their_own_lines(chapter):
    text = (
        "> - item\n>\n>   ````{note}\n>   ```python\n>   >>> 1\n>   1\n>   >>> 2\n>   3\n>   ```\n>   ````\n"
    )
    assert chapter(text)[0] == [(5, "PASSED"), (7, "FAILED")]


def test_shown_fences_and_comments_are_no_items(chapter):
    fence = "```python\n>>> 1\n2\n```\n"
    text = f"````markdown\n{fence}````\n\n<!--\n{fence}-->\n\n{{computed}}`1 <1>`\n"
    assert chapter(text)[0] == [(15, "PASSED")]


def test_documents_and_cells_do_not_share_names(chapter):
    other = ("book/b.md", "```python\n>>> x\n1\n```\n")
    _, output = chapter("```python\n>>> x = 1\n```\n\n```{code-cell}\nx\n```\n", other)
    assert output.count("NameError: name 'x' is not defined") == 2


def test_a_chapter_with_a_byte_order_mark_keeps_its_lines(chapter):
    assert chapter("\ufeff# A\n\n```python\n>>> 1\n1\n```\n")[0] == [(4, "PASSED")]


def test_a_failure_inside_tangled_code_names_the_chapter(chapter):
    text = """\
# Title

## The section

```python tangle=src/pkg/a.py
def f(x):
    return g(x)


def g(x):
    raise KeyError(x)
```

```python
>>> import sys; sys.path.insert(0, "src")
>>> from pkg.a import f
>>> f(1)
2
```
"""
    made = text.split("```")[1].partition("\n")[2]
    items, output = chapter(text, ("src/pkg/a.py", made))
    assert items == [(15, "PASSED"), (16, "PASSED"), (17, "FAILED")]
    assert "src/pkg/a.py:2 is book/a.md:7, section 'The section'\n" in output
    assert "src/pkg/a.py:6 is book/a.md:11, section 'The section'\n" in output


STATE = """\
# Title

```python
>>> x = 1
>>> x = x + 1
>>> print("loud")
quiet
>>> x
2
```

It is {computed}`3 <x + 1>`.

```python
>>> x = 40
```

```{code-cell}
x = 5
```

```{code-cell}
assert x == 5
```
"""


@pytest.mark.parametrize(
    ("asked", "line"),
    [
        ("line:8,column:1", 8),
        ("line:8", 8),
        ("line:9", 8),
        ("line:12", 12),
        ("line:23", 23),
    ],
)
def test_one_claim_run_alone_gets_the_state_it_needs(chapter, asked, line):
    items, output = chapter(STATE, only=f"book/a.md::{asked}")
    assert items == [(line, "PASSED")]
    assert "loud" not in output


def test_claims_before_it_are_not_run_twice(chapter):
    items, _ = chapter(STATE)
    assert items == [(line, "FAILED" if line == 6 else "PASSED") for line in (4, 5, 6, 8, 12, 15, 19, 23)]


def test_an_assert_in_an_example_explains_itself(chapter):
    text = """```python
>>> def f(x):
...     return [x, 2]
>>> assert f(1) == [1, 3], "pair"
>>> for x in range(3):
...     assert x < 2
```
"""
    items, output = chapter(text)
    assert items == [(2, "PASSED"), (4, "FAILED"), (5, "FAILED")]
    assert "AssertionError: pair" in output
    assert "assert [1, 2] == [1, 3]" in output
    assert "At index 1 diff: 2 != 3" in output
    assert "assert 2 < 2" in output


def test_an_assertion_that_the_text_shows_is_compared_as_python_words_it(chapter):
    text = "```python\n>>> assert 1 == 2\nTraceback (most recent call last):\n    ...\nAssertionError\n```\n"
    assert chapter(text)[0] == [(2, "PASSED")]


def test_a_chapter_leaves_nothing_behind_for_the_next(chapter):
    first = """\
```python
>>> import builtins, os, random, sys, warnings
>>> start = os.getcwd()
>>> os.chdir("/")
>>> os.environ["LEFT"] = "1"
>>> builtins.left = 1
>>> builtins.ascii = repr
>>> warnings.simplefilter("error")
>>> import numpy as np
>>> np.set_printoptions(precision=2)
```
"""
    second = """\
```python
>>> import os
>>> os.getcwd() == "/", "LEFT" in os.environ, ascii("\u00e9")
(False, False, "'\\\\xe9'")
>>> try:
...     left
... except NameError:
...     print("gone")
gone
```
"""
    items, output = chapter(first, ("book/b.md", second))
    assert "failed" not in output
    assert len(items) == 9


def test_an_error_at_collection_names_the_chapter(pytester):
    pytester.makeconftest(CONFTEST)
    (pytester.path / "pyproject.toml").write_text(SETTINGS)
    for path, text in (
        ("book/a.md", "# T\n\n```python tangle=src/pkg/late.py\nx = 1\n\ny = x.nothing\n```\n"),
        ("src/pkg/late.py", "x = 1\n\ny = x.nothing\n"),
        ("test_x.py", "import sys\n\nsys.path.insert(0, 'src')\nimport pkg.late\n"),
    ):
        place = pytester.path / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    output = pytester.runpytest_subprocess("-p", "no:cacheprovider").stdout.str()
    assert "src/pkg/late.py:3 is book/a.md:6, section 'T'" in output


def test_a_faulty_cell_is_told_once(chapter):
    items, output = chapter("# T\n\n```{code-cell}\n%magic\n```\n\n```{code-cell}\nx = 1\n```\n")
    assert items == [(4, "FAILED"), (8, "PASSED")]
    assert "book/a.md:4: not valid Python" in output


def test_a_chapter_named_through_a_link_is_run_under_its_own_name(pytester):
    pytester.makeconftest(CONFTEST)
    (pytester.path / "pyproject.toml").write_text(SETTINGS)
    (pytester.path / "book").mkdir()
    (pytester.path / "book/a.md").write_text("```python\n>>> 1 + 1\n3\n```\n")
    link = pytester.path.parent / "link"
    link.symlink_to(pytester.path)
    output = pytester.runpytest_subprocess("-p", "no:cacheprovider", str(link / "book/a.md")).stdout.str()
    assert "\nbook/a.md:3: the output differs\n" in output
    assert "1 failed" in output


def test_a_chapter_that_no_pattern_takes_in_for_its_letters_stops_the_run(pytester):
    pytester.makeconftest(CONFTEST)
    (pytester.path / "pyproject.toml").write_text(SETTINGS)
    (pytester.path / "book").mkdir()
    for name in ("a.md", "B.MD"):
        (pytester.path / "book" / name).write_text("text\n")
    result = pytester.runpytest_subprocess("-p", "no:cacheprovider", "book")
    assert result.ret != 0
    assert "book/*.md does not take in book/B.MD, for the case of its letters." in result.stderr.str()


LEAKS = [
    ("builtins._ = 1", "hasattr(builtins, '_')"),
    ("decimal.getcontext().prec = 3", "decimal.getcontext().prec"),
    ("decimal.setcontext(decimal.Context(prec=4))", "decimal.getcontext().prec"),
    ("sys.setrecursionlimit(5000)", "sys.getrecursionlimit()"),
    ("sys.set_int_max_str_digits(900)", "sys.get_int_max_str_digits()"),
    ("gc.disable()", "gc.isenabled()"),
    ("_ = locale.setlocale(locale.LC_ALL, 'C.UTF-8')", "locale.setlocale(locale.LC_ALL)"),
    ("random.seed(0)", "random.random() == random.Random(0).random()"),
    ("np.random.seed(0)", "np.random.rand() == np.random.RandomState(0).rand()"),
    ("_ = np.seterr(all='ignore')", "np.geterr()['divide']"),
    ("_ = np.seterrcall(print)", "np.geterrcall()"),
    ("logging.basicConfig(level=10)", "logging.getLogger().level"),
    ("logging.basicConfig()", "any(type(h) is logging.StreamHandler for h in logging.getLogger().handlers)"),
    ("logging.disable()", "logging.getLogger().manager.disable"),
    ("mpl.rcParams['lines.linewidth'] = 9", "mpl.rcParams['lines.linewidth']"),
]
MODULES = "builtins, decimal, gc, locale, logging, random, sys"


def test_what_a_chapter_changes_for_all_of_python_does_not_reach_the_next(chapter):
    opening = f"```python\n>>> import {MODULES}\n>>> import numpy as np\n>>> import matplotlib as mpl\n"
    names = {name: importlib.import_module(name) for name in MODULES.split(", ")}
    names |= {"np": numpy, "mpl": matplotlib}
    before = [repr(eval(seen, names)) for _, seen in LEAKS]
    first = opening + "".join(f">>> {change}\n" for change, _ in LEAKS)
    seen = "".join(f">>> repr({seen})\n{was!r}\n" for (_, seen), was in zip(LEAKS, before, strict=True))
    _, output = chapter(first + "```\n", ("book/b.md", f"{opening}{seen}```\n"))
    assert "failed" not in output
    assert f"{2 * (len(LEAKS) + 3)} passed" in output


def test_a_number_does_not_pass_because_of_the_one_beside_it_on_its_line(chapter):
    text = "# A\n\n## S\n\nIt is {computed}`3 <1 + 2>` and {computed}`5 <2 + 2>`.\n"
    items, output = chapter(text, only="book/a.md::line:5")
    assert items == [(5, "PASSED"), (5, "FAILED")]
    assert "the text says 5, but 2 + 2 gives 4" in output


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ('assert (x == 2, "wrong")', "assertion is always true, perhaps remove parentheses?"),
        # Each version of Python has its own words for these two.
        ("x is 1", 'literal. Did you mean "=="?'),
        (r'"\d"', "invalid escape sequence"),
        ("import logging; logging.warning('careful')", "WARNING:root:careful"),
        ("import warnings; warnings.warn('old', DeprecationWarning)", "DeprecationWarning: old"),
    ],
)
def test_what_python_says_of_an_example_is_not_passed_over(chapter, code, said):
    items, output = chapter(f"```python\n>>> x = 2\n>>> {code}\n```\n")
    assert items == [(2, "PASSED"), (3, "FAILED")]
    assert "the example also says what the text does not show" in output
    assert said in output


def test_what_a_handler_logs_later_is_heard(chapter):
    text = """```python
>>> import logging, sys
>>> logging.basicConfig()
>>> logging.warning("careful")
>>> kept = sys.stdout
>>> print("kept", file=kept)
```
"""
    items, output = chapter(text)
    assert items == [(line, "FAILED" if line in (4, 6) else "PASSED") for line in range(2, 7)]
    assert "WARNING:root:careful" in output


@pytest.mark.parametrize(
    "code",
    [
        "import atexit, os; _ = atexit.register(lambda: os._exit(0))",
        "import atexit, os; _ = atexit.register(os._exit, 0)",
        "import os, threading; threading.Timer(0.3, lambda: os._exit(0)).start()",
        "import atexit, os; _ = atexit.register(lambda: os.execv('/bin/true', ['true']))",
        "import atexit; _ = atexit.register(exit, 0)",
    ],
)
def test_no_example_ends_the_run_later_with_another_status(pytester, code):
    pytester.makeconftest(CONFTEST)
    (pytester.path / "pyproject.toml").write_text(SETTINGS)
    (pytester.path / "book").mkdir()
    text = f"```python\n>>> {code}\n>>> 1 + 1\n3\n```\n"
    (pytester.path / "book/a.md").write_text(text)
    result = pytester.runpytest_subprocess("-p", "no:cacheprovider")
    assert result.ret == 1
    assert "1 failed, 1 passed" in result.stdout.str()
