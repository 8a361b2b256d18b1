"""Bands of equal height over a square, as short path data.

Each band reaches from its level up to the top, and lies on the band below: no gap can show between two.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
from contourpy import FillType, contour_generator
from numpy.typing import NDArray

_TOLERANCE = 0.6  # how far a border may be from where it was computed, in units of the path
_EMPTY = "M0 0z"  # a path all the same: a script may give it a shape later

Points = NDArray[np.float64]


def bands(heights: NDArray[np.float64], levels: Sequence[float], side: int) -> list[str]:
    """For each level the region at or above it, in a square of `side` units; row 0 of `heights` is below."""
    across, up = (np.linspace(0.0, side, count) for count in heights.shape[::-1])
    found = contour_generator(across, side - up, heights, fill_type=FillType.OuterOffset)
    return ["".join(_outlines(*found.filled(level, np.inf))) or _EMPTY for level in levels]


def _outlines(polygons: Sequence[Points], offsets: Sequence[NDArray[np.uint32]]) -> Iterator[str]:
    for points, starts in zip(polygons, offsets, strict=True):
        for start, end in pairwise(starts):
            corners = np.round(_simplified(points[start:end])).astype(int)
            if len(corners) > 3:  # the first is also the last
                yield _path(corners[:-1])


def _simplified(line: Points) -> Points:
    """Without the points that lie on the way between the others (Douglas and Peucker)."""
    if len(line) < 3:
        return line
    (x, y), reach = line[-1] - line[0], line[1:-1] - line[0]
    length = np.hypot(x, y)
    away = abs(x * reach[:, 1] - y * reach[:, 0]) / length if length else np.hypot(*reach.T)
    far = int(away.argmax()) + 1
    if away[far - 1] <= _TOLERANCE:
        return line[[0, -1]]
    return np.vstack([_simplified(line[: far + 1])[:-1], _simplified(line[far:])])


def _path(corners: NDArray[np.int_]) -> str:
    """A closed outline; a sign is separator enough."""
    x, y = corners[0]
    steps = " ".join(str(step) for step in np.diff(corners, axis=0).ravel())
    return f"M{x} {y}l{steps}z".replace(" -", "-")
