"""Drawings that say in their own file what they show: the words become the picture's alternative text."""

import re
from html import unescape
from pathlib import Path

from docutils import nodes  # type: ignore[import-untyped]
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.typing import ExtensionMetadata

_ROOT = re.compile(r"<svg\b[^>]*>")
_LABEL = re.compile(r'\baria-label="([^"]*)"')


def opening_tag(drawing: Path) -> str:
    """The first tag of an SVG file; empty for any other file."""
    if drawing.suffix != ".svg" or not drawing.exists():
        return ""
    found = _ROOT.search(drawing.read_text("utf-8"))
    return found[0] if found else ""


def description(drawing: Path) -> str:
    """What a drawing says of itself; empty when it says nothing."""
    label = _LABEL.search(opening_tag(drawing))
    return unescape(label[1]) if label else ""


class DescribeDrawings(SphinxPostTransform):
    """Give each picture without alternative text the description that its file holds."""

    default_priority = 50  # when the outputs of cells have been chosen

    def run(self, **kwargs: object) -> None:
        for image in self.document.findall(nodes.image):
            if not image.get("alt") and (words := description(Path(self.env.srcdir, image["uri"]))):
                image["alt"] = words


def setup(app: Sphinx) -> ExtensionMetadata:
    app.add_post_transform(DescribeDrawings)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
