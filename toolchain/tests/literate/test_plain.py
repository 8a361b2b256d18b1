"""Blocks told at sight are those that the parser finds, and all else is left to it."""

import subprocess
import sys

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from literate.reading import markdown, plain, reader
from literate.reading.events import Fence, Line, source_lines
from literate.reading.plain import Paragraph, Title

# Whatever begins, ends, holds or hides a block, and what may follow a paragraph and change what it is.
AWKWARD = [
    *["", "", "", " ", "\t", "text", "more text", "a | b", "Term", "x = 1", "É", "# One", "#", "#tag"],
    *[
        "## Two ##",
        "# `A` {computed}`1 <a>` #x",
        "####### seven",
        " # One",
        "#\tTab",
        "# \u00a0",
        "# a\u00a0",
    ],
    *["```", "````", "~~~", "~~~~", "```python tangle=src/pkg/a.py", "~~~python illustrative=x", "```python"],
    *["``` `", "~~~ `", "   ```", "    ```", "  \t```", "\t```", "``` x", "```` ", "```\t", "`` code", "`"],
    *["- item", "-\titem", "* ", "1. one", "  - deep", "  lazy", "    code", "- ```python", "  ```", "  ~~~"],
    *["> quote", "> ```python", "> ```", ">", "> - both", "===", "---", "--", "***", "[a]: /url", "'title'"],
    *["| a | b |", "- | -", "| - | - |", "-|-", ": definition", "~ definition", "  : deeper", ":", ":x"],
    *["% comment", "+++", '+++ {"a": 1}', "(x)=", "{.a #b}", "{{ x }}", "$$", "$$ (a)", "$$ x $$", "$"],
    *[
        "\\begin{align}",
        "\\end{align}",
        "<div>",
        "</div>",
        "<!--",
        "-->",
        "<pre>",
        "</pre>",
        "<b>",
        "<?",
        "?>",
    ],
    *[
        ":::",
        ":::{note}",
        "::::{note} Title",
        "::::",
        "```{note}",
        ":class: a",
        "```{code-cell}",
        "```{math}",
    ],
    *["[^1]: note", "[^1]:", "    more", "{computed}`1 <x>` and", "text {computed}`2 <y>`", "*em* `c` $x$"],
    *[">>> 1", "text ```", "text ~~~ x", "{computed} `1 <x>`", "text\\", "text  ", "&amp;", "1", "-1", '"""'],
]
line = st.sampled_from(AWKWARD) | st.text("`~:#-=>|$ \ta1{}<[]\u00a0", max_size=6)
documents = st.builds(
    lambda lines, end, last: (end.join(lines) + end * last).encode(),
    st.lists(line, max_size=14),
    st.sampled_from(["\n", "\n", "\r\n"]),
    st.booleans(),
)


def both(data):
    """All that is read, and every piece of it, with the short cut and without."""
    text = data.decode().replace("\r\n", "\n")
    lines = source_lines(text)
    return [
        reader.decode(data, "book/a.md"),
        reader.read(text, "book/a.md", prose=True),
        list(markdown.events(lines, nested=False, prose=True)),
        list(markdown.events(lines, nested=True, prose=True)),
    ]


def by_the_parser_alone(data):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(plain, "scan", lambda lines, row, nested: ([], row))
        return both(data)


@settings(max_examples=400, deadline=None)
@given(documents)
@example(b"Term\n\n: definition")
@example(b"Term\n\n\n: no definition")
@example(b"a | b\n- | -\n```\nx\n```\n")
@example(b"- item\nlazy\n```\nx\n```\n")
@example(b"<div>\ntext\n```python\n>>> 1\n```\n\ntext\n")
@example(b"\n---\na: b\n---\n")
@example(b"text\n\n```\nx\n  \t```\n```")
@example(b"text\n\n```\nx\n    ```\n\n```\n")
@example(b"text\n\n> q\nlazy\n\n$$\ntext\n\n# no heading\n$$\n\n# One\n```python\n>>> 1\n")
def test_the_short_cut_changes_nothing(data):
    assert both(data) == by_the_parser_alone(data)


def scanned(text, row=0):
    return plain.scan(source_lines(text), row, False)


def test_headings_fences_and_paragraphs_are_told_at_sight():
    text = "# A `b` \n\ntext *x*\n{0} = 1\n\nmore\nlines\n## B\n~~~ python  a=b \ny\n\n~~~~\n\n"
    assert scanned(text.replace("{0} = 1\n", "")) == (
        [
            Title("A `b`", 1, 0),
            Paragraph("text *x*", 2, 3),
            Paragraph("more\nlines", 4, 6),
            Title("B", 2, 6),
            Fence("python  a=b", "~~~", 8, (Line("y", 9, 0), Line("", 10, 0)), True, False),
        ],
        12,
    )


@pytest.mark.parametrize("after", ["===", "- | -", ": x", "\n: x", "\n  ~ x", "  text", "- x", "#x", "``` `"])
def test_a_paragraph_is_left_to_the_parser_with_what_may_change_it(after):
    assert scanned(f"# One\n\ntext\n{after}\n") == ([Title("One", 1, 0)], 2)


@pytest.mark.parametrize("begin", ["- x", "> x", "$$", "<b>", ":::", " x", "1", "%", "[a]: b", "# x #", "`"])
def test_all_else_is_left_to_the_parser(begin):
    assert scanned(f"text\n\n{begin}\n\ntext\n") == ([Paragraph("text", 0, 1)], 2)


def test_an_unclosed_fence_holds_the_rest():
    assert scanned("text\n````\nx\n```\n") == (
        [Paragraph("text", 0, 1), Fence("", "````", 2, (Line("x", 3, 0), Line("```", 4, 0)), False, False)],
        4,
    )


def test_a_plain_chapter_needs_no_parser():
    program = (
        "import sys\nfrom literate.reading import reader\nchapter = reader.read(sys.argv[1], 'book/a.md')\n"
        "print([block.text for block in chapter.blocks], 'markdown_it' in sys.modules)"
    )

    def told(text):
        done = subprocess.run(
            [sys.executable, "-c", program, text], capture_output=True, text=True, check=True
        )
        return done.stdout

    text = "# T\n\ntext\n\n```python tangle=src/pkg/a.py\nx = 1\n```\n"
    assert told(text) == "['x = 1\\n'] False\n"
    assert told(f"- item\n\n{text}") == "['x = 1\\n'] True\n"


def test_plain_blocks_between_others_do_not_reach_the_parsers_rules(monkeypatch):
    seen = []
    scan = plain.scan

    def noted(lines, row, nested):
        found = scan(lines, row, nested)
        seen.append((row, found[1]))
        return found

    monkeypatch.setattr(plain, "scan", noted)
    reader.read("text\n\n- item\n\ntext\n\n```\nx\n```\n\n- item\n", "book/a.md")
    # The parser is given what follows the first paragraph, and counts from there.
    assert seen == [(0, 2), (0, 0), (2, 8), (8, 8)]
