"""What was tested, and with which versions, for the page's template to show as `verified`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from docutils import nodes  # type: ignore[import-untyped]
from sphinx.application import Sphinx
from sphinx.config import Config

from literate import verified


def read(app: Sphinx, config: Config) -> None:
    # Part of the configuration, so that pages are written again when it changes.
    config.literate_verified = verified.sentence(Path(app.srcdir))


def show(
    app: Sphinx, page: str, template: str, context: dict[str, Any], document: nodes.document | None
) -> None:
    context["verified"] = app.config.literate_verified


def setup(app: Sphinx) -> None:
    app.add_config_value("literate_verified", "", "html", str)
    app.connect("config-inited", read)
    app.connect("html-page-context", show)
