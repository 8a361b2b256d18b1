"""The book's index: where each term is defined, in all forms of the book.

The directive ``{book-index}`` stands for the list. Its entries are those of Sphinx's own ``{index}`` role and
of the glossary. A page shows the number of the section that an entry leads to. The PDF shows the number of
the page: links of the class `index-place` become that there.
"""

from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any, cast

from docutils import nodes  # type: ignore[import-untyped]
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.environment import BuildEnvironment
from sphinx.environment.adapters.indexentries import IndexEntries
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from press.reading_order import reading_order

_MARK = "holds the book's index"


class BookIndexNode(nodes.General, nodes.Element):  # type: ignore[misc]
    """Stands for the index until all of the book has been read."""


class BookIndex(SphinxDirective):
    """``{book-index}``: every term with the places where it is explained."""

    def run(self) -> list[nodes.Node]:
        self.env.metadata[self.env.docname][_MARK] = "yes"
        return [BookIndexNode()]


def holds_index(env: BuildEnvironment, document: str) -> bool:
    """Whether the index stands in this document."""
    return _MARK in env.metadata[document]


class _Places:
    """What the entries lead to: where in the book, in words, and as links from one document."""

    def __init__(self, builder: Builder, document: str) -> None:
        self._builder, self._env, self._document = builder, builder.env, document
        self._documents = reading_order(builder.env, builder.config.root_doc)
        self._nodes: dict[str, dict[str, tuple[int, nodes.Element]]] = {}

    def order(self, place: str) -> tuple[int, int]:
        """By this, places are in the order in which they are read."""
        name, _, identifier = place.partition("#")
        return self._documents.index(name), self._find(name, identifier)[0]

    def link(self, place: str) -> nodes.reference:
        name, _, identifier = place.partition("#")
        address = f"{self._builder.get_relative_uri(self._document, name)}#{identifier}"
        words = self._section(name, self._find(name, identifier)[1])
        return nodes.reference("", words, refuri=address, internal=True, classes=["index-place"])

    def _find(self, name: str, identifier: str) -> tuple[int, nodes.Element]:
        if name not in self._nodes:
            elements = enumerate(self._env.get_doctree(name).findall(nodes.Element))
            self._nodes[name] = {each: (at, node) for at, node in elements for each in node.get("ids", [])}
        return self._nodes[name][identifier]

    def _section(self, name: str, node: nodes.Element | None) -> str:
        """The number of the section around a node; the title of a document without numbers."""
        numbers = self._env.toc_secnumbers.get(name, {})
        while node is not None:
            if isinstance(node, nodes.section):
                top = isinstance(node.parent, nodes.document)
                if number := numbers.get("" if top else f"#{node['ids'][0]}"):
                    return ".".join(map(str, number))
            node = node.parent
        title: str = self._env.titles[name].astext()
        return title


def _letters(builder: Builder, document: str) -> Iterable[nodes.Node]:
    """A heading for each letter, and the list of its terms."""
    places = _Places(builder, document)
    names = cast(Builder, SimpleNamespace(get_relative_uri=lambda _, name: name))
    for letter, entries in IndexEntries(builder.env).create_index(names):
        items = nodes.bullet_list(classes=["index-terms"])
        for term, (targets, deeper, _) in entries:
            item = nodes.list_item("", _line(term, targets, places))
            if deeper:
                below = [nodes.list_item("", _line(words, found, places)) for words, found in deeper]
                item += nodes.bullet_list("", *below, classes=["index-terms"])
            items += item
        yield nodes.container("", nodes.rubric("", letter), items, classes=["index-letter"])


def _line(term: str, targets: Iterable[Any], places: _Places) -> nodes.paragraph:
    line = nodes.paragraph("", term)
    for place in sorted((place for _, place in targets), key=places.order):
        line += [nodes.Text(", "), places.link(place)]
    return line


def _fill(app: Sphinx, document: nodes.document, name: str) -> None:
    for node in list(document.findall(BookIndexNode)):
        node.replace_self(nodes.container("", *_letters(app.builder, name), classes=["book-index"]))


def _outdated(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Write the index again when anything has been read again."""
    return [name for name in env.metadata if holds_index(env, name)]


def setup(app: Sphinx) -> ExtensionMetadata:
    app.add_node(BookIndexNode)
    app.add_directive("book-index", BookIndex)
    app.connect("doctree-resolved", _fill)
    app.connect("env-updated", _outdated)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
