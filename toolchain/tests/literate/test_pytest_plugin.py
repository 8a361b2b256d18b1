"""pytest runs the chapters by itself, any part of them in any order, and names their lines."""

import re
import sys

import pytest

pytest_plugins = ["pytester"]

SETTINGS = '[tool.literate]\nchapters = ["book/*.md"]\noutputs = ["src/pkg"]\n'


@pytest.fixture
def chapter(pytester):
    """Run pytest over one chapter; return (line, outcome) of each item, and the output."""

    def run(text, *files, only="book"):
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


def test_an_error_at_collection_names_the_chapter(pytester):
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
    (pytester.path / "pyproject.toml").write_text(SETTINGS)
    (pytester.path / "book").mkdir()
    (pytester.path / "book/a.md").write_text("```python\n>>> 1 + 1\n3\n```\n")
    link = pytester.path.parent / "link"
    link.symlink_to(pytester.path)
    output = pytester.runpytest_subprocess("-p", "no:cacheprovider", str(link / "book/a.md")).stdout.str()
    assert "\nbook/a.md:3: the output differs\n" in output
    assert "1 failed" in output


def test_a_number_does_not_pass_because_of_the_one_beside_it_on_its_line(chapter):
    text = "# A\n\n## S\n\nIt is {computed}`3 <1 + 2>` and {computed}`5 <2 + 2>`.\n"
    items, output = chapter(text, only="book/a.md::line:5")
    assert items == [(5, "PASSED"), (5, "FAILED")]
    assert "the text says 5, but 2 + 2 gives 4" in output


TANGLED = """\
# Title

## How it fails

```python tangle=src/pkg/a.py
def f(x):
    return 1 / x
```
"""


def run(pytester, test):
    (pytester.path / "pyproject.toml").write_text(
        '[tool.literate]\nchapters = ["book/*.md"]\noutputs = ["src/pkg"]\n'
    )
    (pytester.path / "book").mkdir()
    (pytester.path / "book/a.md").write_text(TANGLED)
    (pytester.path / "src/pkg").mkdir(parents=True)
    (pytester.path / "src/pkg/a.py").write_text("def f(x):\n    return 1 / x\n")
    pytester.syspathinsert("src")
    pytester.makepyfile(test)
    sys.modules.pop("pkg", None)
    sys.modules.pop("pkg.a", None)
    return pytester.runpytest("-p", "no:cacheprovider").stdout.str()


def test_a_failure_in_tangled_code_names_the_chapters_line_and_section(pytester):
    output = run(pytester, "from pkg.a import f\n\n\ndef test_a():\n    f(0)\n")
    assert "- Tangled code -" in output
    assert "src/pkg/a.py:2 is book/a.md:7, section 'How it fails'" in output


def test_the_cause_of_a_failure_is_named_too(pytester):
    test = (
        "from pkg.a import f\n\n\ndef test_a():\n    try:\n        f(0)\n"
        "    except ZeroDivisionError as error:\n        raise ValueError from error\n"
    )
    assert "src/pkg/a.py:2 is book/a.md:7" in run(pytester, test)


def test_other_failures_and_passes_say_nothing_of_chapters(pytester):
    output = run(
        pytester,
        "from pkg.a import f\n\n\ndef test_a():\n    assert f(1) == 2\n\n\ndef test_b():\n    pass\n",
    )
    assert "1 failed, 1 passed" in output
    assert "Tangled code" not in output


def collected(pytester, *arguments):
    """The files of which pytest runs something, in a project with chapters in folders of any name."""
    (pytester.path / "pyproject.toml").write_text(
        '[tool.literate]\nchapters = ["book/**/*.md"]\noutputs = ["src/pkg"]\n'
    )
    session = "```python\n>>> 1 + 1\n3\n```\n"
    test = "def test_a():\n    assert False\n"
    for path, text in {
        "book/a.md": session,
        "book/build/b.md": session,
        "book/venv/c.md": session,
        "book/build/e.txt": session,
        "book/build/test_f.py": test,
        "book/build/deep/test_g.py": test,
        "build/test_h.py": test,
        "build/i.md": session,
        "test_j.py": test,
    }.items():
        place = pytester.path / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    output = pytester.runpytest_subprocess("-p", "no:cacheprovider", *arguments).stdout.str()
    failed = (line.split()[1] for line in output.split("\n") if line.startswith("FAILED "))
    return sorted(name.partition("::")[0] for name in failed)


def test_chapters_are_run_in_folders_that_pytest_passes_over_and_nothing_else_of_them(pytester):
    assert collected(pytester) == [
        "book/a.md",
        "book/build/b.md",
        "book/venv/c.md",
        "test_j.py",
    ]


def test_a_folder_that_the_call_ignores_is_not_entered(pytester):
    assert collected(pytester, "--ignore=book/build") == [
        "book/a.md",
        "book/venv/c.md",
        "test_j.py",
    ]


def test_a_folder_without_the_settings_is_left_alone(pytester):
    (pytester.path / "a.md").write_text("```python\n>>> 1 + 1\n3\n```\n")
    (pytester.path / "pyproject.toml").write_text("[tool.other]\n")
    pytester.makepyfile("def test_a():\n    pass\n")
    assert pytester.runpytest_subprocess("-p", "no:cacheprovider").parseoutcomes() == {"passed": 1}


@pytest.mark.parametrize(
    "arguments",
    [["--ff"], ["-n", "2", "--dist", "loadfile"], ["-n", "2", "--dist", "load"], ["-p", "reversed_order"]],
)
def test_a_right_chapter_passes_in_any_order(chapter, pytester, arguments):
    (pytester.path / "reversed_order.py").write_text(
        "def pytest_collection_modifyitems(items):\n    items.reverse()\n"
    )
    right = "```python\n>>> x = 1\n>>> x += 1\n>>> x\n2\n>>> y = {}\n>>> x + y\n3\n```\n"
    (pytester.path / "pyproject.toml").write_text(SETTINGS)
    (pytester.path / "book").mkdir()
    (pytester.path / "book/a.md").write_text(right.format(9))
    (pytester.path / "book/b.md").write_text(right.format(1))
    assert pytester.runpytest_subprocess().parseoutcomes() == {"passed": 9, "failed": 1}
    (pytester.path / "book/a.md").write_text(right.format(1))
    pytester.syspathinsert()
    assert pytester.runpytest_subprocess(*arguments).parseoutcomes() == {"passed": 10}


def test_chapters_share_nothing(chapter):
    first = "```python\n>>> import builtins, os; os.chdir('/'); builtins.left = 1\n```\n"
    second = (
        "```python\n>>> import os; os.getcwd() == '/'\nFalse\n>>> left\nTraceback (most recent call last):\n"
    )
    second += "    ...\nNameError: name 'left' is not defined\n```\n"
    _, output = chapter(first, ("book/b.md", second))
    assert output.count("PASSED") == 3


def test_a_chapter_that_ends_its_process_does_not_end_the_run(chapter):
    items, output = chapter(
        "```python\n>>> import os; os._exit(0)\n>>> 1\n1\n```\n", ("book/b.md", "```python\n>>> 2\n2\n```\n")
    )
    assert items == [(2, "FAILED"), (3, "FAILED")]
    assert "the example ends the process with exit status 0" in output
    assert "2 failed, 1 passed" in output
