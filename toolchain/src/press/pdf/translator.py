"""One document of the book as Typst markup: `render_NAME` gives that of a node of the class NAME."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from docutils import nodes  # type: ignore[import-untyped]
from sphinx.util import logging

from press.descriptions import opening_tag
from press.mathml import MathsError
from press.pdf.anchors import SCHEME, Anchors, Place
from press.pdf.maths import formula
from press.pdf.typst import UnknownLanguageError, array, block, call, content, listing, string, text

LOG = logging.getLogger(__name__)

Macros = tuple[tuple[str, str], ...]

_SHOWN_ELSEWHERE = {"footnote", "solution_node"}  # where it is called, and at the end of the book
# What a page of paper has no use for.
_LEFT_OUT = {
    "comment",
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
_CALLS = {
    "emphasis": "emph",
    "strong": "strong",
    "subscript": "sub",
    "superscript": "super",
    "title_reference": "emph",
}
_NUMBERINGS = {
    "arabic": "1",
    "loweralpha": "a",
    "upperalpha": "A",
    "lowerroman": "i",
    "upperroman": "I",
}
_BLUE, _GREEN, _AMBER, _RED, _VIOLET = "#2463c2", "#1a7f4b", "#b45309", "#b42318", "#6d3fc0"
_COLOURS = {
    "attention": _AMBER,
    "caution": _AMBER,
    "danger": _RED,
    "error": _RED,
    "exercise": _BLUE,
    "hint": _GREEN,
    "important": _VIOLET,
    "note": _BLUE,
    "predict": _VIOLET,
    "seealso": _GREEN,
    "tip": _GREEN,
    "warning": _AMBER,
}
_TITLES = {"seealso": "See also"}
_UNBROKEN = 1600  # characters; a longer box may go on on the next page
_WIDTH = re.compile(r'\bwidth="([\d.]+)(?:px)?"')
_PIXEL = 0.64  # points: words in a figure are then as large as those under it


class Translator:
    """Renders the nodes of one document.

    `image` gives the file of a picture, `solutions` the label of each solution by that of its exercise.
    """

    def __init__(
        self,
        name: str,
        document: nodes.document,
        anchors: Anchors,
        image: Callable[[str], Path],
        macros: Macros = (),
        solutions: Mapping[str, str] | None = None,
    ) -> None:
        self.name = name
        self.document = document
        self.anchors = anchors
        self.image = image
        self.macros = macros
        self.solutions = solutions or {}
        self._level = 0
        self._footnotes = {note["ids"][0]: note for note in document.findall(nodes.footnote)}
        self._footnotes_shown: set[str] = set()

    # The walk

    def render(self, node: nodes.Node) -> str:
        kinds = [kind.__name__ for kind in type(node).__mro__]
        # What an extension makes of an inline node or of a title is still one.
        for kind in kinds if isinstance(node, (nodes.inline, nodes.Text)) else kinds[:1]:
            if kind in _SHOWN_ELSEWHERE:
                return ""
            if kind in _LEFT_OUT:
                return self.point(node)
            if method := getattr(self, f"render_{kind}", None):
                markup: str = method(node)
                # Links lead to every node that has a name, also where nothing of it is shown.
                return self.point(node) + markup if self._unlabelled(node) else markup
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
        return f"{markup}{self._label(place)};" if place else markup

    def point(self, node: nodes.Node) -> str:
        """Something to lead links to, for what has no markup of its own."""
        place = self.anchors.of(self.name, node) if isinstance(node, nodes.Element) else None
        return f"#[#metadata(none){self._label(place)}];" if place else ""

    def _label(self, place: Place) -> str:
        self.anchors.labelled.add(place.label)
        return f"#label({string(place.label)})"

    def _unlabelled(self, node: nodes.Node) -> bool:
        place = self.anchors.of(self.name, node) if isinstance(node, nodes.Element) else None
        return place is not None and place.label not in self.anchors.labelled

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
        return block(f"{head}{self._label(place)};" if place else f"{head};")

    def render_paragraph(self, node: nodes.paragraph) -> str:
        words = self.children(node)
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
        return self.children(node)

    def render_target(self, node: nodes.target) -> str:
        """Nothing but a place: the names of the index's entries."""
        return ""

    def _in_a_line(self, node: nodes.Element) -> str:
        return call(_CALLS[type(node).__name__], content(self.children(node)))

    render_emphasis = render_strong = render_subscript = render_superscript = _in_a_line
    render_title_reference = _in_a_line

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

    # Lists

    def render_bullet_list(self, node: nodes.bullet_list) -> str:
        return block(self._list("list", node))

    def render_enumerated_list(self, node: nodes.enumerated_list) -> str:
        style = _NUMBERINGS[node.get("enumtype", "arabic")]
        numbering = string(node.get("prefix", "") + style + node.get("suffix", "."))
        return block(self._list("enum", node, numbering=numbering, start=str(node.get("start", 1))))

    def _list(self, name: str, node: nodes.Element, **named: str) -> str:
        items = [content(self.children(item).strip()) for item in node]
        tight = "true" if all(len(item) == 1 for item in node) else "false"
        return call(name, *items, tight=tight, **named)

    def render_definition_list(self, node: nodes.definition_list) -> str:
        items = []
        for item in node:
            terms = [child for child in item if isinstance(child, nodes.term)]
            meaning = self.children(item, leave_out=terms).strip()
            words = ", ".join(self.point(term) + self.children(term) for term in terms)
            items.append(f"terms.item({content(words)}, {content(meaning)})")
        return block(call("terms", *items))

    def render_glossary(self, node: nodes.Element) -> str:
        return self.children(node)

    render_definition = render_glossary

    def render_block_quote(self, node: nodes.block_quote) -> str:
        return block(call("quote", content(self.children(node).strip()), block="true"))

    def render_rubric(self, node: nodes.rubric) -> str:
        words = call("strong", content(self.children(node)))
        return block(call("block", content(words), sticky="true"))

    # Containers

    def render_container(self, node: nodes.container) -> str:
        if "listing" in node["classes"]:
            return self._listing(node)
        if "book-index" in node["classes"]:
            return block(call("book-index", content(self.children(node))))
        if node.get("literal_block"):
            return self._captioned_code(node)
        if node.get("nb_element") == "cell_code":
            return self._cell(node)
        return self.children(node)

    def _listing(self, node: nodes.container) -> str:
        """Code with a line under it that says what becomes of it."""
        code, caption = node
        words = self.all(caption.children).strip()
        return block(self.labelled(node, self.code(code, words).strip()))

    def _captioned_code(self, node: nodes.container) -> str:
        caption, code = node
        number = self.anchors.number(self.name, "code-block", node)
        words = self._numbered("Listing", number) + self.all(caption.children)
        return block(self.labelled(node, self.code(code, words).strip()))

    def _cell(self, node: nodes.container) -> str:
        hidden = str(node.get("hide_mode", "")).split("+")
        parts = {"cell_code_source": "input", "cell_code_output": "output"}
        return self.all(
            part for part in node if "all" not in hidden and parts.get(part.get("nb_element")) not in hidden
        )

    # Figures

    def render_image(self, node: nodes.image) -> str:
        return block(f"#align(center, {self._image(node)});")

    def _image(self, node: nodes.image) -> str:
        file = self.image(node["uri"])
        words = node.get("alt")
        if not words:
            self.warn("a picture without a description: give it `alt` text", node)
        share = str(node.get("width", ""))
        natural = _natural_width(file)
        width = share if share.endswith("%") else f"{natural:.1f}pt" if natural else "auto"
        place = string(f"{file.parent.name}/{file.name}")
        return f"fitted({place}, {width}, {string(words or 'picture')})"

    def render_figure(self, node: nodes.figure) -> str:
        number = self.anchors.number(self.name, "figure", node)
        caption = next((child for child in node if isinstance(child, nodes.caption)), None)
        images = list(node.findall(nodes.image))
        if len(images) == 1:
            body = self._image(images[0])
        else:
            body = content(self.children(node, leave_out=[caption] if caption else []).strip())
        words = self._numbered("Figure", number) + (self.all(caption.children) if caption else "")
        # At the foot of a page, after its mention, so that no gap is left where it would not fit.
        figure = f"#figure({body}, caption: {content(words)}, numbering: none, placement: bottom)"
        return block(self.labelled(node, figure))

    def _numbered(self, kind: str, number: str) -> str:
        return call("strong", content(f"{kind} {text(number)}")) + "\u2002" if number else ""

    # Tables

    def render_table(self, node: nodes.table) -> str:
        group = next(child for child in node if isinstance(child, nodes.tgroup))
        head = [row for part in group if isinstance(part, nodes.thead) for row in part]
        rows = [row for part in group if isinstance(part, nodes.tbody) for row in part]
        sides = array([_side(entry) for entry in (head or rows)[0]])
        lines = [f"columns: {len((head or rows)[0])}", f"align: {sides}", "table.hline(stroke: 0.8pt)"]
        if head:
            cells = ", ".join(self._entry(entry) for row in head for entry in row)
            lines.append(f"table.header({cells}), table.hline(stroke: 0.5pt)")
        lines += [", ".join(self._entry(entry) for entry in row) for row in rows]
        lines.append("table.hline(stroke: 0.8pt)")
        table = f"table({', '.join(lines)})"
        title = next((child for child in node if isinstance(child, nodes.title)), None)
        if title is None:
            return block(self.labelled(node, f"#plain-table({table})"))
        number = self.anchors.number(self.name, "table", node)
        words = content(self._numbered("Table", number) + self.all(title.children))
        figure = f"#figure({table}, caption: figure.caption(position: top, {words}), numbering: none)"
        return block(self.labelled(node, figure))

    def _entry(self, entry: nodes.entry) -> str:
        words = content(self.children(entry).strip())
        spans = {"colspan": entry.get("morecols", 0) + 1, "rowspan": entry.get("morerows", 0) + 1}
        wide = {name: str(size) for name, size in spans.items() if size > 1}
        return call("table.cell", words, **wide).strip("#;") if wide else words

    # References

    def render_citation(self, node: nodes.citation) -> str:
        mark, *others = node
        words = content(f"\\[{text(mark.astext())}\\]")
        return block(self.labelled(node, f"#citation({words}, {content(self.all(others).strip())})"))

    # Boxes

    def _box(self, node: nodes.Element, kind: str, title: str, body: str) -> str:
        colour = f"rgb({string(_COLOURS.get(kind, _BLUE))})"
        whole = len(node.astext()) < _UNBROKEN
        heading = content(title) if title else "none"
        breakable = "false" if whole else "true"
        frame = f"#framed({colour}, {breakable}, {heading}, {content(body.strip())})"
        return block(self.labelled(node, frame))

    def render_admonition(self, node: nodes.admonition) -> str:
        title = node[0] if len(node) and isinstance(node[0], nodes.title) else None
        kind = next((name for name in node["classes"] if name in _COLOURS), "note")
        words = self.all(title.children) if title is not None else ""
        return self._box(node, kind, words, self.children(node, leave_out=[title] if title else []))

    def _plain_admonition(self, node: nodes.Element) -> str:
        kind = type(node).__name__
        return self._box(node, kind, _TITLES.get(kind, kind.capitalize()), self.children(node))

    render_attention = render_caution = render_danger = render_error = _plain_admonition
    render_hint = render_important = render_note = render_seealso = _plain_admonition
    render_tip = render_warning = _plain_admonition

    def render_exercise_enumerable_node(self, node: nodes.Element) -> str:
        title, *rest = node
        number = self.anchors.number(self.name, "exercise", node)
        pattern = title.get("title", "")
        words = text(pattern.replace("%s", number)) + self.all(title.children)
        body = self.all(rest).strip()
        if solution := self.solutions.get(f"{self.name}#{node['ids'][0]}"):
            label = f"label({string(solution)})"
            body += block(f"#note-line[#link({label})[Solution]; on page #page-of({label});];")
        return self._box(node, "exercise", words, body)

    render_exercise_node = render_exercise_enumerable_node

    def solution(self, node: nodes.Element) -> str:
        """A solution, as it stands at the end of the book."""
        title, *rest = node
        place = self.anchors.of(self.name, node)
        return self.heading(3, self.all(title.children), place) + self.all(rest)


def _announces(paragraph: nodes.paragraph) -> bool:
    """Whether what follows the paragraph ends its sentence, so that no page should end between them."""
    following = paragraph.next_node(
        lambda node: not isinstance(node, (nodes.target, nodes.comment)), descend=False, siblings=True
    )
    finished = paragraph.astext().rstrip(")”’\"'").endswith((".", "?", "!"))  # noqa: RUF001
    return (
        not finished and isinstance(following, nodes.Element) and not isinstance(following, nodes.paragraph)
    )


def _side(entry: nodes.entry) -> str:
    sides = [name.removeprefix("text-") for name in entry.get("classes", []) if name.startswith("text-")]
    return next((side for side in sides if side in ("left", "right", "center")), "left")


def solutions_of(document: nodes.document) -> list[nodes.Element]:
    """The solutions in a document, in order."""
    return [node for node in document.findall(nodes.Element) if type(node).__name__ == "solution_node"]


def exercise_of(solution: nodes.Element) -> nodes.reference | None:
    """The link from a solution's title to its exercise."""
    return next(iter(solution[0].findall(nodes.reference)), None)


def _natural_width(drawing: Path) -> float | None:
    """The width of a drawing in points, or None when it is not said."""
    width = _WIDTH.search(opening_tag(drawing))
    return float(width[1]) * _PIXEL if width else None
