import pytest

from literate.reading import reader


def read(text):
    return reader.read(text, "book/a.md")


def blocks(text):
    """Each block as (kind, line of its fence, (line, column, text) of each of its lines)."""
    chapter = read(text)
    assert [str(problem) for problem in chapter.problems] == []
    return [(b.kind.value, b.line, [(n.number, n.column, n.text) for n in b.lines]) for b in chapter.blocks]


def problems(text):
    return [str(problem).removeprefix("book/a.md:") for problem in read(text).problems]


TANGLED = ("tangled", 1, [(2, 0, "x = 1")])


def test_every_kind_of_block():
    text = """\
# Title

```python tangle=src/pkg/a.py
x = 1
```

```python
>>> x
1
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

z = 1
```
"""
    assert blocks(text) == [
        ("tangled", 3, [(4, 0, "x = 1")]),
        ("example", 7, [(8, 0, ">>> x"), (9, 0, "1")]),
        ("illustrative", 12, [(13, 0, "y()")]),
        ("transcript", 16, [(17, 0, "$ echo a"), (18, 0, "a")]),
        ("cell", 21, [(24, 0, "z = 1")]),
    ]


def test_a_fence_in_a_list_keeps_its_lines_and_columns():
    text = "- one\n  - two\n\n    ```python tangle=src/pkg/a.py\n    if x:\n        y\n\n    z\n    ```\n"
    assert blocks(text) == [
        ("tangled", 4, [(5, 4, "if x:"), (6, 4, "    y"), (7, 0, ""), (8, 4, "z")]),
    ]


def test_a_fence_in_a_quote():
    assert blocks("> text\n>\n> ```python tangle=src/pkg/a.py\n> x = 1\n> ```\n") == [
        ("tangled", 3, [(4, 2, "x = 1")])
    ]


def test_a_fence_in_a_list_indented_by_tabs():
    text = "-\tone\n\n\t```python tangle=src/pkg/a.py\n\tif x:\n\t\ty\n\t```\n"
    assert blocks(text) == [("tangled", 3, [(4, 1, "if x:"), (5, 1, "\ty")])]


def test_a_tab_split_by_indentation_has_no_column():
    text = "- one\n\n  ```python tangle=src/pkg/a.py\n\tx = 1\n  ```\n"
    assert blocks(text) == [("tangled", 3, [(4, None, "  x = 1")])]


@pytest.mark.parametrize("name", ["note", "admonition", "tip", "dropdown", "exercise", "solution", "margin"])
@pytest.mark.parametrize("fence", ["````", ":::", "~~~~"])
def test_a_fence_in_a_directive(name, fence):
    opening = f"{fence}{{{name}}} A title\n:class: tip\n\ntext\n\n"
    text = f"{opening}```python tangle=src/pkg/a.py\nx = 1\n```\n{fence}\n"
    assert blocks(text) == [("tangled", 6, [(7, 0, "x = 1")])]


def test_tab_sets_and_deeper_nesting():
    text = """\
:::::{tab-set}

::::{tab-item} One
> - text
>
>   ```python tangle=src/pkg/a.py
>   x = 1
>   ```
::::

::::{tab-item} Two

:::{note}
~~~python tangle=src/pkg/a.py
y = 2
~~~
:::
::::
:::::
"""
    assert blocks(text) == [("tangled", 6, [(7, 4, "x = 1")]), ("tangled", 14, [(15, 0, "y = 2")])]


def test_directive_options_in_both_forms_shift_no_line():
    for options in (":label: a\n:class: b\n\n", "---\nlabel: a\n---\n\n"):
        text = "````{exercise}\n" + options + "```python tangle=src/pkg/a.py\nx = 1\n```\n````\n"
        line = 2 + options.count("\n")
        assert blocks(text) == [("tangled", line, [(line + 1, 0, "x = 1")])]


def test_longer_fences_tildes_and_four_backticks():
    assert blocks("````python tangle=src/pkg/a.py\nx = 1\n````\n") == [TANGLED]
    assert blocks("~~~python tangle=src/pkg/a.py\nx = 1\n~~~\n") == [TANGLED]
    assert blocks("``` python tangle=src/pkg/a.py\nx = 1\n```\n") == [TANGLED]


def test_a_fence_shown_inside_a_longer_one_is_only_shown():
    shown = "```python tangle=src/pkg/a.py\nx = 1\n```\n"
    assert blocks(f"````markdown\n{shown}````\n") == []
    assert blocks(f"~~~\n{shown}~~~\n") == []


def test_a_block_that_holds_a_fence_in_a_string():
    text = '````python tangle=src/pkg/a.py\nx = """\n```python\n```\n"""\n````\n'
    assert blocks(text) == [
        ("tangled", 1, [(2, 0, 'x = """'), (3, 0, "```python"), (4, 0, "```"), (5, 0, '"""')]),
    ]


def test_comments_front_matter_and_raw_html_are_not_read():
    fence = "```python tangle=src/pkg/a.py\nx = 1\n```\n"
    assert blocks(f"<!--\n{fence}-->\n") == []
    assert blocks("% ```python tangle=src/pkg/a.py\n% x = 1\n% ```\n") == []
    assert blocks(f"---\ntext: |\n  {fence.replace(chr(10), chr(10) + '  ')}\n---\n") == []
    assert blocks(f"<pre>\n{fence}</pre>\n") == []


def test_html_around_a_fence_does_not_hide_it():
    text = "<details>\n\n```python tangle=src/pkg/a.py\nx = 1\n```\n\n</details>\n"
    assert blocks(text) == [("tangled", 3, [(4, 0, "x = 1")])]


def test_the_last_line_needs_no_line_end():
    assert blocks("```python tangle=src/pkg/a.py\nx = 1\n```") == [TANGLED]


@pytest.mark.parametrize(
    "data",
    [
        b"\xef\xbb\xbf```python tangle=src/pkg/a.py\nx = 1\n```\n",
        b"```python tangle=src/pkg/a.py\r\nx = 1\r\n```\r\n",
        b"\xef\xbb\xbf```python tangle=src/pkg/a.py\r\nx = 1\r\n```",
    ],
)
def test_byte_order_marks_and_carriage_returns(data):
    chapter = reader.decode(data, "book/a.md")
    assert [(b.line, b.text) for b in chapter.blocks] == [(1, "x = 1\n")]


def test_text_beyond_ascii_keeps_lines_and_columns():
    text = "- é ü 中文\n\n  ```python tangle=src/pkg/a.py\n  x = 'é中'\n  ```\n"
    assert blocks(text) == [("tangled", 3, [(4, 2, "x = 'é中'")])]


def test_sections_hold_their_blocks():
    text = "# The `Value` of *x*\n\n## Two\n\n```python tangle=src/pkg/a.py\nx = 1\n```\n"
    chapter = read(text)
    assert [(s.title, s.level, s.line) for s in chapter.sections] == [("The Value of x", 1, 1), ("Two", 2, 3)]
    assert chapter.blocks[0].section == chapter.sections[1]


def test_headings_inside_other_blocks_start_no_section():
    assert [s.title for s in read("# One\n\n> ## Quoted\n\n:::{note}\n## Noted\n:::\n").sections] == ["One"]


def computed(text):
    chapter = read(text)
    assert chapter.problems == ()
    return [(c.shown, c.expression, c.line) for c in chapter.computed]


def test_computed_numbers_stand_at_their_lines():
    text = "It is {computed}`39 <u.grad>`, not\n{computed}`\u22126 <a * b>` *or\n**{computed}`x <'x'>`***.\n"
    assert computed(text) == [("39", "u.grad", 1), ("\u22126", "a * b", 2), ("x", "'x'", 3)]


def test_computed_numbers_in_tables_lists_titles_and_notes():
    text = """\
| a | b |
| - | - |
| 1 | {computed}`2 <two>` |

- item
  {computed}`3 <three>`

:::{note} The title {computed}`4 <four>`
{computed}`5 <five>`
:::

## Heading {computed}`6 <six>`

[^1]: A footnote {computed}`7 <seven>`
"""
    assert computed(text) == [
        ("2", "two", 3),
        ("3", "three", 6),
        ("4", "four", 8),
        ("5", "five", 9),
        ("6", "six", 12),
        ("7", "seven", 14),
    ]


def test_an_expression_may_hold_comparison_signs():
    assert computed("{computed}`True <1 < 2 > 0>`\n") == [("True", "1 < 2 > 0", 1)]


def test_a_role_shown_as_code_or_in_a_comment_is_not_computed():
    assert computed("`` {computed}`1 <x>` ``\n\n<!-- {computed}`1 <x>` -->\n\n% {computed}`1 <x>`\n") == []


@pytest.mark.parametrize("content", ["39", "39 <", "<u.grad>", "39 <>", "39 u.grad>"])
def test_a_malformed_computed_number_is_refused(content):
    found = problems(f"text\n{{computed}}`{content}`\n")
    assert found == [
        f"2: {{computed}}`{content}` does not say what it shows and what gives it. "
        "Write {computed}`SHOWN <EXPRESSION>`, for example {computed}`39 <u.grad>`."
    ]


def test_a_computed_number_needs_an_expression():
    assert problems("{computed}`39 <u =>`\n")[0].startswith(
        "1: {computed}`39 <u =>` holds no Python expression"
    )


@pytest.mark.parametrize("language", ["py", "python3", "Python", "PYTHON", "pycon", "ipython3", "doctest"])
def test_python_by_another_name_is_refused(language):
    assert problems(f"text\n\n```{language}\nx = 1\n```\n") == [
        f"3: a fence marked '{language}' is neither tangled nor run. Write 'python'."
    ]


@pytest.mark.parametrize("info", ["{code-block} python", "{code} py", "{python}", "{sourcecode} python3"])
def test_python_in_a_code_directive_is_refused(info):
    assert problems(f"```{info}\nx = 1\n```\n") == [
        f"1: a fence marked '{info}' is neither tangled nor run. Write 'python'."
    ]


def test_a_session_or_transcript_without_its_language_is_refused():
    assert problems("```\n>>> 1\n1\n```\n") == [
        "1: a fence marked '' is neither tangled nor run. Write 'python'."
    ]
    assert problems("```text\n$ ls\n```\n") == [
        "1: a fence marked 'text' is neither tangled nor run. Write 'console'."
    ]
    assert problems("```shell-session\nls\n```\n") == [
        "1: a fence marked 'shell-session' is neither tangled nor run. Write 'console'."
    ]


def test_an_example_made_by_indentation_is_refused():
    assert problems("text\n\n    >>> 1\n    1\n") == [
        "3: an example made by indentation is not read, so nothing checks it. Put it in a fence."
    ]


def test_a_fence_with_no_purpose_is_refused():
    assert problems("```python\nx = 1\n```\n") == [
        "1: this Python fence is neither tangled, nor an example, nor illustrative. "
        'Add tangle=PATH, begin it with ">>> ", or add illustrative="the reason".'
    ]


@pytest.mark.parametrize("info", ["python tangle=src/pkg/a.py", "python", "console", "{code-cell}"])
def test_an_empty_block_is_refused(info):
    assert problems(f"```{info}\n\n```\n") == ["1: this block is empty. Write its code or take it out."]


@pytest.mark.parametrize("opening", ["```python tangle=src/pkg/a.py", "~~~~text", ":::{note}"])
def test_an_unclosed_fence_is_refused(opening):
    mark = opening.rstrip("{note}").split("p")[0].split("t")[0]
    assert problems(f"text\n\n{opening}\nx = 1\n") == [
        f"3: this fence is never closed: it swallows the text after it (opened with {mark}). "
        f"Close it with a line of {mark}, indented as it is."
    ]


def test_a_fence_that_its_list_ends_is_unclosed():
    assert problems("- a\n\n  ```python tangle=src/pkg/a.py\n  x = 1\ntext\n")[0].startswith(
        "3: this fence is never"
    )


def test_an_unclosed_fence_inside_a_directive_is_refused_at_its_own_line():
    found = problems("````{note}\ntext\n```python tangle=src/pkg/a.py\nx = 1\n````\n")
    assert [line.partition(":")[0] for line in found] == ["3"]


def test_a_transcript_begins_with_a_command():
    assert problems("```console\nls\n```\n") == [
        '2: a console block must begin with "$ " and a command. Write "$ command", then its exact output.'
    ]


def test_a_console_fence_takes_no_attributes():
    assert problems("```console once\n$ ls\n```\n") == [
        "1: 'once' is not an attribute of this fence. Take it out."
    ]


def test_conflict_markers_are_refused():
    text = "a\n<<<<<<< ours\nb\n=======\nc\n>>>>>>> theirs\n"
    assert [line.partition(".")[0] for line in problems(text)] == [
        f"{line}: a conflict marker: the merge of this chapter is not finished" for line in (2, 4, 6)
    ]


@pytest.mark.parametrize("marker", ["<<<<<<< ours", "||||||| base", ">>>>>>> theirs"])
def test_one_conflict_marker_left_over_is_refused(marker):
    assert [line.partition(":")[0] for line in problems(f"a\n{marker}\nb\n")] == ["2"]
    assert problems(f"Title\n=======\n\na {marker}\n") == []


def test_a_heading_underlined_is_no_conflict():
    assert problems("Title\n=======\n\ntext\n") == []


def test_code_in_an_unknown_directive_is_refused():
    text = "````{mystery}\ntext\n```python\n>>> 1\n1\n```\n````\n"
    advice = "Move it out: this tool does not know what that directive holds."
    place = "code inside the directive {mystery} is not read, so nothing checks it."
    assert problems(text) == [f"3: {place} {advice}", f"4: {place} {advice}"]


def test_text_in_an_unknown_directive_is_left_alone():
    assert problems("```{mystery}\nonly text\n```\n") == []


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("There are\n{{ n }} here.\n", 2),
        ("- one\n- two\n  `{{ x }}`\n  {{ n }}\n", 4),
        ("text\n\n{{ n }}\n", 3),
        ("````{note} About {{ n }}\ntext\n````\n", 1),
        ("# Title {{ n }}\n", 1),
        ("> {{ n }}\n", 1),
        ("| a |\n| --- |\n| {{ n }} |\n", 3),
    ],
)
def test_substituted_text_is_refused(text, line):
    place = f"{line}: text put in by {{{{ n }}}} is not read, so nothing checks it."
    assert problems(text) == [f"{place} Write it in the chapter itself."]


def test_double_braces_in_code_are_no_substitution():
    assert problems("A `{{ n }}`, $a_{{b}}$ and \\{{ n }}.\n\n```text\n{{ n }}\n```\n") == []


def test_included_text_is_refused():
    assert problems("```{include} other.md\n```\n") == [
        "1: text brought in by {include} is not read, so nothing checks it. Write it in the chapter itself."
    ]


def test_a_nested_code_cell_is_refused():
    for text in ("- a\n\n  ```{code-cell}\n  x = 1\n  ```\n", "x\n\n:::{code-cell}\nx = 1\n:::\n"):
        assert problems(text) == [
            "3: a {code-cell} inside another block or a colon fence is not read, so nothing checks it. "
            "Put it at the top level, in backticks."
        ]


@pytest.mark.parametrize("tag", ["skip-execution", "raises-exception"])
def test_a_code_cell_that_need_not_succeed_is_refused(tag):
    found = [
        f"3: a cell tagged {tag} is not read, so nothing checks it. "
        "Take the tag out; show an error as an example, with its traceback."
    ]
    assert problems(f"a\n```{{code-cell}}\n:tags: [hide-input, {tag}]\nx = 1\n```\n") == found
    assert problems(f"```{{code-cell}}\n---\ntags: [{tag}]\n---\nx = 1\n```\n") == found


def test_magics_in_a_code_cell_are_refused():
    assert problems("```{code-cell}\nx = 1\n%matplotlib inline\n```\n") == [
        "3: not valid Python: invalid syntax. Write plain Python, without % or !."
    ]


def test_a_colon_fence_that_myst_would_take_for_an_option_is_refused():
    text = "````{note}\n:::{tip}\ntext\n:::\n````\n"
    assert problems(text) == [
        "2: a colon fence on a directive's first line is not read, so nothing checks it. "
        "Put an empty line before it."
    ]


def test_a_colon_fence_may_open_with_another():
    fence = "```python tangle=src/pkg/a.py\nx = 1\n```\n"
    text = f":::::{{tab-set}}\n::::{{tab-item}} One\n:::{{note}}\n{fence}:::\n::::\n:::::\n"
    assert blocks(text) == [("tangled", 4, [(5, 0, "x = 1")])]


def test_a_colon_fence_that_is_no_directive_holds_markdown():
    text = ":::name\n```python tangle=src/pkg/a.py\nx = 1\n```\n:::\n"
    assert blocks(text) == [("tangled", 2, [(3, 0, "x = 1")])]
    assert problems(":::python tangle=src/pkg/a.py\nx = 1\n:::\n") == [
        "1: code in a colon fence named 'python' is not read, so nothing checks it. Fence it with backticks."
    ]


def test_code_in_restructured_text_is_refused():
    assert problems("```{eval-rst}\n.. code-block:: python\n\n   x = 1\n```\n") == [
        "2: code inside the directive {eval-rst} is not read, so nothing checks it. "
        "Move it out: this tool does not know what that directive holds."
    ]


def test_bytes_that_are_not_utf8_are_refused_with_their_line():
    chapter = reader.decode(b"a\nb\xff\n", "book/a.md")
    assert [str(problem) for problem in chapter.problems] == [
        "book/a.md:2: this line is not UTF-8 (invalid start byte). Save the chapter as plain UTF-8 text."
    ]


@pytest.mark.parametrize("letter", "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029\0")
def test_each_character_that_some_programs_take_for_a_line_end_is_refused(letter):
    found = [f"2: the character U+{ord(letter):04X} breaks lines in some programs and not in others."]
    assert [problem.partition(" Save")[0] for problem in problems(f"a\nb{letter}c\n")] == found


def test_characters_that_some_programs_take_for_line_ends_are_refused():
    assert problems("a\n\x0c\nb\u2028c\n") == [
        "2: the character U+000C breaks lines in some programs and not in others. "
        "Save the chapter as plain UTF-8 text.",
        "3: the character U+2028 breaks lines in some programs and not in others. "
        "Save the chapter as plain UTF-8 text.",
    ]


def test_all_problems_are_found_in_one_reading():
    text = "```py\n```\n\n```python tangel=x\ny\n```\n\n{computed}`1`\n"
    assert [line.partition(":")[0] for line in problems(text)] == ["1", "4", "8"]
