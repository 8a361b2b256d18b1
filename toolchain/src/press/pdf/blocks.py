"""Lists, tables, figures, listings with captions, and the bibliography."""

from docutils import nodes  # type: ignore[import-untyped]

from press.pdf.images import natural_width
from press.pdf.markup import array, block, call, content, string, text
from press.pdf.translator import Translator

_NUMBERINGS = {
    "arabic": "1",
    "loweralpha": "a",
    "upperalpha": "A",
    "lowerroman": "i",
    "upperroman": "I",
}


class BlockTranslator(Translator):
    """What stands between paragraphs."""

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
        return self.point(node) + self.children(node)

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
        natural = natural_width(file)
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


def _side(entry: nodes.entry) -> str:
    sides = [name.removeprefix("text-") for name in entry.get("classes", []) if name.startswith("text-")]
    return next((side for side in sides if side in ("left", "right", "center")), "left")
