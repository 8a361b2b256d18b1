"""Slopes measured with many steps h: how far off they are, and the digits that agree."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import takewhile
from typing import Any

import numpy as np
from numpy.typing import NDArray

from figures import palette
from figures.plotting import plot, points
from figures.replays.replay import Replay

Numbers = NDArray[np.float64]

_DIGITS = 16  # after the point
_COLOURS = (palette.BLUE, palette.ORANGE)


def differences(
    h: Numbers,
    slope: float,
    measured: Mapping[str, Numbers],
    start: float,
    draw: Callable[[Any], object],
    alt: str,
) -> Replay:
    """The errors of the slopes that were `measured`, for each `h`; a reader can look at one h at a time.

    One h of them is marked: the nearest to `start`. `draw` adds to the axes what goes with the errors.
    """
    marked = int(abs(np.log(h / start)).argmin())

    def errors(axes: Any) -> None:
        for place, ((name, slopes), colour) in enumerate(zip(measured.items(), _COLOURS, strict=True)):
            off = abs(slopes - slope)
            axes.loglog(h, off, color=colour, label=name, gid=f"line-{place}")
            axes.plot(h[marked], off[marked], "o", color=colour, markersize=8, gid=f"dot-{place}")
        draw(axes)

    picture = plot(errors, alt=alt)
    dots = re.sub(r'<g id="dot-\d+">', '<g class="replay-dot">', picture.body)
    picture = replace(picture, body=dots)
    places = [points(picture, f"line-{place}") for place in range(len(measured))]
    states = [
        {
            "h": _power(step),
            "read": [
                {
                    "digits": _parted(slopes[index], slope),
                    "off": _power(abs(slopes[index] - slope)),
                    "move": [round(to - of, 1) for to, of in zip(line[index], line[marked], strict=True)],
                }
                for slopes, line in zip(measured.values(), places, strict=True)
            ],
        }
        for index, step in enumerate(h)
    ]
    data = {"start": marked, "slope": _decimal(slope), "names": list(measured), "states": states}
    return Replay("differences", "Slopes measured with one step h", (), data, picture)


def _parted(value: float, slope: float) -> list[str]:
    """The digits that agree with those of the slope, and the rest."""
    digits = _decimal(value)
    pairs = zip(digits, _decimal(slope), strict=False)
    agreeing = len(list(takewhile(lambda pair: pair[0] == pair[1], pairs)))
    return [digits[:agreeing], digits[agreeing:]]


def _decimal(value: float) -> str:
    return f"{value:.{_DIGITS}f}"


def _power(value: float) -> str:
    """`1.3e-6`, and `1e-6` where there is no more to say."""
    number, exponent = f"{value:.1e}".split("e")
    return f"{number.removesuffix('.0')}e{int(exponent)}".replace("-", "\N{MINUS SIGN}")
