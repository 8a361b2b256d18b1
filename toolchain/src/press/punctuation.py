"""Punctuation stays on the line of the formula that it follows.

Browsers may break a line on both sides of an inline formula, even before a comma.
"""

import re

from docutils import nodes  # type: ignore[import-untyped]
from sphinx.transforms.post_transforms import SphinxPostTransform

_CLOSING = re.compile(r"[.,;:!?)\]’”…]+")  # noqa: RUF001
_OPENING = re.compile(r"[(\[‘“]+$")  # noqa: RUF001


class KeepPunctuation(SphinxPostTransform):
    """Wrap each inline formula and the punctuation that touches it, so that a style sheet can hold them."""

    default_priority = 900
    formats = ("html",)

    def run(self, **kwargs: object) -> None:
        for formula in list(self.document.findall(nodes.math)):
            _wrap(formula)


def _wrap(formula: nodes.math) -> None:
    parent = formula.parent
    place = parent.index(formula)
    before = _touching(parent, place - 1, _OPENING)
    after = _touching(parent, place + 1, _CLOSING)
    if not before and not after:
        return
    together = nodes.inline(classes=["unbroken"])
    parent.replace(formula, together)
    together += [nodes.Text(before), formula, nodes.Text(after)]
    if after:
        parent[place + 1] = nodes.Text(parent[place + 1].astext()[len(after) :])
    if before:
        text = parent[place - 1].astext()
        parent[place - 1] = nodes.Text(text[: len(text) - len(before)])


def _touching(parent: nodes.Element, place: int, what: "re.Pattern[str]") -> str:
    if not 0 <= place < len(parent) or not isinstance(parent[place], nodes.Text):
        return ""
    text = parent[place].astext()
    found = what.search(text) if what is _OPENING else what.match(text)
    return found[0] if found else ""
