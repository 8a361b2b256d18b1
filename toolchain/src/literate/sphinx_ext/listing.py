"""The ``python`` directive: a block as the chapter shows it, and under it what becomes of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from docutils import nodes  # type: ignore[import-untyped]
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from literate.reading.chapter import Block, Kind
from literate.sphinx_ext.book import Book, load

_BOOK = "literate book"
logger = logging.getLogger(__name__)


def _of_this_page(env: BuildEnvironment) -> Book | None:
    """The book, loaded once for all fences of the page that is read."""
    if _BOOK not in env.temp_data:
        env.temp_data[_BOOK] = load(Path(env.srcdir))
    book: Book | None = env.temp_data[_BOOK]
    return book


class PythonFence(SphinxDirective):
    """Shows a Python fence; `literate.reading.reader` decides what the fence is."""

    has_content = True
    optional_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        code = "\n".join(self.content)
        book = _of_this_page(self.env)
        path = self.env.doc2path(self.env.docname, False)
        block = book.find(path, code, self.lineno) if book else None
        if book is None or block is None:
            if book is None or path not in book.chapters:
                self._warn(
                    "this page is not one of the chapters, so nothing runs or tangles its Python fences"
                )
            # A chapter's faults are reported by `report`, all at once.
            return [self._code(code, "python")]
        language = "pycon" if block.kind is Kind.EXAMPLE else "python"
        listing = self._code(block.text.strip("\n"), language)
        if block.kind is Kind.TANGLED:
            return [self._tangled(book, block, listing)]
        if block.kind is Kind.ILLUSTRATIVE:
            reason = (block.attributes.illustrative or "").rstrip()
            stop = "" if reason.endswith((".", "!", "?")) else "."
            note = nodes.paragraph("", f"Not run: {reason}{stop}", classes=["listing-caption"])
            return [nodes.container("", listing, note, classes=["listing", "illustrative"])]
        return [listing]

    def _warn(self, message: str) -> None:
        logger.warning(message, location=(self.env.docname, self.lineno), type="literate")

    def _code(self, code: str, language: str) -> nodes.literal_block:
        node = nodes.literal_block(code, code, language=language)
        self.set_source_info(node)
        return node

    def _tangled(self, book: Book, block: Block, listing: nodes.Node) -> nodes.Node:
        part = book.part(block)
        caption = nodes.paragraph("", "", classes=["listing-caption"])
        if part.number:
            caption += [nodes.strong("", f"Listing {part.number}"), nodes.Text(" ")]
        caption += nodes.literal("", part.target, classes=["listing-file"])
        if block.attributes.class_name:
            caption += [nodes.Text(", class "), nodes.literal("", block.attributes.class_name)]
        caption += nodes.Text(", starts here" if part.before is None else ", continues")
        for label, text in ((part.before, "previous part"), (part.after, "next part")):
            if label is not None:
                caption += [nodes.Text(" · "), self._link(label, text)]
        holder = nodes.container("", listing, caption, classes=["listing", "tangled"], names=[part.label])
        self.set_source_info(holder)
        self.state.document.note_explicit_target(holder, holder)
        return holder

    def _link(self, label: str, text: str) -> nodes.Node:
        link = addnodes.pending_xref(
            "",
            nodes.inline("", text),
            refdomain="std",
            reftype="ref",
            reftarget=label,
            refexplicit=True,
            refwarn=True,
            refdoc=self.env.docname,
        )
        self.set_source_info(link)
        return link


def report(app: Sphinx, document: nodes.document) -> None:
    """Warn of all that is wrong with the chapter just read, each at its line."""
    book = load(Path(app.srcdir))
    chapter = book.chapters.get(app.env.doc2path(app.env.docname, False)) if book else None
    for problem in chapter.problems if chapter else ():
        logger.warning(problem.message(), location=(app.env.docname, problem.line), type="literate")


def outdated(
    app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
) -> list[str]:
    """Read a chapter again when another one has changed what its captions say."""
    book = load(Path(app.srcdir))
    if book is None:
        return []
    before: dict[str, Any] = getattr(env, "literate_parts", {})
    now = {name: book.parts_of(env.doc2path(name, False)) for name in env.found_docs}
    env.literate_parts = now  # type: ignore[attr-defined]
    return [name for name in now if name in before and before[name] != now[name]]


def setup(app: Sphinx) -> None:
    app.add_directive("python", PythonFence)
    app.connect("doctree-read", report)
    app.connect("env-get-outdated", outdated)
