"""What the parser leaves out because it is nested too deep, no page shows: it is refused by name."""

import pytest

from literate.reading import reader

BLOCK = "```python tangle=src/pkg/a.py\nx = 1\n```"
CONSOLE = "```console\n$ false\n```"


def read(text):
    chapter = reader.read(text, "book/a.md")
    return len(chapter.blocks) + len(chapter.computed), [str(problem) for problem in chapter.problems]


def quoted(depth, text):
    return "\n".join("> " * depth + line for line in text.split("\n")) + "\n"


def listed(depth, text):
    items = "".join("  " * level + "- a\n\n" for level in range(depth))
    return items + "\n".join("  " * depth + line for line in text.split("\n")) + "\n"


def refused(line, what, mend="Take it out of them"):
    return [
        f"book/a.md:{line}: {what} inside quotes and lists nested so deep that no page shows it is not read, "
        f"so nothing checks it. {mend}."
    ]


@pytest.mark.parametrize("text", [BLOCK, CONSOLE])
def test_a_block_in_too_many_quotes_is_refused(text):
    assert read(quoted(19, text))[0] == 1
    assert read(quoted(20, text)) == (0, refused(1, "a fence"))
    assert read(quoted(40, text)) == (0, refused(1, "a fence"))


@pytest.mark.parametrize("text", [BLOCK, CONSOLE])
def test_a_block_in_too_many_lists_is_refused(text):
    assert read(listed(9, text))[0] == 1
    assert read(listed(10, text)) == (0, refused(21, "a fence"))
    assert read(listed(14, text)) == (0, refused(29, "a fence"))


def test_a_computed_number_in_too_many_quotes_is_refused():
    text = "It is {computed}`2 <1 + 1>`."
    assert read(quoted(19, text))[0] == 1
    assert read(quoted(20, text)) == (0, refused(1, "a computed number", "Move it into running text"))


def test_deep_text_without_a_block_is_left_alone():
    assert read(quoted(30, "Text.") + "\n" + listed(14, "Text.")) == (0, [])
