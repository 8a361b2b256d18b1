"""What looks like a fence, a prompt or a number of ours and is not read is refused, never passed over."""

import re

import pytest

from literate.read import chapter

BLOCK = "```python tangle=src/pkg/a.py\nx = 1\n```\n"
SESSION = "```python\n>>> 1 + 1\n2\n```\n"
NUMBER = "It is {computed}`2 <1 + 1>`.\n"
IN_PYTHON = "Put it in a ```python fence"
OWN_TEXT = "Write it in the chapter's own text, with an empty line before it"
RUNNING = "Move it into running text"


def problems(text):
    return [str(problem).removeprefix("book/a.md:") for problem in chapter.read(text, "book/a.md").problems]


def unread(line, what, mend):
    return f"{line}: {what} is not read, so nothing checks it. {mend}."


@pytest.mark.parametrize("content", ["39", "39 <", "<u.grad>", "39 <>", "39 u.grad>"])
def test_a_malformed_computed_number_is_refused(content):
    assert problems(f"text\n{{computed}}`{content}`\n") == [
        f"2: {{computed}}`{content}` does not say what it shows and what gives it. "
        "Write {computed}`SHOWN <EXPRESSION>`, for example {computed}`39 <u.grad>`."
    ]


@pytest.mark.parametrize("expression", ["u =", "-" * 9000 + "1", "1 + "])
def test_a_computed_number_needs_an_expression(expression):
    found = problems(f"{{computed}}`39 <{expression}>`\n")
    assert found[0].startswith(f"1: {{computed}}`39 <{expression}>` holds no Python expression (")


@pytest.mark.parametrize("name", ["compute", "comptued", "Computed", "value"])
@pytest.mark.parametrize("shown", ["39", "x"])
def test_a_role_that_seems_to_be_a_computed_number_is_refused(name, shown):
    role = f"`{shown} <1>`"
    found = problems(f"text\n\nIt is {{{name}}}{role}.\n")
    refused = [f"3: {{{name}}}{role} is not checked. Write {{computed}}{role}."]
    assert found == ([] if (name, shown) == ("value", "x") else refused)


# Each is a fence that nothing would run: its info line, its text, what it should be.
OTHER_NAMES = [
    *[(info, "x = 1", "python") for info in ("py", "python3", "PYTHON", "pycon", "ipython3", "doctest")],
    *[(info, "x = 1", "python") for info in ("{python}", "{.py}", "{code-block} python", "{CODE} Py")],
    *[(info, "x = 1", "python") for info in ("pyhton tangle=src/pkg/a.py", "pytohn", "tangle=src/pkg/a.py")],
    *[(info, "x = 1", "python") for info in ("{.python tangle=a.py}", "{python tangle=a.py}")],
    *[(info, "x = 1", "python") for info in ("python{tangle=a.py}", "python: tangle=a.py", "cython class=A")],
    ('text illustrative="it is none"', "x = 1", "python"),
    *[(info, "ls", "console") for info in ("shell-session", "consle")],
    *[(info, "x = 1", "{code-cell}") for info in ("{code-cel}", "{Code-Cell}", "{CODE-CELL} ipython3")],
    ("{code-cell} julia", "x = 1", "{code-cell}"),
    *[("", text, "python") for text in (">>> 1", "So:\n>>>f(1)\n3")],
    *[("text", text, "python") for text in ("so:\n>>> 1", " >>> 1", ">>>1+1")],
    *[("{code-block} text", text, "python") for text in (">>> 1", ">>>[1]")],
    *[(info, "# do\n$ ls", "console") for info in ("", "bash", "{code} bash", "{code-block} text")],
    ("", "  $ ls", "console"),
]


@pytest.mark.parametrize(("info", "text", "right"), OTHER_NAMES)
def test_code_of_ours_by_another_name_is_refused(info, text, right):
    word = info if re.match(r"\{\S+\}", info) else info.partition(" ")[0]
    assert problems(f"text\n\n```{info}\n{text}\n```\n") == [
        f"3: a fence marked {word!r} is neither tangled nor run. Write {right!r}."
    ]


@pytest.mark.parametrize(
    "text",
    [
        "",
        *[f"```{info}\nx = 1\n```\n" for info in ("", "text", "cython", "c", "pony", "javascript", "diff")],
        "```latex\n$ x $\n```\n",
        "```text\ncost: $ 5, a >>> b\n- $ 6\n>>>>\n>>>\n```\n",
        "```js\nx = a\n  >>>3\n```\n",
        f"````markdown\n{BLOCK}````\n",
        f"~~~\n{SESSION}~~~\n",
        f"````{{code-block}} markdown\nText.\n\n{BLOCK}$ ls\n````\n",
        "```text\n~~~ x\n::: y\n`` z\n```x``` y\n```\n",
        f"<!--\n{BLOCK}{SESSION}-->\n",
        "".join(f"% {line}\n" for line in SESSION.splitlines()),
        "---\ndescription: |\n  ```python\n  x = 1\n  ```\n---\n",
        f"<pre>\n{BLOCK}{NUMBER}</pre>\n",
        f"<textarea>\n{BLOCK}</textarea>\n",
        f'<PRE class="x">\n{BLOCK}</PRE>\n',
        "```{raw} html\n<script>a>>>b\nc >>> d</script>\n```\n",
        "<p>a &gt;&gt; b</p>\n",
        "A fence such as ```` ```python tangle=a.py ```` goes into a file.\n",
        "```` ```python tangle=a.py ````\nbegins a line.\n",
        "A `{{ n }}`, $a_{{b}}$ and \\{{ n }}.\n\n```text\n{{ n }}\n```\n",
        ">>>a quote in quotes\n",
        "Title\n=======\n\na >>>>>>> theirs\n",
        "$$\na >>> b ::: c\n$$\n\n$ x $ and $y\n$ end\n",
        "See {ref}`6 <autograd>` and {eq}`5`, {sub}`2`.\n",
        '+++ {"tags": ["hide-cell"]}\n\nText.\n',
        "::::{note} About tangle=x\n:::{tip}\nx\n:::\n::::\n",
        "```{mystery}\nonly text\n```\n",
        "```{literalinclude} data.json\n```\n",
        "```{py:function} f(x)\n```\n",
        "> " * 30 + "Text.\n",
        f"<!-- taken out:\n\n{BLOCK}\n-->\n",
        f"<!-- <div>\n\n{BLOCK}</div> -->\n",
        f"<!--\nOld - and new -\n-----\n\n{BLOCK}-->\n",
        f"<!--\n{BLOCK.replace('x = 1', 'def f(x) -> int: ...')}\n-->\n",
        "<!-- note ->\nText.\n<!-- other -->\n",
        f"<!-- note -->\n\n{BLOCK}\n<!-- other -->\n",
    ],
)
def test_what_is_only_shown_or_only_resembles_ours_is_left_alone(text):
    assert problems(text) == []


INDENTED = "inside code made by indentation"
COLUMN = "Write it in the column of the text around it"
EMPTY_LINE = "Put an empty line before it"
ITSELF = "Write it in the chapter itself"
BESIDE = "a {code-cell} inside another block or a colon fence"
TOP = "Put it at the top level, in backticks"
UNKNOWN = "Move it out: this tool does not know what that directive holds"
NO_BACKTICK = "An info line holds no backtick: take it out"
FRONT = "inside the front matter"
IN_PART = "a computed number in this part of"
NO_PROMPTS = "Take tangle= out, or the prompts"
CONSOLE = "Put it in a ```console fence"

# Each text, the line that is refused, what is said of it, how to mend it.
HIDDEN = [
    ('```python explained="`A`" tangle=a.py\nx = 1\n', 1, "a fence in running text", NO_BACKTICK),
    ("text\n\n    " + BLOCK.replace("\n", "\n    "), 3, f"a fence {INDENTED}", COLUMN),
    ("- item\n\n      " + BLOCK.replace("\n", "\n      "), 3, f"a fence {INDENTED}", COLUMN),
    ("text\n\n    >>> 1\n    1\n    >>> 2\n", 3, f"a session {INDENTED}", IN_PYTHON),
    ("text\n\n    >>>1+1\n", 3, f"a session {INDENTED}", IN_PYTHON),
    ("text\n\n    $ ls\n", 3, f"a transcript {INDENTED}", CONSOLE),
    (f"<details>\n<summary>x</summary>\n{BLOCK}</details>\n", 3, "a fence inside raw HTML", EMPTY_LINE),
    (f"<script>\n{BLOCK}</script>\n", 2, "a fence inside raw HTML", EMPTY_LINE),
    ("<div>\n```{code-cell}\nx\n```\n</div>\n", 2, "a fence inside raw HTML", EMPTY_LINE),
    (f"<p>\n{NUMBER}</p>\n", 2, "a computed number inside raw HTML", RUNNING),
    ("<pre>\n>>> 1\n</pre>\n", 2, "a session inside raw HTML", IN_PYTHON),
    ("<pre>\n>>>1+1\n</pre>\n", 2, "a session inside raw HTML", IN_PYTHON),
    ("<pre>&gt;&gt;&gt; 1\n</pre>\n", 1, "a session inside raw HTML", IN_PYTHON),
    ("```{raw} html\n<p>&gt;&gt;&gt;f()</p>\n```\n", 2, "a session inside the directive {raw}", IN_PYTHON),
    (f"---\ntitle: x\n\n{BLOCK}\n---\n", 4, f"a fence {FRONT}", "Close the front matter first"),
    ("---\ntitle: The {computed}`39 <2>`\n---\n", 2, f"a computed number {FRONT}", RUNNING),
    ("---\nmyst:\n  code: |\n    ```python\n    >>> 1\n---\n", 5, f"a session {FRONT}", IN_PYTHON),
    (">>> 1 + 1\n2\n", 1, "a session in running text", IN_PYTHON),
    ("- a\n- >>> 1 + 1\n", 2, "a session in running text", IN_PYTHON),
    ("Text\n$ echo a\nb\n", 2, "a transcript in running text", CONSOLE),
    (f"````{{odd}}\ntext\n{BLOCK}````\n", 3, "a fence inside the directive {odd}", UNKNOWN),
    (f"```{{csv-table}}\na, {NUMBER}```\n", 2, "a computed number inside the directive {csv-table}", RUNNING),
    (f"```{{glossary}}\na\n  {NUMBER}```\n", 3, "a computed number inside the directive {glossary}", RUNNING),
    (f":::{{rubric}} {NUMBER}:::\n", 1, "a computed number in the line that opens a fence", RUNNING),
    (f"```{{code}} c\n:caption: {NUMBER}\nx\n```\n", 2, f"{IN_PART} {{code}}", RUNNING),
    (f"```{{code-cell}}\n:caption: {NUMBER}\nx = 1\n```\n", 2, f"{IN_PART} {{code-cell}}", RUNNING),
    (f"````{{note}}\n---\nclass: x\n{BLOCK}````\n", 4, "a fence in this part of {note}", OWN_TEXT),
    ("```{include} other.md\n```\n", 1, "text brought in by {include}", ITSELF),
    ("```{literalinclude} ../src/a.py\n```\n", 1, "code brought in by {literalinclude}", ITSELF),
    ("```{literalinclude} a\n:language: python\n```\n", 1, "code brought in by {literalinclude}", ITSELF),
    ("- a\n\n  ```{code-cell}\n  x = 1\n  ```\n", 3, BESIDE, TOP),
    ("x\n\n:::{code-cell}\nx = 1\n:::\n", 3, BESIDE, TOP),
    (":::python tangle=a.py\nx\n:::\n", 1, "code in a colon fence named 'python'", "Fence it with backticks"),
    ("````{note}\n:::{tip}\nx\n:::\n````\n", 2, "a colon fence on a directive's first line", EMPTY_LINE),
    ("```python tangle=a.py\n>>> 1\n```\n", 1, "an example inside a tangled block", NO_PROMPTS),
    ('[a]: /b "{computed}`2 <1 + 1>`"\n', 1, "a computed number where the page shows none", RUNNING),
]


@pytest.mark.parametrize(("text", "line", "what", "mend"), HIDDEN)
def test_what_stands_where_nothing_reads_it_is_refused(text, line, what, mend):
    assert problems(text) == [unread(line, what, mend)]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("It is {computed}`39 <2>.\n\nMore ``{computed}``.\n", 1),
        ("It is {computed} `39 <2>`.\n", 1),
        ("{term}`a\nb`\nis {computed}'39 <2>'.\n", 3),
        ("- a\n- b {computed`39 <2>`\n", 2),
        (":::{note} It is {computed}`39 <2>\na\n:::\n", 1),
        ("a $y$\n$2 = {computed}`39 <2>`$\n", 2),
        ("a ![in\n{computed}`39 <2>`](b.png)\n", 2),
        ('a [b](c "{computed}`39 <2>`")\n', 1),
        ('a <b title="{computed}`39 <2>`">\n', 1),
        ("{abbr}`` {computed}`39 <2>` ``\n", 1),
    ],
)
def test_what_only_begins_like_a_computed_number_is_refused(text, line):
    mend = "Write {computed}`SHOWN <EXPRESSION>`, and close it in the same paragraph"
    assert problems(text) == [unread(line, "what begins like a computed number", mend)]


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
    assert problems(text) == [unread(line, "text put in by {{ n }}", "Write it in the chapter itself")]


@pytest.mark.parametrize("opening", ["```python tangle=src/pkg/a.py", "~~~~text", ":::{note}", "```{math}"])
@pytest.mark.parametrize(
    ("before", "after"), [("text\n\n", ""), ("````{note}\n\n", "\n````"), ("- a\n\n  ", "\ntext")]
)
def test_an_unclosed_fence_is_refused_at_its_own_line(opening, before, after):
    mark = opening[: 4 if opening.startswith("~") else 3]
    assert problems(f"{before}{opening}\nx = 1{after}\n") == [
        f"3: this fence is never closed: it swallows the text after it (opened with {mark}). "
        f"Close it with a line of {mark}, indented as it is."
    ]


@pytest.mark.parametrize(
    "opening",
    [
        *["```text", '```python illustrative="so"', "```python tangle=src/pkg/b.py"],
        *["~~~text", "```{code-cell}", "```{math}", "```{raw} html", "```{code-block} text", ":::{math}"],
        "```{unknown}",
    ],
)
@pytest.mark.parametrize("after", ["python tangle=src/pkg/a.py", "{code-cell}", "{note}", "c"])
def test_a_block_that_a_mistyped_closing_fence_swallows_is_refused(opening, after):
    mark = opening[:3]
    text = f"{opening}\nx = 1\n{mark[:2]}\n\nText.\n\n{mark}{after}\ny = 1\n{mark}\n"
    mend = f"Close the one before it; to show a fence, use more than {mark}"
    at_that_line = [problem for problem in problems(text) if problem.startswith("7:")]
    assert at_that_line == [unread(7, "a fence inside the fence of line 1", mend)]


@pytest.mark.parametrize("line", ["```.", "``` end", "```text", "- ```python tangle=src/pkg/a.py"])
def test_a_line_that_closes_no_fence_and_may_open_one_is_refused_in_a_fence(line):
    found = problems(f"```text\nx\n{line}\n\n{NUMBER}\n  ```\nx\n```\n\nText.\n")
    assert found[0].startswith("3: a fence inside the fence of line 1 is not read")


@pytest.mark.parametrize("name", ["pre", "script", "style", "textarea", "PRE"])
@pytest.mark.parametrize("end", ["", "</prr>", "</{}>x", "< /{}>"])
@pytest.mark.parametrize(("holder", "after"), [("", BLOCK), ("", "Text.\n"), ("> ", ""), ("- 1. ", "")])
def test_an_element_without_its_end_is_refused(name, end, holder, after):
    text = f"{holder}<{name}>\n{end.format(name[:-1])}\n\n{after}"
    element = name.lower()
    assert problems(text) == [
        unread(1, f"all that follows this unclosed <{element}>", f"Close it with </{element}>")
    ]


@pytest.mark.parametrize("block", [BLOCK, SESSION])
def test_an_element_that_the_end_of_another_closes_hides_no_block(block):
    text = f"<pre>\nx\n<pre>\n\n{block}\n<pre>\ny\n</pre>\n"
    assert problems(text)[0] == unread(5, "a fence inside raw HTML", "Put an empty line before it")


@pytest.mark.parametrize(
    ("opening", "mistyped", "closing"),
    [
        ("$$", "$", "$$"),
        ("$$", "$ (a)", "$$ (b)"),
        ("\\begin{align}", "\\end{algn}", "\\end{align}"),
    ],
)
@pytest.mark.parametrize("block", [BLOCK, SESSION])
def test_a_formula_whose_end_is_mistyped_hides_no_block(opening, mistyped, closing, block):
    text = f"# A\n\n{opening}\nx\n{mistyped}\n\n{block}\n{opening}\ny\n{closing}\n"
    assert problems(text)[0] == unread(7, "a fence inside the formula", "Close the formula first")


@pytest.mark.parametrize("end", ["->", "--", "-- >", "--!>", "\u2014>", "\u2013>", ">", ""])
@pytest.mark.parametrize("taken", [BLOCK, SESSION, NUMBER])
@pytest.mark.parametrize("alone", [False, True])
def test_a_comment_whose_end_is_mistyped_hides_nothing_of_ours(end, taken, alone):
    alone = alone and end not in (">", "")
    text = f"# A\n\n<!-- note{chr(10) if alone else ' '}{end}\n\n{taken}\n<!-- other -->\n"
    what = f"all down to line {text.count(chr(10))}, where this HTML comment ends,"
    assert problems(text) == [unread(3 + alone, what, "Close the comment here, with -->")]


def test_a_comment_that_nothing_closes_is_refused():
    found = unread(1, "all that follows this unclosed HTML comment", "Close it with -->")
    assert problems(f"<!-- oops\n\n{BLOCK}") == [found]


DEEP = "where the page shows none"


@pytest.mark.parametrize(
    ("text", "what", "mend"),
    [
        (BLOCK, f"a fence {DEEP}", OWN_TEXT),
        (NUMBER, f"a computed number {DEEP}", RUNNING),
    ],
)
def test_what_is_nested_so_deep_that_no_page_shows_it_is_refused(text, what, mend):
    def quoted(depth):
        return "".join("> " * depth + line for line in text.splitlines(keepends=True))

    def listed(depth):
        items = "".join("  " * level + "- a\n\n" for level in range(depth))
        return items + "".join("  " * depth + line for line in text.splitlines(keepends=True))

    assert problems(quoted(19)) == problems(listed(9)) == []
    assert problems(quoted(20)) == problems(quoted(40)) == [unread(1, what, mend)]
    assert problems(listed(14)) == [unread(29, what, mend)]


@pytest.mark.parametrize("tag", ["remove-cell", "remove_cell"])
def test_a_block_break_that_takes_text_from_the_page_is_refused(tag):
    assert problems(f'# A\n\n+++ {{"tags": ["{tag}"]}}\n\n{BLOCK}') == [
        "3: this block break is tagged remove-cell, so no page shows what follows it. Take the tag out."
    ]


@pytest.mark.parametrize("tag", ["skip-execution", "raises-exception"])
@pytest.mark.parametrize("options", ["\n:tags: [hide-input, {}]\n", "---\ntags: [{}]\n---\n"])
def test_a_code_cell_that_need_not_succeed_is_refused(tag, options):
    mend = "Take the tag out; show an error as an example, with its traceback"
    text = f"```{{code-cell}}\n{options.format(tag).lstrip()}x = 1\n```\n"
    line = 1 + text[: text.index(tag)].count("\n")
    assert problems(text) == [unread(line, f"a cell tagged {tag}", mend)]


@pytest.mark.parametrize("magic", ["%matplotlib inline", "!ls", "x?"])
def test_a_code_cell_that_is_no_plain_python_is_refused_and_states_nothing(magic):
    text = f"```{{code-cell}}\nx = 1\n{magic}\n```\n"
    assert problems(text) == ["3: not valid Python: invalid syntax. Write plain Python, without % or !."]
    assert chapter.read(text, "book/a.md").claims == ()


def test_code_that_python_cannot_take_in_has_its_line():
    assert problems(f"```{{code-cell}}\nx = {'-' * 9000}1\n```\n")[0].startswith("2: not valid Python: ")


@pytest.mark.parametrize("info", ["python tangle=src/pkg/a.py", "python", "console", "{code-cell}"])
def test_an_empty_block_is_refused(info):
    assert problems(f"```{info}\n\n```\n") == ["1: this block is empty. Write its code or take it out."]


def test_a_fence_with_no_purpose_is_refused():
    assert problems("```python\nx = 1\n```\n") == [
        "1: this Python fence is neither tangled, nor an example, nor illustrative. "
        'Add tangle=PATH, begin it with ">>> ", or add illustrative="the reason".'
    ]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("a\n<<<<<<< ours\nb\n=======\nc\n>>>>>>> theirs\n", [2, 4, 6]),
        ("text\n=======\nmore\n||||||| base\n", [2, 4]),
        ("a\n<<<<<<< HEAD\nb\n", [2]),
    ],
)
def test_a_conflict_is_refused_whole_or_half_settled(text, lines):
    assert problems(text) == [
        f"{line}: a conflict marker: the merge of this chapter is not finished. "
        "Settle the conflict and take the markers out."
        for line in lines
    ]


@pytest.mark.parametrize("letter", "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029\0")
def test_each_character_that_some_programs_take_for_a_line_end_is_refused(letter):
    assert problems(f"a\nb{letter}c\n") == [
        f"2: the character U+{ord(letter):04X} breaks lines in some programs and not in others. "
        "Save the chapter as plain UTF-8 text."
    ]


def test_bytes_that_are_not_utf8_are_refused_with_their_line():
    assert [str(problem) for problem in chapter.decode(b"a\nb\xff\n", "book/a.md").problems] == [
        "book/a.md:2: this line is not UTF-8 (invalid start byte). Save the chapter as plain UTF-8 text."
    ]


def test_all_problems_are_found_in_one_reading_by_their_lines():
    text = "```py\n```\n\n```python tangel=x\ny\n```\n\n>>> 1\n\n```text\n$ ls\n```\n{computed}`1`\n"
    assert [problem.partition(":")[0] for problem in problems(text)] == ["1", "4", "8", "10", "13"]
