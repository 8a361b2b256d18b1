"""A block of ours is never passed over: what looks like one and is read by nothing is refused."""

import pytest

from literate.reading import reader
from literate.reading.openings import language_of, opening

BLOCK = "```python tangle=src/pkg/a.py\nx = 1\n```\n"


def problems(text):
    return [str(problem).partition("book/a.md:")[2] for problem in reader.read(text, "book/a.md").problems]


@pytest.mark.parametrize(
    "info",
    [
        "pyhton tangle=src/pkg/a.py",
        "pytohn",
        "Python",
        "tangle=src/pkg/a.py",
        "{.python tangle=src/pkg/a.py}",
        "{python tangle=src/pkg/a.py}",
        "python{tangle=src/pkg/a.py}",
        "python3.11 tangle=src/pkg/a.py",
        "python: tangle=src/pkg/a.py",
        'text illustrative="it is none"',
        "cython class=A",
    ],
)
def test_an_info_line_that_seems_to_mean_python_is_refused(info):
    found = problems(f"text\n\n```{info}\nx = 1\n```\n")
    assert len(found) == 1
    assert found[0].endswith("is neither tangled nor run. Write 'python'.")


@pytest.mark.parametrize(
    "info", ["", "text", "toml", "cython", "c", "pony", "javascript", "typescript", "diff"]
)
def test_other_languages_are_only_shown(info):
    assert problems(f"text\n\n```{info}\nx = 1\n```\n") == []


def test_a_backtick_in_an_info_line_hides_no_block():
    text = f'```python illustrative="the `x` loop"\nx = 1\n```\n\nText.\n\n{BLOCK}'
    assert [found.partition(" is not read")[0] for found in problems(text)] == [
        "1: what looks like a fence",
        "7: a fence inside the fence of line 3",
    ]
    assert problems('```python explained="`A`" tangle=a.py\nx = 1\n') == [
        "1: what looks like a fence is not read, so nothing checks it. "
        "An info line holds no backtick: take it out."
    ]


@pytest.mark.parametrize(
    ("text", "line", "place"),
    [
        ("text\n\n    " + BLOCK.replace("\n", "\n    "), 3, "a fence that is indented so far"),
        ("- item\n\n      " + BLOCK.replace("\n", "\n      "), 3, "a fence that is indented so far"),
        (f"<details>\n<summary>x</summary>\n{BLOCK}</details>\n", 3, "a fence inside raw HTML"),
        ("<div>\n```python\n>>> 1 + 1\n3\n```\n</div>\n", 2, "a fence inside raw HTML"),
        ("text\n\n    $ echo a\n    b\n", 3, "an example made by indentation"),
    ],
)
def test_a_block_where_nothing_reads_it_is_refused(text, line, place):
    assert problems(text)[0].startswith(f"{line}: {place}")


@pytest.mark.parametrize(
    "text",
    [
        f"````markdown\n{BLOCK}````\n",
        f"````\n{BLOCK}````\n",
        f"~~~\n{BLOCK}~~~\n",
        f"<!--\n{BLOCK}-->\n",
        "A fence such as ```` ```python tangle=a.py ```` goes into a file.\n",
        "```` ```python tangle=a.py ````\nbegins a line.\n",
    ],
)
def test_what_is_only_shown_is_left_alone(text):
    assert problems(text) == []


@pytest.mark.parametrize(
    ("opening", "inside"),
    [
        ("```text", "x"),
        ("```bash", "ls"),
        ("```json", "{}"),
        ('```python illustrative="it would not end"', "x = 1"),
        ("```python tangle=src/pkg/b.py", "x = 1"),
        ("```python", ">>> x = 1"),
        ("```console", "$ true"),
        ("```{code-cell}", "x = 1"),
        ("```{math}", "x"),
        ("```{raw} html", "<b>x</b>"),
        ("```{mermaid}", "x"),
        ("```{code-block} text", "x"),
        ("```{unknown}", "x"),
        ("~~~text", "x"),
        (":::{code-block} text", "x"),
        (":::{math}", "x"),
    ],
)
@pytest.mark.parametrize("after", ["python tangle=src/pkg/a.py", "{code-cell}", "console", "{note}", "c"])
def test_a_block_that_a_mistyped_closing_fence_swallows_is_refused(opening, inside, after):
    mark = opening[:3]
    text = f"{opening}\n{inside}\n{mark[:2]}\n\nText.\n\n{mark}{after}\ny = 1\n{mark}\n"
    assert (
        f"7: a fence inside the fence of line 1 is not read, so nothing checks it. "
        f"Close the one before it; to show a fence, use more than {mark}."
    ) in problems(text)


@pytest.mark.parametrize("closing", ["```.", "``` end", "```text"])
def test_a_closing_fence_with_words_behind_it_is_refused(closing):
    found = problems(f"```text\nx\n{closing}\n\nIt is {{computed}}`39 <x>`.\n\n```\nx\n```\n\nText.\n")
    assert found[0].startswith("3: a fence inside the fence of line 1 is not read")


@pytest.mark.parametrize(
    "text",
    [
        f"````text\n{BLOCK}````\n",
        f"~~~text\n{BLOCK}~~~\n",
        f"````{{code-block}} markdown\n{BLOCK}````\n",
        "```text\n~~~ x\n::: y\n`` z\n```x``` y\n```\n",
        f"````{{note}}\n{BLOCK}````\n",
        "::::{note}\n:::{tip}\nx\n:::\n::::\n",
    ],
)
def test_a_fence_inside_a_longer_or_another_one_is_left_alone(text):
    assert problems(text) == []


@pytest.mark.parametrize("name", ["compute", "comptued", "Computed", "value"])
def test_a_role_that_seems_to_show_a_number_is_refused(name):
    assert problems(f"text\n\nIt is {{{name}}}`39 <1>`.\n") == [
        f"3: {{{name}}}`39 <1>` is not checked. Write {{computed}}`39 <1>`."
    ]


def test_references_may_show_numbers():
    assert problems("See {ref}`6 <autograd>` and {eq}`5`, {sub}`2`.\n") == []


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("```{csv-table}\na, {computed}`39 <2>`\n```\n", 2),
        ("```{glossary}\nword\n  It is {computed}`39 <2>`.\n```\n", 3),
        (":::{rubric} The {computed}`39 <2>`\n:::\n", 1),
        ("```{parsed-literal}\n{computed}`39 <2>`\n```\n", 2),
        ("```{code-block} text\n:caption: The {computed}`39 <2>`\n\nx\n```\n", 2),
        ("```{code-cell}\n:caption: The {computed}`39 <2>`\n\nx = 1\n```\n", 2),
    ],
)
def test_a_computed_number_that_nothing_reads_is_refused(text, line):
    assert [found.partition(":")[0] for found in problems(text)] == [str(line)]
    assert "a computed number in this part of {" in problems(text)[0]


def test_a_misspelt_code_cell_is_refused():
    assert problems("```{code-cel}\nx = 1\n```\n") == [
        "1: a fence marked '{code-cel}' is neither tangled nor run. Write '{code-cell}'."
    ]


@pytest.mark.parametrize("left", [">>>>>>> branch", "<<<<<<< HEAD", "||||||| base"])
def test_a_conflict_that_is_half_settled_is_refused(left):
    assert [found.partition(":")[0] for found in problems(f"text\n=======\nmore\n{left}\n")] == ["2", "4"]


def test_code_that_python_cannot_take_in_has_its_line():
    deep = "-" * 9000
    block = f"```python tangle=src/pkg/a.py\ny = 1\nx = {deep}1\n```\n"
    assert problems(f"It is {{computed}}`1 <{deep}1>`.\n")[0].startswith("1: ")
    assert problems(f"```{{code-cell}}\nx = {deep}1\n```\n")[0].startswith("2: ")
    from pathlib import Path

    from literate import project
    from literate.config import Config

    settings = Config(Path(), ("book/*.md",), ("src/pkg",))
    found = project.build(settings, [reader.read(block, "book/a.md")]).problems
    assert [str(problem).partition(" not valid Python")[0] for problem in found] == ["book/a.md:2:"]


def test_the_language_meant_and_the_markup_of_an_opening():
    assert [language_of(info) for info in ("python x", "shell-session", "consle", "text", "")] == [
        "python",
        "console",
        "console",
        "",
        "",
    ]
    lines = ["> - ````python", "~~~{code-cell} ipython3", "```", "text ```python", ":::{note}"]
    assert [opening(line) for line in lines] == ["````", "~~~", "", "", ""]


@pytest.mark.parametrize(
    ("text", "line", "place"),
    [
        ("<!-- oops\n\n" + BLOCK, 1, "all that follows this unclosed HTML comment"),
        ("---\ntitle: x\n\n" + BLOCK + "\n---\n\nmore\n", 4, "a fence inside the front matter"),
        ("---\ntitle: The {computed}`39 <2>`\n---\n", 2, "a computed number inside the front matter"),
        ("<p>\nIt is {computed}`39 <2>`.\n</p>\n", 2, "a computed number inside raw HTML"),
        ("<pre>\n>>> 1 + 1\n3\n</pre>\n", 2, "a session inside raw HTML"),
        (">>> 1 + 1\n3\n", 1, "a session without a fence"),
        ("It is {computed} `39 <2>`.\n", 1, "a computed number with a space in it"),
        ("It is {computed}`39 <2>.\n\nMore ``{computed}``.\n", 1, "what begins like a computed number"),
        ("{term}`a\nb`\nis {computed}'39 <2>'.\n", 3, "what begins like a computed number"),
        ("- a\n- b {computed`39 <2>`\n", 2, "what begins like a computed number"),
        (":::{note} It is {computed}`39 <2>\na\n:::\n", 1, "what begins like a computed number"),
        ("a $y$\n$2 = {computed}`39 <2>`$\n", 2, "a computed number inside the formula"),
    ],
)
def test_what_the_page_shows_and_nothing_reads_is_refused(text, line, place):
    assert [found.partition(" is not read")[0] for found in problems(text)] == [f"{line}: {place}"]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("```{code-block}\n>>> 1 + 1\n3\n```\n", "python"),
        ("```{code-block} text\n$ echo a\n```\n", "console"),
        ("```{code} bash\n$ echo a\n```\n", "console"),
        ("```{code-block} python\nx = 1\n```\n", "python"),
        ("```text\nso:\n>>> 1 + 1\n3\n```\n", "python"),
    ],
)
def test_prompts_in_other_fences_are_refused(text, language):
    assert problems(text)[0].endswith(f"is neither tangled nor run. Write {language!r}.")


def test_a_computed_number_of_another_markup_is_refused():
    assert problems("```{eval-rst}\nIt is :computed:`39 <2>`.\n```\n") == [
        "2: code inside the directive {eval-rst} is not read, so nothing checks it. "
        "Move it out: this tool does not know what that directive holds."
    ]


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("```bash\n# run this\n$ echo 1\n2\n```\n", "console"),
        ("```\n  $ echo 1\n  2\n```\n", "console"),
        ("```text\n >>> 1+1\n 3\n```\n", "python"),
        ("```{Code-Block} python\nx = 1\n```\n", "python"),
        ("```{CODE} text\n>>> x = 1\n```\n", "python"),
        ("```{PYTHON}\n>>> x = 1\n```\n", "python"),
        ("```{Code-Cell}\nx = 1\n```\n", "{code-cell}"),
        ("```{CODE-CELL} ipython3\nx = 1\n```\n", "{code-cell}"),
        ("```{Code-cel}\nx = 1\n```\n", "{code-cell}"),
    ],
)
def test_a_block_of_ours_that_is_written_otherwise_is_refused(text, right):
    info = text.partition("\n")[0].lstrip("`")
    found = info if info.startswith("{") else info.partition(" ")[0]
    assert problems(text) == [f"1: a fence marked {found!r} is neither tangled nor run. Write {right!r}."]


@pytest.mark.parametrize(
    "text",
    [
        "```latex\n$ x $\n```\n",
        "```text\ncost: $ 5, a >>> b\n```\n",
        "````markdown\nText.\n\n```console\n$ echo 1\n```\n````\n",
        "```{Math}\nx\n```\n",
        "```{literalinclude} data.json\n```\n",
        "```{raw} html\n<script>a >>> b</script>\n```\n",
        "<p>a &gt;&gt; b</p>\n",
        "---\ndescription: |\n  ```python\n  x = 1\n  ```\n---\n",
        '+++ {"tags": ["hide-cell"]}\n\nText.\n',
    ],
)
def test_what_only_resembles_a_block_of_ours_is_left_alone(text):
    assert problems(text) == []


def test_a_directive_is_read_whatever_the_letters_of_its_name():
    found = reader.read(f"````{{Note}}\n{BLOCK}````\n", "book/a.md")
    assert [(block.line, block.text) for block in found.blocks] == [(2, "x = 1\n")]


@pytest.mark.parametrize(
    ("text", "line", "place"),
    [
        ("```{raw} html\n<pre>>>> 1 + 1\n3</pre>\n```\n", 1, "a session inside {raw}"),
        ("```{raw} html\n<pre>&gt;&gt;&gt; 1 + 1\n3</pre>\n```\n", 1, "a session inside {raw}"),
        ("<pre>&gt;&gt;&gt; 1 + 1\n3</pre>\n", 1, "a session inside raw HTML"),
        ("```{literalinclude} ../src/a.py\n```\n", 1, "code brought in by {literalinclude}"),
        (
            "```{literalinclude} a.txt\n:language: python\n```\n",
            1,
            "code brought in by {literalinclude}",
        ),
        ("```{eval-rst}\n.. literalinclude:: a.py\n```\n", 2, "code inside the directive {eval-rst}"),
        ("```{eval-rst}\n.. include:: a.txt\n```\n", 2, "code inside the directive {eval-rst}"),
        (
            "---\nmyst:\n  substitutions:\n    code: |\n      ```python\n      >>> 1\n---\n",
            5,
            "a fence inside the front matter",
        ),
        ("---\nmyst:\n  code: |\n      >>> 1\n---\n", 4, "a session inside the front matter"),
    ],
)
def test_code_that_comes_into_the_page_another_way_is_refused(text, line, place):
    assert problems(text)[0].startswith(f"{line}: {place} is not read, so nothing checks it.")


@pytest.mark.parametrize("tag", ["remove-cell", "remove_cell"])
def test_a_block_break_that_takes_text_from_the_page_is_refused(tag):
    assert problems(f'# A\n\n+++ {{"tags": ["{tag}"]}}\n\n{BLOCK}') == [
        "3: this block break is tagged remove-cell, so no page shows what follows it. Take the tag out."
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("```text\n>>>1+1\n3\n```\n", "1: a fence marked 'text' is neither tangled nor run. Write 'python'."),
        ("```\nSo:\n>>>f(1)\n3\n```\n", "1: a fence marked '' is neither tangled nor run. Write 'python'."),
        (
            "```{code-block} text\n>>>[1]\n```\n",
            "1: a fence marked '{code-block} text' is neither tangled nor run. Write 'python'.",
        ),
        (
            "text\n\n    >>>1+1\n    3\n",
            "3: an example made by indentation is not read, so nothing checks it. Put it in a fence.",
        ),
        (
            "<pre>\n>>>1+1\n3\n</pre>\n",
            "2: a session inside raw HTML is not read, so nothing checks it. Put it in a ```python fence.",
        ),
        (
            "```{raw} html\n<pre>&gt;&gt;&gt;1+1\n3</pre>\n```\n",
            "1: a session inside {raw} is not read, so nothing checks it. Put it in a ```python fence.",
        ),
    ],
)
def test_a_session_whose_prompts_lack_their_space_is_refused(text, found):
    assert problems(text) == [found]


@pytest.mark.parametrize(
    "text",
    [
        "```text\n>>>>\n>>>\n```\n",
        "```js\nx = a\n  >>>3\n```\n",
        ">>>a quote in quotes\n",
        "```{raw} html\n<script>a>>>b</script>\n```\n",
    ],
)
def test_other_uses_of_three_angles_are_left_alone(text):
    assert problems(text) == []
