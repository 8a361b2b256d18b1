"""What the line that opens a Python fence says, and what it may not say."""

import pytest

from literate.model import Attributes
from literate.read import chapter


def read(info):
    text = "\n" * 6 + f"```python {info}\nx = 1\n```\n"
    found = chapter.read(text, "book/a.md")
    return [block.attributes for block in found.blocks], [str(problem) for problem in found.problems]


@pytest.mark.parametrize(
    ("info", "attributes"),
    [
        (
            'tangle=src/pkg/a.py class=T lab=given shared explained="The matrix product"',
            Attributes("src/pkg/a.py", "T", True, "The matrix product", True, None),
        ),
        ('  tangle="a b.py"  ', Attributes("a b.py")),
        ('illustrative="it asks the network"', Attributes(illustrative="it asks the network")),
    ],
)
def test_bare_and_quoted_values_and_flags(info, attributes):
    assert read(info) == ([attributes], [])


REASON = 'an illustrative block must say why it is not run. Write illustrative="the reason".'
ALL = "Use one of: tangle, class, lab, explained, shared, illustrative."


@pytest.mark.parametrize(
    ("info", "problem"),
    [
        *[(info, REASON) for info in ("illustrative", "illustrative=", 'illustrative=" "')],
        (
            "tangel=src/pkg/a.py",
            f"'tangel' is not an attribute of this fence. Did you mean 'tangle'? {ALL}",
        ),
        ("tangle=src/pkg/a.py 12", f"'12' is not an attribute of this fence. {ALL}"),
        ("tangle=a.py tangle=b.py", "'tangle' is given twice. Keep one."),
        ("tangle=", "'tangle' needs a value. Write tangle=VALUE."),
        ("tangle", "'tangle' needs a value. Write tangle=VALUE."),
        ("tangle=a.py shared=yes", "'shared' takes no value. Write shared alone."),
        ("tangle=a.py lab=taken", "lab=taken means nothing. Write lab=given."),
        ('tangle=a.py class="A B"', "'A B' is not the name of a class. Write class=NAME."),
        ("class=T", "'class' needs a file to go into. Add tangle=PATH."),
        ("lab=given", "'lab' needs a file to go into. Add tangle=PATH."),
        ("explained=X", "'explained' needs a file to go into. Add tangle=PATH."),
        ("shared", "'shared' needs a file to go into. Add tangle=PATH."),
        (
            'tangle=a.py illustrative="why"',
            "'illustrative' does not go with tangle. An illustrative block is only shown.",
        ),
        (
            'tangle=a.py explained="no end',
            'the info line cannot be read from \'explained="no end\' on. Write name=value or name="a value".',
        ),
    ],
)
def test_what_an_info_line_may_not_say(info, problem):
    assert read(info)[1] == [f"book/a.md:7: {problem}"]


def test_a_console_fence_takes_no_attributes():
    found = chapter.read("```console once\n$ ls\n```\n", "book/a.md")
    assert [str(problem) for problem in found.problems] == [
        "book/a.md:1: 'once' is not an attribute of this fence. Take it out."
    ]
