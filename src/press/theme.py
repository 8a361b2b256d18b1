"""The look of the pages, and what the theme would load that an offline book never uses.

The style sheet, its fonts and the icons come from `theme/static`. Left out: FontAwesome's script (the
theme's own style sheet draws the same icons from a font, here a small one), and sphinx-thebe, which connects
pages to a server that runs code.
"""

from pathlib import Path
from typing import Any

from docutils import nodes  # type: ignore[import-untyped]
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util.typing import ExtensionMetadata

_HERE = Path(__file__).parent / "theme"


def _add_folders(app: Sphinx, config: Config) -> None:
    config.html_static_path.append(str(_HERE / "static"))
    config.templates_path.append(str(_HERE / "templates"))


def _silence_thebe(app: Sphinx, config: Config) -> None:
    """Jupyter Book loads the extension in any case; without its listeners it adds nothing to a page."""
    for listeners in app.events.listeners.values():
        for listener in list(listeners):
            if listener.handler.__module__.partition(".")[0] == "sphinx_thebe":
                app.disconnect(listener.id)


def _drop_style_of_thebe(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    sheets = context["css_files"]
    context["css_files"] = [sheet for sheet in sheets if "sphinx-thebe" not in str(sheet.filename)]


def setup(app: Sphinx) -> ExtensionMetadata:
    app.connect("config-inited", _add_folders)
    app.connect("config-inited", _silence_thebe)
    app.connect("html-page-context", _drop_style_of_thebe, priority=900)
    app.add_css_file("book.css", priority=900)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
