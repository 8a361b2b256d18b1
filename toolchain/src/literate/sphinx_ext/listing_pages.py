"""A page for every tangled file, whole, each region linked to the block that explains it; an index of blocks.

The pages belong to the HTML only: they show what the chapters show already, in the order of the files.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Any

from docutils import nodes  # type: ignore[import-untyped]
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from literate import project
from literate.assembling.program import Target
from literate.reading.chapter import Block
from literate.sphinx_ext.book import Book, Part, load

FOLDER = "listings"


@dataclass(frozen=True)
class Region:
    """Lines of a file, counted from 1, that come from one block."""

    block: Block
    first: int
    last: int


def regions(target: Target) -> list[Region]:
    """The file cut where one block ends and the next begins; empty lines between count as the first's."""
    cut: list[Region] = []
    for number, origin in enumerate(target.origins, start=1):
        if cut and cut[-1].block == origin.block:
            cut[-1] = Region(origin.block, cut[-1].first, number)
        else:
            cut.append(Region(origin.block, number, number))
    return cut


def defined(block: Block) -> list[str]:
    """The functions and classes that a block defines; those of a class with its name before."""
    before = f"{block.attributes.class_name}." if block.attributes.class_name else ""
    definitions = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
    return [before + node.name for node in ast.parse(block.text).body if isinstance(node, definitions)]


def page_name(target: str) -> str:
    return f"{FOLDER}/{target}"


@lru_cache(maxsize=1)
def targets(book: Book) -> list[Target]:
    """The files that the blocks make, in the order of the book, without those derived from them."""
    settings = book.config._replace(starters=())  # what is derived is not listed
    made = project.build(settings, list(book.chapters.values())).targets
    return [target for target in made.values() if target.lines]


def collect(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Give Sphinx the listing pages."""
    book = load(Path(app.srcdir))
    if app.builder.name != "html" or book is None:
        return
    for target in targets(book):
        name = page_name(target.path)
        yield name, {"title": target.path, "body": _body(app, book, target, name)}, "page.html"


def _body(app: Sphinx, book: Book, target: Target, name: str) -> str:
    title = escape(target.path).replace("/", "/<wbr>")  # on a phone the path needs two lines
    parts = [
        f"<section><h1><code>{title}</code></h1>",
        f"<p>The whole file: {len(target.lines)} lines. Each part says where the book explains it.</p>",
    ]
    for region in regions(target):
        part = book.part(region.block)
        lines = target.lines[region.first - 1 : region.last]
        while lines and not lines[-1].strip():
            lines.pop()
        code = app.builder.highlighter.highlight_block(  # type: ignore[attr-defined]
            "\n".join(lines) + "\n", "python", opts={}, linenos=False, force=False
        )
        last = region.first + len(lines) - 1
        span = f"line {region.first}" if last == region.first else f"lines {region.first}–{last}"  # noqa: RUF001
        section = f"{region.block.section.number} {region.block.section.title}".strip()
        number = f"Listing {part.number}, " if part.number else ""
        address = _address(app, name, region.block, part)
        parts.append(
            f'<div class="listing region" id="line-{region.first}">'
            f'<p class="listing-caption">{span}: {number}'
            f'<a class="reference" href="{escape(address)}">{escape(section)}</a></p>'
            f'<div class="highlight-python notranslate">{code}</div></div>'
        )
    return "\n".join([*parts, "</section>"])


def _address(app: Sphinx, page: str, block: Block, part: Part) -> str:
    chapter = app.env.path2doc(str(Path(app.srcdir) / block.path)) or ""
    return f"{app.builder.get_relative_uri(page, chapter)}#{part.label}"


def link_captions(app: Sphinx, document: nodes.document, name: str) -> None:
    """Link the file's name under each block to its region in the listing, and the block to itself."""
    book = load(Path(app.srcdir))
    if app.builder.name != "html" or book is None:
        return
    path = app.env.doc2path(name, False)
    wanted = {part.label for part in book.parts_of(path)}
    starts = _starts(book) if wanted else {}
    for holder in document.findall(nodes.container):
        label = next(iter(wanted.intersection(holder["ids"])), None)
        if label is None or label not in starts:
            continue
        target, line = starts[label]
        caption = holder[-1]
        literal = next(caption.findall(nodes.literal))
        address = f"{app.builder.get_relative_uri(name, page_name(target))}#line-{line}"
        link = nodes.reference("", "", refuri=address, internal=True, classes=["listing-link"])
        caption.replace(literal, link)
        link += literal
        caption += nodes.reference(
            "", "#", refid=label, classes=["headerlink"], reftitle="Link to this listing"
        )


@lru_cache(maxsize=1)
def _starts(book: Book) -> dict[str, tuple[str, int]]:
    """For each part its file, and the first line there that comes from it."""
    found: dict[str, tuple[str, int]] = {}
    for target in targets(book):
        for region in regions(target):
            found.setdefault(book.part(region.block).label, (target.path, region.first))
    return found


class BlockIndex(SphinxDirective):
    """``{block-index}``: every file of the program, and the blocks that make it with their sections."""

    def run(self) -> list[nodes.Node]:
        book = load(Path(self.env.srcdir))
        if book is None:
            return []
        found: list[nodes.Node] = []
        for target in targets(book):
            name = nodes.literal("", target.path)
            heading = nodes.paragraph("", "", name, classes=["block-index-file"])
            items = nodes.bullet_list(classes=["block-index"])
            for block in target.blocks:
                entry = self._entry(book.part(block), block)
                items += nodes.list_item("", nodes.paragraph("", "", *entry, classes=["with-page"]))
            first = book.part(target.blocks[0]).label
            holder = nodes.container("", heading, items, classes=["block-index-of"])
            holder["target"], holder["first"] = target.path, first
            found.append(holder)
        return found

    def _entry(self, part: Part, block: Block) -> list[nodes.Node]:
        section = f"{block.section.number} {block.section.title}".strip()
        link = addnodes.pending_xref(
            "",
            nodes.inline("", section),
            refdomain="std",
            reftype="ref",
            reftarget=part.label,
            refexplicit=True,
            refwarn=True,
            refdoc=self.env.docname,
        )
        entry: list[nodes.Node] = [nodes.Text(f"Listing {part.number}: ")] if part.number else []
        for name in defined(block):
            entry += [nodes.literal("", name), nodes.Text(", ")]
        return [*entry, nodes.Text("in "), link]


def link_index(app: Sphinx, document: nodes.document, name: str) -> None:
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


def outdated(app: Sphinx, env: Any, added: set[str], changed: set[str], removed: set[str]) -> list[str]:
    """Read the page of the index again when a chapter has changed."""
    indexes: set[str] = getattr(env, "literate_indexes", set())
    return sorted(indexes - removed) if added | changed | removed else []


def note_index(app: Sphinx, document: nodes.document) -> None:
    indexes: set[str] = getattr(app.env, "literate_indexes", set())
    here = {app.env.docname} if any(h.get("target") for h in document.findall(nodes.container)) else set()
    app.env.literate_indexes = (indexes - {app.env.docname}) | here  # type: ignore[attr-defined]


def setup(app: Sphinx) -> None:
    app.add_directive("block-index", BlockIndex)
    app.connect("html-collect-pages", collect)
    app.connect("doctree-resolved", link_captions)
    app.connect("doctree-resolved", link_index)
    app.connect("doctree-read", note_index)
    app.connect("env-get-outdated", outdated)
