"""The book's pictures, made ready for Typst."""

import re
from html import unescape
from pathlib import Path

_ROOT = re.compile(r"<svg\b[^>]*>")
_LABEL = re.compile(r'\baria-label="([^"]*)"')
_WIDTH = re.compile(r'\bwidth="([\d.]+)(?:px)?"')
_FONT = "DejaVu Sans"  # what the figures were laid out with
_PIXEL = 0.64  # points: words in a figure are then as large as those under it


def copy_image(source: Path, target: Path) -> None:
    """Copy a picture; in a drawing, name the font that stands for `sans-serif` on a web page."""
    data = source.read_bytes()
    if source.suffix == ".svg":
        data = data.replace(b'font-family="sans-serif"', f'font-family="{_FONT}"'.encode())
    target.write_bytes(data)


def description(drawing: Path) -> str:
    """What a drawing says of itself to those who cannot see it."""
    label = _LABEL.search(_root(drawing))
    return unescape(label[1]) if label else ""


def natural_width(drawing: Path) -> float | None:
    """The width of a drawing in points, or None when it is not said."""
    width = _WIDTH.search(_root(drawing))
    return float(width[1]) * _PIXEL if width else None


def _root(drawing: Path) -> str:
    if drawing.suffix != ".svg":
        return ""
    found = _ROOT.search(drawing.read_text("utf-8"))
    return found[0] if found else ""
