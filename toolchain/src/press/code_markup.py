"""Highlighted code without marks that change nothing: a third of a chapter's weight.

Names, punctuation and spaces look like the text around them in both of the theme's styles, and so need no
element of their own. Operators would have a colour, and were a twelfth of a chapter's page for it.
"""

from pygments.formatters import HtmlFormatter  # type: ignore[import-untyped]
from pygments.token import Name, Operator, Punctuation, Text, Token  # type: ignore[import-untyped]
from sphinx.application import Sphinx
from sphinx.highlighting import PygmentsBridge
from sphinx.util.typing import ExtensionMetadata

_PLAIN = {Token, Text, Text.Whitespace, Name, Name.Namespace, Name.Other, Punctuation, Operator}


class LightFormatter(HtmlFormatter):  # type: ignore[misc]
    """HTML with a `span` only where a style sets something; neighbours of one class share one."""

    def _get_css_classes(self, ttype):  # type: ignore[no-untyped-def]
        return "" if ttype in _PLAIN else super()._get_css_classes(ttype)


def setup(app: Sphinx) -> ExtensionMetadata:
    PygmentsBridge.html_formatter = LightFormatter
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
