"""What is read of a chapter: its blocks, sections, claims and passages, each at its exact line."""

import warnings

import pytest

from literate.model import ClaimKind, Section
from literate.read import chapter
from literate.read.text import encode, unfit_character

FENCE = "```python tangle=src/pkg/a.py\nx = 1\n```\n"


def read(text):
    found = chapter.read(text, "book/a.md")
    assert [str(problem) for problem in found.problems] == []
    return found


def blocks(text):
    """Each block as (kind, line of its fence, (line, column, text) of each of its lines)."""
    return [
        (b.kind.value, b.line, [(n.number, n.column, n.text) for n in b.lines]) for b in read(text).blocks
    ]


def test_every_kind_of_block_and_its_claims():
    text = """\
# Title

```python tangle=src/pkg/a.py
x = 1
```

It is {computed}`39 <u.grad>`.

```python
>>> x
1
>>> y = 2
```

```python illustrative="for show"
y()
```

```console
$ echo a
a
```

```{code-cell}
:tags: [hide-input]

await z
```
"""
    found = read(text)
    assert blocks(text) == [
        ("tangled", 3, [(4, 0, "x = 1")]),
        ("example", 9, [(10, 0, ">>> x"), (11, 0, "1"), (12, 0, ">>> y = 2")]),
        ("illustrative", 15, [(16, 0, "y()")]),
        ("transcript", 19, [(20, 0, "$ echo a"), (21, 0, "a")]),
        ("cell", 24, [(27, 0, "await z")]),
    ]
    assert [block.hidden for block in found.blocks] == [False] * 4 + [True]
    assert [(c.kind, c.line, c.source, c.want, c.block) for c in found.claims] == [
        (ClaimKind.NUMBER, 7, "u.grad", "39", None),
        (ClaimKind.EXAMPLE, 10, "x\n", "1\n", found.blocks[1]),
        (ClaimKind.EXAMPLE, 12, "y = 2\n", "", found.blocks[1]),
        (ClaimKind.COMMAND, 20, "echo a", "a\n", found.blocks[3]),
        (ClaimKind.CELL, 27, "await z\n", "", found.blocks[4]),
    ]
    assert {(c.path, c.section) for c in found.claims} == {("book/a.md", Section("Title", 1, "book/a.md", 1))}


X = "x = 1"
HELD = {
    "a list": (
        "- one\n  - two\n\n    ```python tangle=src/pkg/a.py\n    if x:\n        y\n\n    z\n    ```\n",
        [("tangled", 4, [(5, 4, "if x:"), (6, 4, "    y"), (7, 0, ""), (8, 4, "z")])],
    ),
    "a quote": (
        "> text\n>\n> ```python tangle=src/pkg/a.py\n> x = 1\n> ```\n",
        [("tangled", 3, [(4, 2, X)])],
    ),
    "a list indented by tabs": (
        "-\tone\n\n\t```python tangle=src/pkg/a.py\n\tif x:\n\t\ty\n\t```\n",
        [("tangled", 3, [(4, 1, "if x:"), (5, 1, "\ty")])],
    ),
    "a list whose indentation splits a tab": (
        "- one\n\n  ```python tangle=src/pkg/a.py\n\tx = 1\n  ```\n",
        [("tangled", 3, [(4, None, "  x = 1")])],
    ),
    "a directive whose list splits a tab": (
        "- one\n\n  ````{note}\n\t```python tangle=src/pkg/a.py\n\tx = 1\n\t```\n  ````\n",
        [("tangled", 4, [(5, None, X)])],
    ),
    "rules in a directive": (
        f"````{{note}}\n:class: a\n\n---\n\n{FENCE}---\n````\n",
        [("tangled", 6, [(7, 0, X)])],
    ),
    "a list beyond ASCII": (
        "- é ü 中文\n\n  ```python tangle=src/pkg/a.py\n  x = 'é中'\n  ```\n",
        [("tangled", 3, [(4, 2, "x = 'é中'")])],
    ),
    "tabs, a list and a quote": (
        ":::::{tab-set}\n\n::::{tab-item} One\n> - text\n>\n>   ```python tangle=src/pkg/a.py\n>   x = 1\n"
        ">   ```\n::::\n\n::::{tab-item} Two\n\n:::{note}\n~~~python tangle=src/pkg/a.py\ny = 2\n~~~\n:::\n"
        "::::\n:::::\n",
        [("tangled", 6, [(7, 4, X)]), ("tangled", 14, [(15, 0, "y = 2")])],
    ),
    "options": (f"````{{exercise}}\n:label: a\n:class: b\n\n{FENCE}````\n", [("tangled", 5, [(6, 0, X)])]),
    "options as YAML": (
        f"````{{exercise}}\n---\nlabel: a\n---\n\n{FENCE}````\n",
        [("tangled", 6, [(7, 0, X)])],
    ),
    "colon fences that open with others": (
        f":::::{{tab-set}}\n::::{{tab-item}} One\n:::{{note}}\n{FENCE}:::\n::::\n:::::\n",
        [("tangled", 4, [(5, 0, X)])],
    ),
    "a colon fence of any name": (f":::name\n{FENCE}:::\n", [("tangled", 2, [(3, 0, X)])]),
    "a directive in capitals": (f"````{{Note}}\n{FENCE}````\n", [("tangled", 2, [(3, 0, X)])]),
    "HTML around it": (f"<details>\n\n{FENCE}\n</details>\n", [("tangled", 3, [(4, 0, X)])]),
    "a definition": (
        "Term\n: text\n\n  ```python tangle=src/pkg/a.py\n  x = 1\n  ```\n",
        [("tangled", 4, [(5, 2, X)])],
    ),
    "no end of the last line": (FENCE.rstrip("\n"), [("tangled", 1, [(2, 0, X)])]),
    "a fence in a string": (
        '````python tangle=src/pkg/a.py\nx = """\n```python\n```\n"""\n````\n',
        [("tangled", 1, [(2, 0, 'x = """'), (3, 0, "```python"), (4, 0, "```"), (5, 0, '"""')])],
    ),
}


@pytest.mark.parametrize(("text", "found"), HELD.values(), ids=HELD.keys())
def test_a_fence_keeps_its_lines_and_columns_in(text, found):
    assert blocks(text) == found


@pytest.mark.parametrize("name", ["note", "admonition", "dropdown", "exercise", "prf:theorem", "proof:lemma"])
@pytest.mark.parametrize("fence", ["````", ":::", "~~~~"])
def test_a_fence_in_a_directive_is_read(name, fence):
    text = f"{fence}{{{name}}} A title\n:class: tip\n\ntext\n\n{FENCE}{fence}\n"
    assert blocks(text) == [("tangled", 6, [(7, 0, X)])]


@pytest.mark.parametrize(
    "data",
    [
        b"\xef\xbb\xbf```python tangle=src/pkg/a.py\nx = 1\n```\n",
        b"```python tangle=src/pkg/a.py\r\nx = 1\r\n```\r\n",
        b"```python tangle=src/pkg/a.py\rx = 1\r```\r",
        b"\xef\xbb\xbf```python tangle=src/pkg/a.py\r\nx = 1\r\n```",
    ],
)
def test_byte_order_marks_and_carriage_returns_are_no_text(data):
    assert [(b.line, b.text) for b in chapter.decode(data, "book/a.md").blocks] == [(1, "x = 1\n")]


@pytest.mark.parametrize(
    ("before", "text", "after"),
    [
        (b"a\nb\n", "a\nc\n", b"a\nc\n"),
        (b"\xef\xbb\xbfa\n", "b\n", b"\xef\xbb\xbfb\n"),
        (b"a\r\nb\r\n", "a\nnew\nb\nc\n", b"a\r\nnew\r\nb\r\nc\r\n"),
        (b"a\r\nb\nc\r\nd\r", "a\nb\nC\nd\n", b"a\r\nb\nC\r\nd\r"),
        (b"a\r\nb", "a\nb\nc", b"a\r\nb\r\nc"),
        (b"a\rb\rc\r", "a\nc\n", b"a\rc\r"),
    ],
)
def test_a_changed_text_keeps_its_mark_and_the_ends_of_its_lines(before, text, after):
    assert encode(text, before) == after


def test_the_first_unfit_character_is_told_by_its_number():
    letters = ["a\nb\té中", "a\x1bb\x0c", "a\u2028", "\r", "\ud800"]
    assert [unfit_character(text) for text in letters] == ["", "U+001B", "U+2028", "U+000D", "U+D800"]


def test_sections_are_numbered_to_the_third_level_from_the_chapters_number_on():
    text = "# The `Value` of *x*\n\n## [Two](x.md)\n\n### a\n### b\n#### c\n\nLast\n----\n\n> ## Quoted\n\n"
    text += f":::{{note}}\n## Noted\n:::\n\n### {{term}}`d <e>`\n\n{FENCE}"
    found = chapter.read(text, "book/06-a.md")
    assert [(s.title, s.level, s.line, s.number) for s in found.sections] == [
        ("The Value of x", 1, 1, "6"),
        ("Two", 2, 3, "6.1"),
        ("a", 3, 5, "6.1.1"),
        ("b", 3, 6, "6.1.2"),
        ("c", 4, 7, ""),
        ("Last", 2, 9, "6.2"),
        ("d", 3, 18, "6.2.1"),
    ]
    assert found.blocks[0].section == found.sections[-1]
    assert {section.number for section in chapter.read(text, "book2/how.md").sections} == {""}


def numbers(text):
    return [(claim.want, claim.source, claim.line) for claim in read(text).claims]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "Is {computed}`39 <u.grad>`, not\n{computed}`\u22126 <a * b>` *or\n**{computed}`x <'x'>`***.\n",
            [("39", "u.grad", 1), ("\u22126", "a * b", 2), ("x", "'x'", 3)],
        ),
        ("{computed}`2 <x>`, {computed}`2 <x>`\n", [("2", "x", 1), ("2", "x", 1)]),
        (
            "text `code\nof two` [a\nb {computed}`1 <z>`](c) {computed}`2\n<x +\n1>` and {computed}`3 <y>`\n",
            [("1", "z", 3), ("2", "x + 1", 3), ("3", "y", 5)],
        ),
        ("{computed}`True <1 < 2 > 0>`\n", [("True", "1 < 2 > 0", 1)]),
        ("{computed}``2 <len('`')>``\n", [("2", "len('`')", 1)]),
        (
            "| a | b |\n| - | - |\n| 1 | {computed}`2 <two>` |\n\n- item\n  {computed}`3 <three>`\n",
            [("2", "two", 3), ("3", "three", 6)],
        ),
        (
            ":::{note} Title {computed}`4 <four>`\n{computed}`5 <five>`\n:::\n\n## At {computed}`6 <six>`\n\n"
            "[^1]: A footnote {computed}`7 <seven>`\n\nTerm {computed}`8 <eight>`\n: {computed}`9 <nine>`\n",
            [
                *[("4", "four", 1), ("5", "five", 2), ("6", "six", 5)],
                *[("7", "seven", 7), ("8", "eight", 9), ("9", "nine", 10)],
            ],
        ),
        ("`` {computed}`1 <x>` `` and <!-- {computed}`1 <x>` --> \\{computed}`1 <x>`\n", []),
    ],
)
def test_computed_numbers_stand_at_their_lines(text, found):
    assert numbers(text) == found


PASSAGES = """\
# Title

Of 1, `2`, $3\\cdot
4$ and {term}`five
<5>`, {computed}`6 <6>` ![of 7](8.png)
or {ref}`9`, {cite:p}`10`.

:::{prf:theorem} On 11
:label: a12

Of 13.
:::

```{glossary}
word 14
  Means *15*.
```

```{csv-table} Of 16
:header: 17

18, $19$
```

```{rubric} Of 20
```

$$
21 \\\\
22
$$ (eq-23)

```{math}
:label: a24

25
```

```{code-cell}
---
mystnb:
  figure:
    caption: |
      Of 26
      and 27.
    name: a28
---
x = 29
```

```{code-block} text
:caption: Of 30

31
```

```{image} a-32.png
```

| Of 33 |
| --- |
| 34 |

<p>35</p>
"""


def test_passages_are_the_words_and_formulas_that_a_page_shows():
    found = [(p.text.strip(), p.line) for p in read(PASSAGES).passages if any(map(str.isdigit, p.text))]
    assert found == [
        ("Of 1,", 3),
        ("3\\cdot 4", 3),
        ("of 7", 5),
        ("On 11", 8),
        ("Of 13.", 11),
        ("word 14", 15),
        ("15", 16),
        ("Of 16", 19),
        ("18,", 22),
        ("19", 22),
        ("Of 20", 25),
        ("21 \\\\", 29),
        ("22", 30),
        ("25", 36),
        ("Of 26", 44),
        ("and 27.", 45),
        ("Of 30", 52),
        ("Of 33", 60),
        ("34", 62),
    ]
    shown = {(p.text, p.maths, p.line) for p in read(PASSAGES).passages}
    assert {("Title", False, 1), ("five", False, 4), ("3\\cdot 4", True, 3), ("25", True, 36)} <= shown


def test_reading_warns_of_nothing():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(read("{computed}`1 <len('\\d') is 2>`\n\n```{code-cell}\n'\\d' is 1\n```\n").claims) == 2


def test_a_chapter_that_cannot_be_opened_is_a_problem_of_its_own(tmp_path):
    assert [str(problem) for problem in chapter.load(tmp_path, "book/a.md").problems] == [
        "book/a.md:1: this chapter cannot be read (No such file or directory). "
        "Mend its link or its permissions, or take it away."
    ]
