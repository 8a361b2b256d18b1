"""What was tested, and with which versions, for the page's template to show as `verified`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from docutils import nodes  # type: ignore[import-untyped]
from oldliterate.verifying import verified, versions  # type: ignore[import-untyped]
from sphinx.application import Sphinx
from sphinx.config import Config


def read(app: Sphinx, config: Config) -> None:
    root = Path(app.srcdir)
    note = verified.load(root)
    sentences = [note.sentence() if note else "", versions.sentence(versions.load(root))]
    # Part of the configuration, so that pages are written again when it changes.
    config.literate_verified = " ".join(filter(None, sentences))


def show(
    app: Sphinx, page: str, template: str, context: dict[str, Any], document: nodes.document | None
) -> None:
    context["verified"] = app.config.literate_verified


def setup(app: Sphinx) -> None:
    app.add_config_value("literate_verified", "", "html", str)
    app.connect("config-inited", read)
    app.connect("html-page-context", show)
