"""What a page's examples and commands claim, which of them it can run, and where those that it cannot begin.

What a block claims stands in its node, as triples of source, wanted output and line (counted from 0 in the
block). On the page it is around the block: `data-code` says for each claim the line where its code begins and
how many lines that has, which is what is copied (`book.js`); of a block that the page can run, `data-wants`
holds the outputs. The page's script (`static/live.js`) makes the buttons. Without it, nothing shows.
"""

import json
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any

from docutils import nodes  # type: ignore[import-untyped]
from sphinx.application import Sphinx
from sphinx.builders.html._assets import _JavaScript

from press.live import engine
from press.live.examples import Offer, Page, public_names

_CLASSES = {Offer.RUN: "live", Offer.SILENT: "live live-silent", Offer.NONE: "session"}
_NOTE = (
    "Examples with a Run button run in the page. The others need more than plain Python: they run on your "
    "machine."
)


def modules(app: Sphinx) -> dict[str, str]:
    """The text of each module that the book ships with its pages."""
    files = {name: Path(app.srcdir, path) for name, path in app.config.press_live_modules.items()}
    return {name: file.read_text("utf-8") for name, file in files.items() if file.is_file()}


def mark(app: Sphinx, document: nodes.document, name: str) -> None:
    if app.builder.name != "html":
        return
    page = Page({module: public_names(source) for module, source in modules(app).items()})
    blocks = [block for block in document.findall(nodes.literal_block) if "claims" in block]
    offers = {}
    for block in blocks:
        if block["language"] == "pycon":
            left_out = any(line in block.astext() for line in app.config.press_live_left_out)
            offers[block] = page.offer([claim[:2] for claim in block["claims"]], left_out)
    mixed = {Offer.RUN, Offer.NONE} <= set(offers.values())
    note = [_raw(f'<div class="live-note" hidden>{_NOTE}</div>')] if mixed else []
    for block in blocks:
        opening = _opening(block["claims"], offers.get(block, Offer.NONE))
        block.replace_self([*note, _raw(opening), block.deepcopy(), _raw("</div>")])
        note = []


def _opening(claims: list[tuple[str, str, int]], offer: Offer) -> str:
    sizes = [f"{line} {_lines(source)}" for source, _, line in claims]
    wants = escape(json.dumps([want for _, want, _ in claims], ensure_ascii=False), quote=False)
    outputs = "" if offer is Offer.NONE else " data-wants='{}'".format(wants.replace("'", "&#39;"))
    return f'<div class="{_CLASSES[offer]}" data-code="{" ".join(sizes)}"{outputs}>'


def _lines(source: str) -> int:
    return source.removesuffix("\n").count("\n") + 1


def _raw(html: str) -> nodes.raw:
    return nodes.raw("", html, format="html")


def add_script(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Only pages with something to run have the script for it."""
    body = context.get("body", "")
    added = []
    if '<div class="live" ' in body:
        state = sha256(_engine(app).encode()).hexdigest()[:8]
        address = f"{context['pathto'](f'_static/{engine.NAME}', resource=True)}?v={state}"
        added.append(_JavaScript("_static/live.js", priority=910, **{"data-python": address}))
    context["script_files"] = [*context["script_files"], *added]


def write_engine(app: Sphinx, error: Exception | None) -> None:
    if error is None and app.builder.name == "html":
        target = Path(app.outdir, "_static", engine.NAME)
        target.write_text(_engine(app), "utf-8")


def _engine(app: Sphinx) -> str:
    return engine.script(modules(app), app.config.press_live_comparison)
