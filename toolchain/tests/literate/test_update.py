"""Outputs and numbers are rewritten from what happens, and nothing is made up."""

import pytest

TEXT = """\
# Title

```python
>>> x = 39
>>> x
40
>>> print("a\\n\\nb")
>>> x + 1
40
```

It is {computed}`38 <x>`, twice {computed}`77.0 <2 * x>`, {computed}`39 <x>` and
{computed}`3.1e-2
<1 / x>`.

> - item
>
>   ```python
>   >>> {"a": x}
>   {'a': 1}
>   stale
>   ```

```console
$ echo a; echo; echo b
a
$ echo c
c
```
"""

MENDED = """\
# Title

```python
>>> x = 39
>>> x
39
>>> print("a\\n\\nb")
a
<BLANKLINE>
b
>>> x + 1
40
```

It is {computed}`39 <x>`, twice {computed}`78.0 <2 * x>`, {computed}`39 <x>` and
{computed}`2.6e-2
<1 / x>`.

> - item
>
>   ```python
>   >>> {"a": x}
>   {'a': 39}
>   ```

```console
$ echo a; echo; echo b
a

b
$ echo c
c
```
"""


def updated(folder, text, status=0, ends="\n"):
    folder.write("book/a.md", text.replace("\n", ends))
    assert folder.literate("update", "--write") == status
    return folder.read("book/a.md").replace(ends, "\n")


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_stale_outputs_and_numbers_are_rewritten(folder, ends):
    assert updated(folder, TEXT, ends=ends) == MENDED
    assert updated(folder, MENDED, ends=ends) == MENDED


def test_without_write_the_diff_is_shown_and_nothing_changes(folder, capsys):
    folder.write("book/a.md", "# T\n\n```python\n>>> 1 + 1\n3\n```\n")
    assert folder.literate("update") == 1
    assert folder.read("book/a.md") == "# T\n\n```python\n>>> 1 + 1\n3\n```\n"
    assert capsys.readouterr() == (
        "--- a/book/a.md\n+++ b/book/a.md\n@@ -2,5 +2,5 @@\n \n ```python\n >>> 1 + 1\n-3\n+2\n ```\n",
        "",
    )


def test_what_is_right_stays_and_is_told(folder, capsys):
    folder.write("book/a.md", MENDED)
    assert folder.literate("update") == 0
    assert folder.literate("update", "--quiet") == 0
    assert capsys.readouterr() == ("every output and number is up to date\n", "")


TRACE = "Traceback (most recent call last):\n    ...\n"


@pytest.mark.parametrize(
    ("code", "shown", "why"),
    [
        (">>> 1 / 0\n", "", "the example raises ZeroDivisionError: division by zero"),
        (">>> 1 / 0\n", "7\n", "the example raises ZeroDivisionError: division by zero"),
        (
            ">>> 1 / 0\n",
            f"{TRACE}KeyError: 1\n",
            "the text shows another exception than ZeroDivisionError: division by zero",
        ),
        (">>> print('a', end='')\n", "b\n", "its place cannot hold 'a'"),
        (">>> print('>>> 1')\n", "b\n", "its place cannot hold '>>> 1'"),
        (">>> print('```')\n", "b\n", "its place cannot hold '```'"),
    ],
)
def test_no_output_is_made_up(folder, capsys, code, shown, why):
    text = f"# T\n\n```python\n{code}{shown}>>> 2\n3\n```\n"
    assert updated(folder, text, status=1) == text.replace(">>> 2\n3\n", ">>> 2\n2\n")
    assert capsys.readouterr().err == (
        f"book/a.md:4: not updated: {why}. Mend the text or the code by hand.\n"
    )


@pytest.mark.parametrize("command", ["false", "echo a; exit 3"])
def test_a_command_that_fails_is_left_alone(folder, capsys, command):
    text = f"# T\n\n```console\n$ {command}\nb\n```\n"
    assert updated(folder, text, status=1) == text
    assert "book/a.md:4: not updated: the command fails with exit status " in capsys.readouterr().err


def test_an_exception_that_the_text_shows_is_brought_up_to_date_and_keeps_its_frames(folder):
    text = f"# T\n\n```python\n>>> print(1); int('y')\n2\n{TRACE}ValueError: old words\n```\n"
    new = text.replace("\n2\n", "\n1\n").replace("old words", "invalid literal for int() with base 10: 'y'")
    assert updated(folder, text) == new
    assert (
        updated(folder, new.replace("'y')\n1", "'3')\n1"))
        == "# T\n\n```python\n>>> print(1); int('3')\n1\n3\n```\n"
    )


def test_a_number_whose_expression_fails_is_left_alone(folder, capsys):
    text = "# T\n\nIt is {computed}`1 <y>`.\n"
    assert updated(folder, text, status=1) == text
    assert "book/a.md:3: not updated: y raises NameError: name 'y' is not defined." in capsys.readouterr().err


def test_equal_numbers_on_one_line_that_differ_now_are_told_apart(folder):
    text = (
        "# T\n\n```python\n>>> x = 1\n```\n\n{computed}`3 <x>` {computed}`3 <x + 1>` {computed}`3 <x + 2>`\n"
    )
    assert updated(folder, text).endswith("{computed}`1 <x>` {computed}`2 <x + 1>` {computed}`3 <x + 2>`\n")


@pytest.mark.parametrize(
    ("role", "new"),
    [
        ("{computed}`2 <x + 1>` and {computed}`2 <x>`", "{computed}`2 <x + 1>` and {computed}`1 <x>`"),
        ("{computed}`2\n<x>` and {computed}`9 <x +\n1>`", "{computed}`1\n<x>` and {computed}`2 <x +\n1>`"),
        ("> {computed}`9 <x +\n> 1>`", "> {computed}`2 <x +\n> 1>`"),
        ("{computed}`` 9  < x>`` and {computed}`9<x>`", "{computed}`` 1  < x>`` and {computed}`1<x>`"),
    ],
)
def test_a_number_is_rewritten_in_its_own_role_however_that_is_written(folder, role, new):
    text = "# T\n\n```python\n>>> x = 1\n```\n\n{}\n"
    assert updated(folder, text.format(role)) == text.format(new)


def test_what_is_not_updated_is_named_by_the_line_it_has_then(folder, capsys):
    head = "# T\n\n```python\n>>> print('a\\nb')\nx\n```\n\n{computed}`1 <y>`\n\n```python\n"
    text = head + ">>> 1 / 0\n>>> print('  ')\n>>> print('c\\nd')\n```\n\n{computed}`2 <z>`\n"
    folder.write("book/a.md", text)
    for arguments, lines in ([], [8, 11, 12, 16]), (["--write"], [9, 12, 13, 19]):
        assert folder.literate("update", *arguments) == 1
        reasons = (
            "y raises NameError: name 'y' is not defined",
            "the example raises ZeroDivisionError: division by zero",
            "its place cannot hold '  '",
            "z raises NameError: name 'z' is not defined",
        )
        assert capsys.readouterr().err == "".join(
            f"book/a.md:{line}: not updated: {reason}. Mend the text or the code by hand.\n"
            for line, reason in zip(lines, reasons, strict=True)
        )
    assert folder.read("book/a.md").count("\n") == text.count("\n") + 3


def test_only_the_chapters_named_are_updated(folder, capsys):
    for name in ("a", "b"):
        folder.write(f"book/{name}.md", "{computed}`1 <2>`\n")
    assert folder.literate("update", "--write", "book/b.md") == 0
    assert (folder.read("book/a.md"), folder.read("book/b.md")) == (
        "{computed}`1 <2>`\n",
        "{computed}`2 <2>`\n",
    )
    assert folder.literate("update", "book/c.md") == 2


def test_examples_import_the_tangled_code(folder, monkeypatch):
    monkeypatch.syspath_prepend("")
    block = "```python tangle=src/pkg/mod_u.py\nX = 5\n```\n"
    text = f"{block}\n```python\n>>> from pkg.mod_u import X\n>>> X\n1\n```\n"
    folder.write("book/a.md", text)
    assert folder.literate("tangle") == 0
    assert updated(folder, text) == text.replace("X\n1\n", "X\n5\n")


@pytest.mark.parametrize(
    ("code", "letter"),
    [
        ("print('a\\rb')", "U+000D"),
        ("print('\\x1b[1mb')", "U+001B"),
        ("print('a\\x0cb')", "U+000C"),
        ("print('a\\u2028b')", "U+2028"),
    ],
)
def test_an_output_that_a_chapter_cannot_hold_is_not_written(folder, capsys, code, letter):
    text = f"# T\n\n```python\n>>> {code}\nx\n```\n\nIt is {{computed}}`3 <4>`.\n"
    folder.write("book/a.md", text)
    for _ in range(2):
        assert folder.literate("update", "--write") == 1
        assert capsys.readouterr().err == (
            f"book/a.md:4: not updated: its output holds the character {letter}, "
            "which a chapter cannot hold. "
            "Mend the text or the code by hand.\n"
        )
        assert folder.read("book/a.md") == text.replace("`3 ", "`4 ")


def test_an_output_with_tabs_and_letters_of_any_kind_is_written(folder):
    folder.write("book/a.md", "# T\n\n```python\n>>> print('a\\té\\ufffd\\xa0b')\nx\n```\n")
    assert folder.literate("update", "--write") == 0
    assert folder.read("book/a.md").split("\n")[4] == "a\té\ufffd\xa0b"


def test_a_number_whose_expression_says_more_or_leaves_is_not_updated(folder, capsys):
    text = "# T\n\n{computed}`3 <print('a') or 4>`\n\n{computed}`3 <exit()>`\n"
    folder.write("book/a.md", text)
    assert folder.literate("update", "--write") == 1
    mend = "Mend the text or the code by hand."
    assert capsys.readouterr().err == (
        f"book/a.md:3: not updated: print('a') or 4 also says what the text does not show\na. {mend}\n"
        f"book/a.md:5: not updated: exit() raises SystemExit: None. {mend}\n"
    )
    assert folder.read("book/a.md") == text


def test_each_chapter_is_updated_in_the_surroundings_of_the_first(folder):
    folder.write("book/a.md", "# A\n\n```python\n>>> import decimal; decimal.getcontext().prec = 3\n```\n")
    text = "# B\n\n```python\n>>> import decimal\n>>> decimal.getcontext().prec\n{0}\n```\n"
    folder.write("book/b.md", text.format(1))
    assert folder.literate("update", "--write") == 0
    assert folder.read("book/b.md") == text.format(28)
