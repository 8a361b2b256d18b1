"""The reader finds the fences and roles that MyST itself finds, over documents of random nestings."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from docutils import nodes
from docutils.frontend import get_default_settings
from docutils.parsers.rst import Directive, directives, roles
from docutils.utils import new_document
from myst_parser.parsers.docutils_ import Parser
from sphinx.util.docutils import docutils_namespace

from literate.model import Claim, ClaimKind
from literate.read import chapter

EXTENSIONS = [
    "amsmath",
    "attrs_block",
    "attrs_inline",
    "colon_fence",
    "deflist",
    "dollarmath",
    "substitution",
]
BOXES = ["note", "admonition", "tip", "exercise", "dropdown", "margin"]


class Holder(Directive):
    """A directive that holds Markdown."""

    has_content = True
    optional_arguments = 1
    final_argument_whitespace = True
    option_spec = {"class": str}  # noqa: RUF012 - docutils reads it so

    def run(self):
        holder = nodes.container()
        self.state.nested_parse(self.content, self.content_offset, holder)
        return [holder]


@pytest.fixture
def myst() -> Iterator:
    """Parse with MyST; return the text of every Python fence and of every computed number, sorted."""
    fences, numbers = [], []

    class Fence(Directive):
        has_content = True
        optional_arguments = 1
        final_argument_whitespace = True

        def run(self):
            fences.append("\n".join(self.content))
            return []

    def computed(name, raw, text, line, inliner, options=None, content=None):
        numbers.append(text)
        return [], []

    def parse(text):
        fences.clear()
        numbers.clear()
        parser = Parser()
        settings = get_default_settings(parser)
        settings.myst_enable_extensions = EXTENSIONS
        settings.myst_fence_as_directive = ["python"]
        settings.report_level, settings.halt_level = 5, 6
        parser.parse(text, new_document("a.md", settings))
        return sorted(fence.strip("\n") for fence in fences), sorted(numbers)

    with docutils_namespace():
        directives.register_directive("python", Fence)
        for name in ("exercise", "dropdown", "margin"):
            directives.register_directive(name, Holder)
        roles.register_local_role("computed", computed)
        yield parse


class Writer:
    """Writes a random document: leaves that hold, show or hide a fence, nested in all that MyST nests."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.count = 0

    def document(self) -> str:
        return "\n".join(["# Title", "", *self.blocks(3)]) + self.chance.choice(["", "\n"])

    def blocks(self, depth: int) -> list[str]:
        lines: list[str] = []
        for _ in range(self.chance.randrange(1, 4)):
            lines += [*self.block(depth), *[""] * self.chance.randrange(1, 3)]
        return lines

    def block(self, depth: int) -> list[str]:
        if depth == 0 or self.chance.random() < 0.3:
            return self.leaf()
        inner = self.blocks(depth - 1)
        kind = self.chance.randrange(5)
        if kind == 0:
            return indented(inner, self.chance.choice(["- ", "* ", "1. ", "-   "]))
        if kind == 1:
            return [f"> {line}" if line else ">" for line in inner]
        if kind == 2:
            return ["Term", *indented(["text", "", *inner], ": ")]
        mark = (":" if kind == 3 else "`") * (7 + depth)
        options = self.chance.choice([[""], [":class: a", ""], ["---", "class: b", "---", ""]])
        if kind == 3 and inner[0].startswith(":::"):
            options = self.chance.choice([options, []])
        return [f"{mark}{{{self.chance.choice(BOXES)}}} Title", *options, *inner, mark]

    def leaf(self) -> list[str]:
        self.count += 1
        number = self.count
        mark = self.chance.choice(["```", "````", "~~~", "~~~~~"])
        kind = self.chance.randrange(11)
        if kind < 4:
            rest = [
                [],
                ["", "y = 2"],
                ["    z", "", "", "  w"],
                ['s = """', "> q", "- a", '"""'],
                ["é\u00a0= 1"],
            ]
            opening = f"{mark}{self.chance.choice(['', ' '])}python tangle=src/pkg/a.py"
            return [opening, f"x{number} = 1", *self.chance.choice(rest), mark]
        shown = ["~~~python tangle=src/pkg/b.py", f"x{number} = 1", "~~~"]
        return {
            4: ["text `of", f"code` {{computed}}`{number} <x>` and", f"*more {{computed}}`{number} <y>`*"],
            5: ["``````text", *shown, "``````"],
            6: ["<!--", *shown, "-->"],
            7: ["| a | b |", "| - | - |", f"| 1 | {{computed}}`{number} <t>` |"],
            8: ["% " + line for line in shown],
            9: ["text", "more text", *self.chance.choice([[], ["a | b"], ["## Heading"], ["    lazy"]])],
            10: ["text", f"## Heading {{computed}}`{number} <h>`", *self.chance.choice([[], shown[1:2]])],
        }[kind]


def indented(lines: list[str], mark: str) -> list[str]:
    rest = " " * len(mark)
    return [(mark if row == 0 else rest) + line if line or row == 0 else "" for row, line in enumerate(lines)]


def written(number: Claim) -> str:
    return f"{number.want} <{number.source}>"


@pytest.mark.parametrize("seed", range(8))
def test_fences_and_roles_are_those_of_myst_at_exact_lines(myst, seed):
    for document in range(20):
        text = Writer(1000 * seed + document).document()
        found = chapter.read(text, "book/a.md")
        assert found.problems == (), text
        ours = sorted(block.text.strip("\n") for block in found.blocks)
        numbers = [claim for claim in found.claims if claim.kind is ClaimKind.NUMBER]
        assert (ours, sorted(map(written, numbers))) == myst(text), text
        lines = text.split("\n")
        for block in found.blocks:
            assert "python tangle=src/pkg/a.py" in lines[block.line - 1]
            assert [line.number for line in block.lines] == list(
                range(block.line + 1, block.line + 1 + len(block.lines))
            )
            for line in block.lines:
                tail = lines[line.number - 1][line.column :] if line.column is not None else line.text
                assert tail == line.text or not line.text.strip()
        for number in numbers:
            assert f"{{computed}}`{written(number)}`" in lines[number.line - 1]
