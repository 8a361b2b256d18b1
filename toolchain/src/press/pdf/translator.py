"""One document as Typst markup: the walk over its nodes, its sections, and what stands in a line."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from docutils import nodes  # type: ignore[import-untyped]
from sphinx.util import logging

from press.mathml import MathsError
from press.pdf.anchors import SCHEME, Anchors, Place
from press.pdf.code import UnknownLanguageError, listing
from press.pdf.markup import block, call, content, string, text
from press.pdf.maths import formula

LOG = logging.getLogger(__name__)

Macros = tuple[tuple[str, str], ...]

# What a page of paper has no use for, or what is shown elsewhere.
_LEFT_OUT = {
    "comment",
    "footnote",  # shown where it is called
    "index",
    "meta",
    "pending",
    "raw",
    "substitution_definition",
    "system_message",
    "tabular_col_spec",
    "toctree",
    "transition",
}


class Translator:
    """Renders the nodes of one document; `render_NAME` gives the markup of a node of that class."""

    def __init__(
        self,
        name: str,
        document: nodes.document,
        anchors: Anchors,
        image: Callable[[str], Path],
        macros: Macros = (),
    ) -> None:
        self.name = name
        self.document = document
        self.anchors = anchors
        self.image = image
        self.macros = macros
        self._level = 0
        self._footnotes = {note["ids"][0]: note for note in document.findall(nodes.footnote)}
        self._footnotes_shown: set[str] = set()

    # The walk

    def render(self, node: nodes.Node) -> str:
        kinds = [kind.__name__ for kind in type(node).__mro__]
        # What an extension makes of an inline node or of a title is still one.
        for kind in kinds if isinstance(node, (nodes.inline, nodes.Text)) else kinds[:1]:
            if kind in _LEFT_OUT:
                return ""
            if method := getattr(self, f"render_{kind}", None):
                markup: str = method(node)
                return markup
        self.warn(f"the PDF has no form for <{kinds[0]}>. Add `render_{kinds[0]}` to press/pdf.", node)
        return ""

    def children(self, node: nodes.Element, leave_out: Sequence[nodes.Node] = ()) -> str:
        return self.all(child for child in node.children if child not in leave_out)

    def all(self, children: Iterable[nodes.Node]) -> str:
        return "".join(self.render(child) for child in children)

    def warn(self, message: str, node: nodes.Node) -> None:
        here: nodes.Element | None = node
        while here is not None and here.line is None:
            here = here.parent
        LOG.warning("%s", message, location=here or (self.name, None), type="press", subtype="pdf")

    def labelled(self, node: nodes.Element, markup: str) -> str:
        """The markup, so that links can lead to it."""
        place = self.anchors.of(self.name, node)
        return f"{markup}#label({string(place.label)});" if place else markup

    def point(self, node: nodes.Element) -> str:
        """Something to lead links to, for what has no markup of its own."""
        place = self.anchors.of(self.name, node)
        return f"#[#metadata(none)#label({string(place.label)})];" if place else ""

    # Sections

    def render_document(self, node: nodes.document) -> str:
        return self.children(node)

    def render_section(self, node: nodes.section) -> str:
        if not isinstance(node[0], nodes.title):
            return self.children(node)
        self._level += 1
        place = self.anchors.of(self.name, node)
        head = self.heading(self._level, self.all(node[0].children), place)
        body = self.children(node, leave_out=[node[0]])
        self._level -= 1
        return head + body

    def heading(self, level: int, title: str, place: Place | None = None) -> str:
        number = call("number", string(place.number)) if place and place.number else ""
        head = f"#heading(level: {level}, {content(number + title)})"
        return block(f"{head}#label({string(place.label)});" if place else f"{head};")

    def render_paragraph(self, node: nodes.paragraph) -> str:
        words = self.point(node) + self.children(node)
        if _announces(node):
            words = call("announcement", content(words))
        return block(words)

    render_compact_paragraph = render_paragraph

    def render_compound(self, node: nodes.compound) -> str:
        return "" if "toctree-wrapper" in node["classes"] else self.children(node)

    # In a line

    def render_Text(self, node: nodes.Text) -> str:
        return text(node.astext())

    def render_inline(self, node: nodes.inline) -> str:
        return self.point(node) + self.children(node)

    def render_target(self, node: nodes.target) -> str:
        """Most names have passed to what they name; those of the index's entries stay where they are."""
        return "" if {"refid", "refuri"} & set(node.attributes) else self.point(node)

    def render_emphasis(self, node: nodes.emphasis) -> str:
        return call("emph", content(self.children(node)))

    render_title_reference = render_emphasis

    def render_strong(self, node: nodes.strong) -> str:
        return call("strong", content(self.children(node)))

    def render_superscript(self, node: nodes.superscript) -> str:
        return call("super", content(self.children(node)))

    def render_subscript(self, node: nodes.subscript) -> str:
        return call("sub", content(self.children(node)))

    def render_literal(self, node: nodes.literal) -> str:
        # Sphinx also marks the words of links to numbered things so.
        return self.children(node) if "xref" in node["classes"] else call("raw", string(node.astext()))

    def render_footnote_reference(self, node: nodes.footnote_reference) -> str:
        note = self._footnotes.get(node["refid"])
        if note is None:
            self.warn(f"no footnote is called {node['refid']!r}", node)
            return ""
        name = node["refid"]
        label = f"label({string(self.name + '#note-' + name)})"
        if name in self._footnotes_shown:
            return f"#footnote({label});"
        self._footnotes_shown.add(name)
        words = self.children(note, leave_out=[child for child in note if isinstance(child, nodes.label)])
        return f"#footnote({content(words.strip())})#{label};"

    def render_reference(self, node: nodes.reference) -> str:
        words = self.children(node)
        address = node.get("refuri", "")
        if address and not address.startswith(SCHEME) and not address.startswith("#"):
            return f"#link({string(address)}){content(words)};"
        place = self.anchors.find(self.name, node)
        if place is None:
            self.warn(f"nothing in the book to link to: {node.get('refid') or address}", node)
            return words
        label = f"label({string(place.label)})"
        link = f"#link({label}){content(words)};"
        if "index-place" in node["classes"]:
            return f"#link({label})[#page-of({label})];"
        # On paper a title alone is hard to find; a section without a number, by any words.
        unnumbered = place.title and not place.number
        if unnumbered or {"listing-caption", "with-page"} & set(node.parent.get("classes", [])):
            return f"{link} (p. #page-of({label});)"
        return f"{link} ({place.number})" if place.number and node.astext() == place.title else link

    render_number_reference = render_reference

    # Formulas

    def render_math(self, node: nodes.math) -> str:
        return f"#{self._equation(node, block=False)};"

    def render_math_block(self, node: nodes.math_block) -> str:
        number = self.anchors.number(self.name, "displaymath", node)
        digits = string(number) if number else "none"
        return block(self.labelled(node, f"#equation({digits}, {self._equation(node, block=True)})"))

    def _equation(self, node: nodes.Element, *, block: bool) -> str:
        source = node.astext().strip()
        try:
            inside = formula(source, block=block, macros=self.macros)
        except MathsError as error:
            self.warn(f"maths: {error}", node)
            return f"raw({string(source)})"
        spaced = f"$ {inside} $" if block else f"${inside}$"
        shown = "true" if block else "false"
        return f"math.equation(block: {shown}, alt: {string(' '.join(source.split()))}, {spaced}.body)"

    # Code

    def code(self, node: nodes.literal_block, caption: str = "") -> str:
        try:
            rows = listing(node.astext(), node.get("language", "none"))
        except UnknownLanguageError as error:
            self.warn(str(error), node)
            rows = listing(node.astext(), "none")
        named = f"caption: {content(caption)}, " if caption else ""
        return block(self.labelled(node, f"#code({named}{rows})"))

    def render_literal_block(self, node: nodes.literal_block) -> str:
        return self.code(node)


def _announces(paragraph: nodes.paragraph) -> bool:
    """Whether what follows the paragraph ends its sentence, so that no page should end between them."""
    following = paragraph.next_node(
        lambda node: not isinstance(node, (nodes.target, nodes.comment)), descend=False, siblings=True
    )
    finished = paragraph.astext().rstrip(")”’\"'").endswith((".", "?", "!"))  # noqa: RUF001
    return (
        not finished and isinstance(following, nodes.Element) and not isinstance(following, nodes.paragraph)
    )
