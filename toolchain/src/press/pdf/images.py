"""The book's pictures, made ready for Typst."""

import re
from pathlib import Path

from press.descriptions import opening_tag

_WIDTH = re.compile(r'\bwidth="([\d.]+)(?:px)?"')
_FONT = "DejaVu Sans"  # what the figures were laid out with
_PIXEL = 0.64  # points: words in a figure are then as large as those under it


def copy_image(source: Path, target: Path) -> None:
    """Copy a picture; in a drawing, name the font that stands for `sans-serif` on a web page."""
    data = source.read_bytes()
    if source.suffix == ".svg":
        data = data.replace(b'font-family="sans-serif"', f'font-family="{_FONT}"'.encode())
    target.write_bytes(data)


def natural_width(drawing: Path) -> float | None:
    """The width of a drawing in points, or None when it is not said."""
    width = _WIDTH.search(opening_tag(drawing))
    return float(width[1]) * _PIXEL if width else None
