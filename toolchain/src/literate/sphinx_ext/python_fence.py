"""The ``python`` directive: a block as the chapter shows it, and under it what becomes of it.

A block of examples or commands also carries what it claims, for those who run or copy it from the page: its
node's `claims` are triples of source, wanted output and line, counted from 0 in the block as shown.
"""

from __future__ import annotations

from pathlib import Path

from docutils import nodes  # type: ignore[import-untyped]
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from literate.model import Kind
from literate.sphinx_ext.book import Listing, link, listings_of

_COMPARISON = Path(__file__).parents[1] / "compare.py"
_LANGUAGES = ("pycon", "console")
logger = logging.getLogger(__name__)


class PythonFence(SphinxDirective):
    """Shows a Python fence; the reader of chapters decides what the fence is."""

    has_content = True
    optional_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        code = "\n".join(self.content)
        book = listings_of(self.env.app)
        path = self.env.doc2path(self.env.docname, False)
        block = book.find(path, code, self.lineno) if book else None
        if book is None or block is None:
            if book is None or path not in book.chapters:
                self._warn(
                    "this page is not one of the chapters, so nothing runs or tangles its Python fences"
                )
            # A chapter's faults are reported by `book`, all at once.
            return [self._code(code, "python")]
        shown = self._code(block.text.strip("\n"), "pycon" if block.kind is Kind.EXAMPLE else "python")
        if listing := book.of(block):
            return [self._tangled(listing, shown)]
        if block.kind is Kind.ILLUSTRATIVE:
            reason = (block.attributes.illustrative or "").rstrip()
            stop = "" if reason.endswith((".", "!", "?")) else "."
            note = nodes.paragraph("", f"Not run: {reason}{stop}", classes=["listing-caption"])
            return [nodes.container("", shown, note, classes=["listing", "illustrative"])]
        return [shown]

    def _warn(self, message: str) -> None:
        logger.warning(message, location=(self.env.docname, self.lineno), type="literate")

    def _code(self, code: str, language: str) -> nodes.literal_block:
        node = nodes.literal_block(code, code, language=language)
        self.set_source_info(node)
        return node

    def _tangled(self, listing: Listing, shown: nodes.Node) -> nodes.Node:
        caption = nodes.paragraph("", "", classes=["listing-caption"])
        if listing.number:
            caption += [nodes.strong("", f"Listing {listing.number}"), nodes.Text(" ")]
        caption += nodes.literal("", listing.target, classes=["listing-file"])
        if listing.block.attributes.class_name:
            caption += [nodes.Text(", class "), nodes.literal("", listing.block.attributes.class_name)]
        caption += nodes.Text(", continues" if listing.before else ", starts here")
        for label, words in ((listing.before, "previous part"), (listing.after, "next part")):
            if label:
                place = link(label, words, self.env.docname)
                self.set_source_info(place)
                caption += [nodes.Text(" · "), place]
        holder = nodes.container("", shown, caption, classes=["listing", "tangled"], names=[listing.label])
        self.set_source_info(holder)
        self.state.document.note_explicit_target(holder, holder)
        return holder


def _note_claims(app: Sphinx, document: nodes.document) -> None:
    book = listings_of(app)
    path = app.env.doc2path(app.env.docname, False)
    if book is None or path not in book.chapters:
        return
    for shown in document.findall(nodes.literal_block):
        if shown.get("language") in _LANGUAGES:
            block = book.find(path, shown.astext(), shown.line or 0)
            if block and (claims := book.claims(block)):
                first = next(line.number for line in block.lines if line.text)
                shown["claims"] = [(claim.source, claim.want, claim.line - first) for claim in claims]
                shown["force"] = True  # the reader has understood it; Pygments fails at quotes over two lines


def _hand_over_comparison(app: Sphinx, config: Config) -> None:
    """Pages that run examples compare outputs as the tests do, with the same module."""
    config.press_live_comparison = _COMPARISON.read_text(encoding="utf-8")


def setup(app: Sphinx) -> None:
    app.add_directive("python", PythonFence)
    app.connect("config-inited", _hand_over_comparison)
    app.connect("doctree-read", _note_claims)
