"""Plots: matplotlib's drawing, with the page's colours and reproducible bytes."""

import io
import re
from collections.abc import Callable
from typing import Any

import matplotlib
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from figures import palette
from figures.picture import Picture

_PIXELS_PER_POINT = 1.25  # a plot 6.4 inches wide then fills a column of the page

_STYLE = {
    "axes.edgecolor": palette.INK,
    "axes.facecolor": "none",
    "axes.grid": True,
    "axes.labelcolor": palette.INK,
    "axes.linewidth": 0.8,
    "axes.prop_cycle": matplotlib.cycler(color=palette.SERIES),
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlecolor": palette.INK,
    "axes.titlesize": "medium",
    "axes.unicode_minus": True,
    "figure.constrained_layout.use": True,
    "figure.facecolor": "none",
    "font.family": "sans-serif",
    "font.size": 12,
    "grid.alpha": 0.15,
    "grid.color": palette.INK,
    "grid.linewidth": 0.8,
    "legend.frameon": False,
    "legend.labelcolor": palette.INK,
    "lines.linewidth": 1.8,
    "lines.markersize": 5,
    "path.simplify_threshold": 0.3,  # of a pixel: thousands of steps need no more
    "savefig.bbox": "tight",
    "savefig.pad_inches": 0.04,
    "svg.fonttype": "none",  # words stay words: searchable, and in the page's own font
    "svg.hashsalt": "tinygpt",
    "text.color": palette.INK,
    "xtick.color": palette.INK,
    "xtick.labelcolor": palette.INK,
    "ytick.color": palette.INK,
    "ytick.labelcolor": palette.INK,
}


def plot(
    draw: Callable[[Any], object],
    size: tuple[float, float] = (6.4, 3.4),
    alt: str = "",
    rows: int = 1,
    cols: int = 1,
) -> Picture:
    """Call `draw` with the axes and return what it drew.

    `size` is width and height in inches. With more than one row or column, `draw` gets an array of axes.
    Colours from this package's palette follow the page; other colours stay as they are.
    """
    with matplotlib.rc_context(_STYLE):
        figure = Figure(figsize=size)
        FigureCanvasSVG(figure)
        draw(figure.subplots(rows, cols))
        out = io.StringIO()
        figure.savefig(out, format="svg", metadata=dict.fromkeys(("Date", "Creator", "Format", "Type")))
    return _picture(out.getvalue(), alt)


def points(picture: Picture, name: str) -> list[tuple[float, float]]:
    """Where the points of the line with this `gid` are, in the units in which it is drawn."""
    found = re.search(rf'<g id="{re.escape(name)}">\s*<path d="([^"]*)"', picture.body)
    if not found:
        raise ValueError(f"the plot has no line with gid={name!r}")
    return [(float(x), float(y)) for x, y in re.findall(r"[ML] ([-\d.]+) ([-\d.]+)", found[1])]


def _picture(document: str, alt: str) -> Picture:
    opening = re.search(r'<svg [^>]*viewBox="0 0 ([\d.]+) ([\d.]+)"[^>]*>', document)
    assert opening, "matplotlib wrote an SVG file without a view box"
    width, height = (float(side) * _PIXELS_PER_POINT for side in opening.groups())
    body = document[opening.end() : document.rindex("</svg>")]
    body = re.sub(r"\s*<metadata>.*?</metadata>", "", body, flags=re.S)
    # A style element in an inline drawing would apply to the whole page, so its one rule moves onto a group.
    body = re.sub(r"\s*<style[^>]*>.*?</style>", "", body, flags=re.S)
    # Words come with the name of a font that the reader may not have: let them inherit the page's.
    body = re.sub(r"'DejaVu Sans'(?:, '[^']*'|, [\w-]+)*", "inherit", body)
    # Two decimals are finer than any screen; six would double the page.
    body = re.sub(r' d="([^"]*)"', lambda path: f' d="{_rounded(path[1])}"', body).strip()
    style = "stroke-linejoin: round; stroke-linecap: butt"
    body = f'<g transform="scale({_PIXELS_PER_POINT:g})" style="{style}">\n{body}\n</g>'
    return Picture(body, round(width, 2), round(height, 2), alt)


def _rounded(path: str) -> str:
    """The data of a path with two decimals per number, on one line."""
    short = re.sub(r"-?\d+\.\d+", lambda number: f"{float(number[0]):.2f}".rstrip("0").rstrip("."), path)
    return " ".join(short.split())
