"""Admonitions, exercises, and the solutions that stand at the end of the book."""

from docutils import nodes  # type: ignore[import-untyped]

from press.pdf.blocks import BlockTranslator
from press.pdf.markup import block, content, string, text

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


class BookTranslator(BlockTranslator):
    """A whole document of the book."""

    solutions: dict[str, str]  # an exercise's label to that of its solution

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

    def render_solution_node(self, node: nodes.Element) -> str:
        """Nothing here: `solution` is called for it at the end of the book."""
        return ""

    def solution(self, node: nodes.Element) -> str:
        title, *rest = node
        place = self.anchors.of(self.name, node)
        return self.heading(3, self.all(title.children), place) + self.all(rest)


def solutions_of(document: nodes.document) -> list[nodes.Element]:
    """The solutions in a document, in order."""
    return [node for node in document.findall(nodes.Element) if type(node).__name__ == "solution_node"]


def exercise_of(solution: nodes.Element) -> nodes.reference | None:
    """The link from a solution's title to its exercise."""
    return next(iter(solution[0].findall(nodes.reference)), None)
