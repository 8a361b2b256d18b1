"""A page for every tangled file, whole, each region linked to the block that explains it.

The pages belong to the HTML only: they show what the chapters show already, in the order of the files.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any

from docutils import nodes  # type: ignore[import-untyped]
from sphinx.application import Sphinx

from literate.model import Target
from literate.sphinx_ext.book import Listing, Listings, listings_of


def page_name(target: str) -> str:
    """The name of the page that shows a file."""
    return f"listings/{target}"


def _regions(book: Listings, target: Target) -> Iterator[tuple[Listing, int, list[str]]]:
    """The file cut where one block ends and another begins: the block, its first line there, all its lines.

    Empty lines between two blocks count as the first's, and are left out.
    """
    first = 1
    for block, origins in groupby(target.origins, key=lambda origin: origin.block):
        after = first + len(list(origins))
        listing = book.of(block)
        if listing:
            yield listing, first, "\n".join(target.lines[first - 1 : after - 1]).rstrip().split("\n")
        first = after


def _collect(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Give Sphinx the listing pages."""
    book = listings_of(app)
    if app.builder.name == "html" and book:
        for target in book.targets():
            name = page_name(target.path)
            yield name, {"title": target.path, "body": _body(app, book, target, name)}, "page.html"


def _body(app: Sphinx, book: Listings, target: Target, name: str) -> str:
    title = escape(target.path).replace("/", "/<wbr>")  # on a phone the path needs two lines
    parts = [
        f"<section><h1><code>{title}</code></h1>",
        f"<p>The whole file: {len(target.lines)} lines. Each part says where the book explains it.</p>",
    ]
    for listing, first, lines in _regions(book, target):
        code = app.builder.highlighter.highlight_block(  # type: ignore[attr-defined]
            "\n".join([*lines, ""]), "python", opts={}, linenos=False, force=False
        )
        last = first + len(lines) - 1
        span = f"line {first}" if last == first else f"lines {first}–{last}"  # noqa: RUF001
        number = f"Listing {listing.number}, " if listing.number else ""
        chapter = app.env.path2doc(str(Path(app.srcdir) / listing.block.path)) or ""
        address = f"{app.builder.get_relative_uri(name, chapter)}#{listing.label}"
        parts.append(
            f'<div class="listing region" id="line-{first}">'
            f'<p class="listing-caption">{span}: {number}'
            f'<a class="reference" href="{escape(address)}">{escape(listing.section)}</a></p>'
            f'<div class="highlight-python notranslate">{code}</div></div>'
        )
    return "\n".join([*parts, "</section>"])


def _link_captions(app: Sphinx, document: nodes.document, name: str) -> None:
    """Link the file's name under each block to its region in the listing, and the block to itself."""
    book = listings_of(app)
    if app.builder.name != "html" or book is None:
        return
    starts: dict[str, int] = {}
    for target in book.targets():
        for listing, first, _ in _regions(book, target):
            starts.setdefault(listing.label, first)
    shown = {listing.label: listing for listing in book.in_chapter(app.env.doc2path(name, False))}
    for holder in document.findall(nodes.container):
        label = next((each for each in holder["ids"] if each in shown and each in starts), None)
        if label is None:
            continue
        caption = holder[-1]
        literal = next(caption.findall(nodes.literal))
        page = app.builder.get_relative_uri(name, page_name(shown[label].target))
        address = f"{page}#line-{starts[label]}"
        link = nodes.reference("", "", refuri=address, internal=True, classes=["listing-link"])
        caption.replace(literal, link)
        link += literal
        caption += nodes.reference(
            "", "#", refid=label, classes=["headerlink"], reftitle="Link to this listing"
        )


def setup(app: Sphinx) -> None:
    app.connect("html-collect-pages", _collect)
    app.connect("doctree-resolved", _link_captions)
