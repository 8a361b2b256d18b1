"""The look of the pages, and what the theme would load that an offline book never uses.

The style sheet, its fonts, the icons and the book's one script come from `theme/static`, changed parts of
the theme's pages from `theme/templates`. Left out, with what replaces it:

| script | instead |
| --- | --- |
| FontAwesome | the theme's own style sheet draws the same icons from a font, here a small one |
| sphinx-thebe | nothing: it connects pages to a server that runs code |
| the theme's two, and bootstrap | book.js, which does what this book shows of their work |
| sphinx-copybutton with clipboard.js, sphinx-togglebutton | book.js, and `details` (`press.mends`) |
| sphinx-design's tabs | nothing, on a page without tabs |
| Sphinx's search, on every page | the search page alone loads it and its index |
"""

import re
from pathlib import Path
from textwrap import shorten
from typing import Any

from docutils import nodes  # type: ignore[import-untyped]
from sphinx.application import Sphinx
from sphinx.builders.html._assets import _JavaScript
from sphinx.config import Config
from sphinx.util.typing import ExtensionMetadata

_HERE = Path(__file__).parent / "theme"
_LEFT_OUT = ("clipboard.min.js", "copybutton.js", "togglebutton.js", "sphinx-book-theme.js")
_UNTITLED = {"search": "Search the pages of this book."}
_INLINE_LEFT_OUT = ("toggle", "DOCUMENTATION_OPTIONS")


def _add_folders(app: Sphinx, config: Config) -> None:
    config.html_static_path.append(str(_HERE / "static"))
    config.templates_path.append(str(_HERE / "templates"))


def _silence_thebe(app: Sphinx, config: Config) -> None:
    """Jupyter Book loads the extension in any case; without its listeners it adds nothing to a page."""
    for listeners in app.events.listeners.values():
        for listener in list(listeners):
            if listener.handler.__module__.partition(".")[0] == "sphinx_thebe":
                app.disconnect(listener.id)


def _choose_scripts(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    tabs = "sd-tab-set" in context.get("body", "")
    chosen = []
    for script in context["script_files"]:
        name = str(script.filename or "").rpartition("/")[2]
        inline = str(script.attributes.get("body", ""))
        unused = name in _LEFT_OUT or (name == "design-tabs.js" and not tabs)
        if unused or any(word in inline for word in _INLINE_LEFT_OUT):
            continue
        if script.filename and page != "search":  # the search page has scripts of its own that follow these
            attributes = {**script.attributes, "defer": "defer"}
            script = _JavaScript(script.filename, priority=script.priority, **attributes)
        chosen.append(script)
    context["script_files"] = chosen


def _describe(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """What search engines show of a page: its first sentences."""
    text = context.get("title") or _UNTITLED.get(page, app.config.project)
    if doctree is not None:
        first = next(iter(doctree.findall(nodes.paragraph)), None)
        text = first.astext() if first else text
    context["page_description"] = shorten(re.sub(r"<[^>]*>", "", text), 160, placeholder=" …")


def setup(app: Sphinx) -> ExtensionMetadata:
    app.connect("config-inited", _add_folders)
    app.connect("config-inited", _silence_thebe)
    app.connect("html-page-context", _choose_scripts, priority=900)
    app.connect("html-page-context", _describe)
    app.add_css_file("book.css", priority=900)
    app.add_js_file("book.js", priority=900)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
