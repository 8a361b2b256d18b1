"""``{block-index}``: every file of the program, and the blocks that make it with their sections."""

from __future__ import annotations

import ast
from typing import Any

from docutils import nodes  # type: ignore[import-untyped]
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from literate.errors import UNPARSED
from literate.model import Block
from literate.sphinx_ext.book import Listing, link, listings_of
from literate.sphinx_ext.listing_pages import page_name


def _defined(block: Block) -> list[str]:
    """The functions and classes that a block defines; those of a class with its name before."""
    before = f"{block.attributes.class_name}." if block.attributes.class_name else ""
    definitions = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
    try:
        body = ast.parse(block.text).body
    except UNPARSED:
        return []  # the chapter's faults are reported by `book`
    return [before + node.name for node in body if isinstance(node, definitions)]


class BlockIndex(SphinxDirective):
    """The index of blocks."""

    def run(self) -> list[nodes.Node]:
        book = listings_of(self.env.app)
        found: list[nodes.Node] = []
        for target in book.targets() if book else ():
            shown = [listing for listing in map(book.of, target.blocks) if listing] if book else []
            heading = nodes.paragraph("", "", nodes.literal("", target.path), classes=["block-index-file"])
            items = nodes.bullet_list(classes=["block-index"])
            for listing in shown:
                entry = self._entry(listing)
                items += nodes.list_item("", nodes.paragraph("", "", *entry, classes=["with-page"]))
            holder = nodes.container("", heading, items, classes=["block-index-of"])
            holder["target"], holder["first"] = target.path, shown[0].label
            found.append(holder)
        return found

    def _entry(self, listing: Listing) -> list[nodes.Node]:
        entry: list[nodes.Node] = [nodes.Text(f"Listing {listing.number}: ")] if listing.number else []
        for name in _defined(listing.block):
            entry += [nodes.literal("", name), nodes.Text(", ")]
        return [*entry, nodes.Text("in "), link(listing.label, listing.section, self.env.docname)]


def _link(app: Sphinx, document: nodes.document, name: str) -> None:
    """Link the files of the index to their listings; where there are none, to their first blocks."""
    labels = app.env.domaindata["std"]["anonlabels"]
    for holder in document.findall(nodes.container):
        if target := holder.get("target"):
            heading = holder[0]
            if app.builder.name == "html":
                address = app.builder.get_relative_uri(name, page_name(target))
            else:
                chapter, label = labels[holder["first"]]
                address = f"{app.builder.get_relative_uri(name, chapter)}#{label}"
            heading[:] = [nodes.reference("", "", *heading.children, refuri=address, internal=True)]


def _outdated(app: Sphinx, env: Any, added: set[str], changed: set[str], removed: set[str]) -> list[str]:
    """Read the page of the index again when a chapter has changed."""
    indexes: set[str] = getattr(env, "literate_indexes", set())
    return sorted(indexes - removed) if added | changed | removed else []


def _note_index(app: Sphinx, document: nodes.document) -> None:
    indexes: set[str] = getattr(app.env, "literate_indexes", set())
    here = {app.env.docname} if any(h.get("target") for h in document.findall(nodes.container)) else set()
    app.env.literate_indexes = (indexes - {app.env.docname}) | here  # type: ignore[attr-defined]


def setup(app: Sphinx) -> None:
    app.add_directive("block-index", BlockIndex)
    app.connect("doctree-resolved", _link)
    app.connect("doctree-read", _note_index)
    app.connect("env-get-outdated", _outdated)
