"""The look of the pages, and what the theme would load that an offline book never uses.

The style sheet, its fonts and the icons come from `theme/static`. Left out: FontAwesome's script (the
theme's own style sheet draws the same icons from a font, here a small one), and the scripts that connect a
page to a server which runs code.
"""

from pathlib import Path
from typing import Any

from docutils import nodes  # type: ignore[import-untyped]
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util.typing import ExtensionMetadata

_HERE = Path(__file__).parent / "theme"
_UNUSED = ("sphinx-thebe.js", "sphinx-thebe.css", "const THEBE_JS_URL")


def _add_folders(app: Sphinx, config: Config) -> None:
    config.html_static_path.append(str(_HERE / "static"))
    config.templates_path.append(str(_HERE / "templates"))


def _leave_out(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    for kind in ("script_files", "css_files"):
        context[kind] = [asset for asset in context[kind] if not _is_unused(asset)]


def _is_unused(asset: object) -> bool:
    name = str(getattr(asset, "filename", asset) or "")
    body = str(getattr(asset, "attributes", {}).get("body") or "")
    return any(mark in name or body.startswith(mark) for mark in _UNUSED)


def setup(app: Sphinx) -> ExtensionMetadata:
    app.connect("config-inited", _add_folders)
    app.connect("html-page-context", _leave_out, priority=900)
    app.add_css_file("book.css", priority=900)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
