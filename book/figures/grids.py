"""Arrays drawn as grids of cells, up to four axes: a block of cells is a matrix of the last two axes."""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from html import escape

import numpy as np

from figures import palette

WIDTH, HEIGHT = 42, 27  # of a cell
_BETWEEN = 8  # two blocks
_SIZE = 15  # of the numbers

Index = tuple[int, ...]
Corner = tuple[float, float]


@dataclass(frozen=True)
class Grid:
    """Where the cells of an array stand: from its last axis on, axes run across and down in turn."""

    shape: tuple[int, ...]

    def corner(self, index: Index) -> Corner:
        """The upper left corner of a cell, from that of the grid."""
        block_down, block_across, down, across = (0,) * (4 - len(index)) + index
        _, _, rows, columns = self._padded
        x = across * WIDTH + block_across * (columns * WIDTH + _BETWEEN)
        y = down * HEIGHT + block_down * (rows * HEIGHT + _BETWEEN)
        return x, y

    @property
    def corners(self) -> dict[Index, Corner]:
        return {index: self.corner(index) for index in np.ndindex(self.shape)}

    @property
    def width(self) -> float:
        return max(x for x, _ in self.corners.values()) + WIDTH

    @property
    def height(self) -> float:
        return max(y for _, y in self.corners.values()) + HEIGHT

    @property
    def axes_down(self) -> tuple[int, ...]:
        """The axes along which cells follow each other downwards."""
        return tuple(axis for axis in range(len(self.shape)) if (len(self.shape) - axis) % 2 == 0)

    @property
    def axes_across(self) -> tuple[int, ...]:
        return tuple(axis for axis in range(len(self.shape)) if (len(self.shape) - axis) % 2 == 1)

    @property
    def _padded(self) -> tuple[int, int, int, int]:
        padded = (1,) * (4 - len(self.shape)) + self.shape
        return padded[0], padded[1], padded[2], padded[3]


def cells(
    corners: Mapping[Index, Corner], texts: Mapping[Index, str], colour: str, dashed: bool = False
) -> str:
    """One cell with its text for each index of `texts`."""
    if not texts:
        return ""
    outlines = "".join(
        f"M{x:g} {y:g}h{WIDTH}v{HEIGHT}h-{WIDTH}z" for x, y in (corners[index] for index in texts)
    )
    numbers = "".join(
        f'<text x="{x + WIDTH / 2:g}" y="{y + HEIGHT / 2 + 5.2:g}">{escape(text)}</text>'
        for (x, y), text in ((corners[index], text) for index, text in texts.items() if text)
    )
    dashes = "; stroke-dasharray: 3 3" if dashed else ""
    ink = f"fill: {palette.INK}; fill-opacity: 0.04; stroke: {palette.GREY}{dashes}"
    return (
        f'<path d="{outlines}" style="{ink}"/>'
        f'<g style="fill: {colour}; font-size: {_SIZE}px; text-anchor: middle">{numbers}</g>'
    )


def words(
    x: float, y: float, text: str, colour: str = palette.INK, anchor: str = "start", size: int = 14
) -> str:
    """A line of text; variables between asterisks are set in italics."""
    style = f"font-size: {size}px; fill: {colour}; text-anchor: {anchor}"
    content = re.sub(r"\*(.+?)\*", r'<tspan style="font-style: italic">\1</tspan>', escape(text))
    return f'<text x="{x:g}" y="{y:g}" style="{style}">{content}</text>'


def line(x1: float, y1: float, x2: float, y2: float) -> str:
    """A rule, as under the numbers of a sum."""
    style = f"stroke: {palette.INK}; stroke-width: 1.4"
    return f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" style="{style}"/>'


def part(first: int, *drawn: str, lit: Collection[int] = ()) -> str:
    """What a replay shows from its step `first` on, and marks in the steps `lit` too."""
    marks = f' data-lit="{" ".join(map(str, lit))}"' if lit else ""
    return f'<g data-from="{first}"{marks}>{"".join(drawn)}</g>'


def moved(x: float, y: float, drawn: str) -> str:
    """A drawing elsewhere."""
    return f'<g transform="translate({x:g} {y:g})">{drawn}</g>'


def middle(corners: Iterable[Corner]) -> Corner:
    """The corner of a cell that stands in the middle of some others."""
    xs, ys = zip(*corners, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)
