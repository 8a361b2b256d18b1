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
    beside = [parent[each] if 0 <= each < len(parent) else None for each in (place - 1, place + 1)]
    before, after = (node.astext() if isinstance(node, nodes.Text) else "" for node in beside)
    opening, closing = _OPENING.search(before), _CLOSING.match(after)
    if not opening and not closing:
        return
    together = nodes.inline("", "", nodes.Text(opening[0] if opening else ""), classes=["unbroken"])
    parent.replace(formula, together)
    together += [formula, nodes.Text(closing[0] if closing else "")]
    if closing:
        parent[place + 1] = nodes.Text(after[closing.end() :])
    if opening:
        parent[place - 1] = nodes.Text(before[: opening.start()])
