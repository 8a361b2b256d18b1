"""What a chapter states, and which of its numerals nothing checks."""

from literate.model import ClaimKind
from literate.read import chapter as reader
from literate.unchecked import count

TEXT = """\
# Title

Before any section stands 77.

## One

It prints 39, holds 2 and 3, and makes 6.
Nobody computes 41 or $x = 5$, but {computed}`12 <2 * 6>` is, so 12 is too.

```python
>>> x = 2 * 3
>>> 39
39
```

### Deeper

39 and 12 count here as well, `43` is code.

:::{note} Title with 8
It says 9 in a note.
:::

| a table | with 45 |
| --- | --- |
| rows | of 46 |

$$
y = 51
$$ (eq-y)

```{math}
z = 52
```

## Two

39 is of another section.

```{code-cell}
---
mystnb:
  figure:
    caption: |
      A figure of 61 points.
---
n = 62
```

```console
$ echo 63
63
```

The figure has 62 points and prints 63.

```python illustrative="it only shows 64"
64
```

So 64 is typed.
"""


def test_claims_are_counted_and_numerals_that_nothing_checks_are_named():
    found = count(reader.read(TEXT, "book/a.md"))
    assert [found.kinds[kind] for kind in ClaimKind] == [2, 1, 1, 1]
    lines = TEXT.split("\n")
    assert [(numeral.written, numeral.line) for numeral in found.unchecked] == [
        ("77", 3),
        ("41", 8),
        ("5", 8),
        ("8", 20),
        ("9", 21),
        ("45", 24),
        ("46", 26),
        ("51", 29),
        ("52", 33),
        ("39", 38),
        ("61", 45),
        ("64", 61),
    ]
    assert all(numeral.written in lines[numeral.line - 1] for numeral in found.unchecked)


def settings(folder, claims):
    folder.write(
        "pyproject.toml", f'[tool.literate]\nchapters = ["book/*.md"]\noutputs = ["src/pkg"]\n{claims}'
    )


def test_the_command_names_each_numeral_with_its_line(folder, capsys):
    folder.write("book/a.md", "# T\n\n## One\n\nIt is 5, or {computed}`6 <2 * 3>`.\n")
    assert folder.literate("claims") == 0
    assert capsys.readouterr().out == (
        "book/a.md:5: 5 is only typed: It is 5, or (section 'One')\n"
        "book/a.md: 0 examples, 0 commands, 1 computed numbers, 0 cells\n"
        "1 numerals are checked by nothing\n"
    )


def test_the_check_fails_only_when_there_are_more_than_recorded(folder, capsys):
    folder.write("book/a.md", "It is 5, 6 and 7.\n")
    settings(folder, "[tool.literate.claims]\nunchecked = 3\n")
    assert folder.literate("claims", "--check") == 0
    settings(folder, "[tool.literate.claims]\nunchecked = 2\n")
    capsys.readouterr()
    assert folder.literate("claims", "--check") == 1
    out, err = capsys.readouterr()
    assert out.count(" is only typed: ") == 3
    assert err.startswith("3 numerals are only typed; pyproject.toml records 2. ")
    settings(folder, "[tool.literate.claims]\nunchecked = 4\n")
    assert folder.literate("claims", "--check") == 0
    assert capsys.readouterr().out == "3 numerals are checked by nothing: lower unchecked = 4\n"


TYPED = '[[tool.literate.claims.typed]]\nnumber = "{0}"\nchapter = "book/a.md"\nreason = "a year"\n'


def test_numerals_that_need_no_check_are_allowed_with_a_reason(folder, capsys):
    folder.write("book/a.md", "It is 1986.\n")
    settings(folder, TYPED.format("1986"))
    assert folder.literate("claims", "--check") == 0
    settings(folder, TYPED.format("1986").replace("a year", " "))
    assert folder.literate("claims", "--check") == 2
    assert 'needs reason = "…" in every entry' in capsys.readouterr().err


def test_an_allowance_that_nothing_needs_any_more_fails_the_check(folder, capsys):
    folder.write("book/a.md", "It is so.\n")
    settings(folder, TYPED.format("1986"))
    assert folder.literate("claims", "--check") == 1
    assert capsys.readouterr().err == (
        "pyproject.toml: 1986 in book/a.md need not be allowed any more: take it out\n"
    )
