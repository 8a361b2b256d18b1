"""Marks the examples that a page can run, and says where others begin.

The marks are classes; the page's script (`static/live.js`) makes the buttons. Without it, nothing shows.
"""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from docutils import nodes  # type: ignore[import-untyped]
from sphinx.application import Sphinx
from sphinx.builders.html._assets import _JavaScript

from press.live import engine
from press.live.examples import Offer, Page, public_names

_CLASSES = {Offer.RUN: ["live"], Offer.SILENT: ["live", "live-silent"]}
_NOTES = {
    "all": "The examples from here to the next Run button need more than plain Python: they run on your "
    "machine, not in the page.",
    "some": "Examples with a Run button run in the page. The others need more than plain Python: they run on "
    "your machine.",
}


def modules(app: Sphinx) -> dict[str, str]:
    """The text of each module that the book ships with its pages."""
    files = {name: Path(app.srcdir, path) for name, path in app.config.press_live_modules.items()}
    return {name: file.read_text("utf-8") for name, file in files.items() if file.is_file()}


def mark(app: Sphinx, document: nodes.document, name: str) -> None:
    if app.builder.name != "html":
        return
    page = Page({module: public_names(source) for module, source in modules(app).items()})
    offers: list[tuple[nodes.literal_block, Offer]] = []
    for block in list(document.findall(nodes.literal_block)):
        if block.get("language") == "pycon":
            text = block.astext()
            left_out = any(line in text for line in app.config.press_live_left_out)
            offers.append((block, page.offer(text, left_out)))
    if not any(offer is Offer.RUN for _, offer in offers):
        return
    said = ""
    for section, found in _by_section(offers):
        kind = "" if Offer.NONE not in found else "some" if Offer.RUN in found else "all"
        if kind and kind != said:  # a section like the one before needs no second note
            _note(section, _NOTES[kind])
        said = kind
    for block, offer in offers:
        if offer in _CLASSES:
            block.replace_self(nodes.container("", block.deepcopy(), classes=_CLASSES[offer]))


def _by_section(
    offers: list[tuple[nodes.literal_block, Offer]],
) -> Iterator[tuple[nodes.section, set[Offer]]]:
    """The sections right below the page's title that have examples, each with what is offered there."""
    found: dict[int, tuple[nodes.section, set[Offer]]] = {}
    for block, offer in offers:
        sections = _sections_around(block)
        section = sections[-2] if len(sections) > 1 else sections[-1]
        found.setdefault(id(section), (section, set()))[1].add(offer)
    yield from found.values()


def _sections_around(node: nodes.Node) -> list[nodes.section]:
    """From the inside out."""
    around = []
    while node is not None:
        if isinstance(node, nodes.section):
            around.append(node)
        node = node.parent
    return around


def _note(section: nodes.section, text: str) -> None:
    title = section.index(next(child for child in section if isinstance(child, nodes.title)))
    section.insert(title + 1, nodes.raw("", f'<div class="live-note" hidden>{text}</div>', format="html"))


def add_script(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Only pages with something to run have the script for it."""
    body = context.get("body", "")
    added = []
    if 'class="live docutils' in body:
        state = sha256(engine.script(modules(app)).encode()).hexdigest()[:8]
        address = f"{context['pathto'](f'_static/{engine.NAME}', resource=True)}?v={state}"
        added.append(_JavaScript("_static/live.js", priority=910, **{"data-python": address}))
    context["script_files"] = [*context["script_files"], *added]


def write_engine(app: Sphinx, error: Exception | None) -> None:
    if error is None and app.builder.name == "html":
        target = Path(app.outdir, "_static", engine.NAME)
        target.write_text(engine.script(modules(app)), "utf-8")
