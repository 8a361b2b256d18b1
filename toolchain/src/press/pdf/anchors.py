"""Where links lead: one label for each thing that has names, and what is printed of it."""

from collections.abc import Mapping
from dataclasses import dataclass

from docutils import nodes  # type: ignore[import-untyped]
from sphinx.environment import BuildEnvironment

SCHEME = "book:"  # marks addresses inside the book


@dataclass(frozen=True)
class Place:
    """Something that a link may lead to; for a section also its title and number."""

    label: str
    title: str = ""
    number: str = ""


class Anchors:
    """All places of the book. `labelled` collects the labels that have been set."""

    def __init__(self, env: BuildEnvironment, documents: Mapping[str, nodes.document]) -> None:
        self._env = env
        self._places: dict[str, Place] = {}
        self.labelled: set[str] = set()
        for name, document in documents.items():
            self._collect(name, document)

    def _collect(self, name: str, document: nodes.document) -> None:
        for node in document.findall(nodes.Element):
            ids = node.get("ids", [])
            if not ids or f"{name}#{ids[0]}" in self._places:
                continue
            place = Place(f"{name}#{ids[0]}")
            if isinstance(node, nodes.section) and isinstance(node[0], nodes.title):
                place = Place(place.label, node[0].astext(), self.section_number(name, node))
                # The first section stands for the whole document.
                self._places.setdefault(name, place)
            for identifier in ids:
                self._places[f"{name}#{identifier}"] = place

    def find(self, document: str, reference: nodes.Element) -> Place | None:
        """The place that a reference in a document leads to."""
        if identifier := reference.get("refid"):
            return self._places.get(f"{document}#{identifier}")
        address = reference["refuri"].removeprefix(SCHEME)
        name, _, identifier = address.partition("#")
        return self._places.get(f"{name or document}#{identifier}" if identifier else name)

    def of(self, document: str, node: nodes.Element) -> Place | None:
        """The place that a node itself is."""
        ids = node.get("ids", [])
        return self._places.get(f"{document}#{ids[0]}") if ids else None

    def section_number(self, document: str, section: nodes.section) -> str:
        numbers = self._env.toc_secnumbers.get(document, {})
        top = isinstance(section.parent, nodes.document)
        number = numbers.get("" if top else f"#{section['ids'][0]}") or ()
        return ".".join(map(str, number))

    def number(self, document: str, kind: str, node: nodes.Element) -> str:
        """The number of a figure, table, listing, equation or exercise; empty when it has none."""
        numbers = self._env.toc_fignumbers.get(document, {}).get(kind, {})
        found = next((numbers[name] for name in node.get("ids", []) if name in numbers), ())
        return ".".join(map(str, found))
