"""The ``computed`` role: the number as it is shown, with the expression that gives it."""

from __future__ import annotations

import re

from docutils import nodes  # type: ignore[import-untyped]
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxRole

from literate.read.computed_numbers import split

_POWER = re.compile(r"^(?P<mantissa>[-+\u2212]?[\d.,]+)[eE](?P<sign>[-+\u2212]?)0*(?P<exponent>\d+)$")


class computed(nodes.inline):  # type: ignore[misc]
    """A computed number. Writers that do not know it treat it as `inline`."""


class ComputedRole(SphinxRole):
    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        parts = split(self.text)
        if parts is None:
            # The chapter's faults are reported by the reader, with the line of each.
            return [nodes.literal("", self.text)], []
        shown, expression = parts
        node = computed(shown, "", *pretty(shown), classes=["computed"], expression=expression)
        # Quotes and dashes in it are what was computed, not the writer's.
        node["support_smartquotes"] = False
        self.set_source_info(node)
        return [node], []


def pretty(shown: str) -> list[nodes.Node]:
    """A number as a printer sets it: a true minus, powers of ten raised."""
    power = _POWER.match(shown)
    if power:
        sign = "\u2212" if power["sign"] in ("-", "\u2212") else ""
        raised = nodes.superscript("", f"{sign}{power['exponent']}")
        return [nodes.Text(f"{_minus(power['mantissa'])}\u00a0\u00d7\u00a010"), raised]
    return [nodes.Text(_minus(shown))]


def _minus(text: str) -> str:
    return re.sub(r"^-(?=[\d.])", "\u2212", text)


def visit_html(self, node: computed) -> None:  # type: ignore[no-untyped-def]
    # A script shows the expression in a better way than the title does, and also when the keyboard comes by.
    tag = self.starttag(node, "span", "", title=f"computed: {node['expression']}", tabindex="0")
    self.body.append(tag.replace("<span ", f'<span data-expression="{self.attval(node["expression"])}" ', 1))


def depart_html(self, node: computed) -> None:  # type: ignore[no-untyped-def]
    self.body.append("</span>")


def setup(app: Sphinx) -> None:
    app.add_node(computed, html=(visit_html, depart_html))
    app.add_role("computed", ComputedRole())
