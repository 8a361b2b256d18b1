"""The answers of a network over a square of inputs, while it learns."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from figures import palette
from figures.picture import Picture
from figures.replays.contours import bands
from figures.replays.replay import Replay

Numbers = NDArray[np.float64]

LEVELS = tuple(tenths / 10 for tenths in range(-3, 14))
_HALF = LEVELS.index(0.5)  # where the two classes meet
# One more than levels: below the first, and from each on.
_COLOURS = (
    *("#053061", "#15508d", "#276eb0", "#3b88be", "#5fa5cd", "#8dc2dc", "#b3d6e8", "#d5e7f1", "#ecf2f5"),
    *("#f9efe9", "#fcdecd", "#f9c2a7", "#f2a17f", "#e17860", "#ce4f45", "#b82531", "#930e26", "#67001f"),
)

_SIDE = 300  # of the square, in the drawing's units
_LEFT, _TOP = 50, 10
_BAR = _LEFT + _SIDE + 24  # where the scale of colours begins


def surface(
    runs: Mapping[str, Iterable[tuple[int, float, Numbers]]],
    side: Numbers,
    points: Numbers,
    targets: Numbers,
    alt: str,
) -> Replay:
    """How the first run ended; a reader can go back in it, and look at the others.

    A run gives a few of its steps, with the loss and the answers over the square. `answers[i, j]` is for a
    first input of `side[j]` and a second of `side[i]`. `points` are marked with their `targets`.
    """
    states = [
        [
            {"step": step, "loss": f"{loss:.3f}", "bands": bands(answers, LEVELS, _SIDE)}
            for step, loss, answers in run
        ]
        for run in runs.values()
    ]
    picture = _picture(states[0][-1]["bands"], side, zip(points, targets, strict=True), alt)
    data = {"names": list(runs), "half": _HALF, "runs": states}
    return Replay("surface", "The network's answers while it learns", (), data, picture)


def _picture(
    paths: Sequence[str], side: Numbers, marks: Iterable[tuple[Numbers, float]], alt: str
) -> Picture:
    def at(value: float) -> float:
        return _SIDE * float((value - side[0]) / (side[-1] - side[0]))

    inside = [
        *_square(paths),
        *(_mark(at(x), _SIDE - at(y), f"{target:g}") for (x, y), target in marks),
        *(_tick(at(value), f"{value:g}") for value in (0.0, 0.5, 1.0)),
        _text(_SIDE / 2, _SIDE + 44, "first input"),
        f'<g transform="translate(-36 {_SIDE / 2:g}) rotate(-90)">{_text(0, 0, "second input")}</g>',
    ]
    body = (
        '<g style="font-size: 15px">\n'
        f'<g transform="translate({_LEFT} {_TOP})">\n' + "\n".join(inside) + "\n</g>\n"
        f'<g transform="translate({_BAR} {_TOP})">\n' + "\n".join(_scale()) + "\n</g>\n</g>"
    )
    return Picture(body, _BAR + 78, _TOP + _SIDE + 52, alt)


def _square(paths: Sequence[str]) -> list[str]:
    """The regions one above the other, and on top the border between the classes."""
    fills = [
        f'<path class="replay-band" d="{path}" style="fill: {colour}"/>'
        for path, colour in zip(paths, _COLOURS[1:], strict=True)
    ]
    line = "fill: none; stroke: #000000; stroke-width: 1.6"
    border = f'<path class="replay-half" d="{paths[_HALF]}" style="{line}"/>'
    fills = ['<g style="fill-rule: evenodd">', *fills, "</g>"]
    return [_rect(0, _SIDE, _SIDE, _COLOURS[0]), *fills, border, _rect(0, _SIDE, _SIDE, "none", palette.INK)]


def _scale() -> list[str]:
    """The colours, each from where it begins up to the top, and numbers beside some of them."""
    step = _SIDE / len(_COLOURS)
    colours = [_rect(0, 18, _SIDE - place * step, colour) for place, colour in enumerate(_COLOURS)]
    numbers = [
        _text(25, _SIDE - (place + 1) * step + 5, f"{level:.1f}".replace("-", "\N{MINUS SIGN}"), "start")
        for place, level in enumerate(LEVELS)
        if place % 4 == 0
    ]
    title = f'<g transform="translate(72 {_SIDE / 2:g}) rotate(-90)">{_text(0, 0, "output")}</g>'
    return [*colours, _rect(0, 18, _SIDE, "none", palette.INK), *numbers, title]


def _rect(top: float, width: float, height: float, fill: str, stroke: str = "none") -> str:
    return (
        f'<rect y="{top:g}" width="{width:g}" height="{height:.1f}" style="fill: {fill}; stroke: {stroke}"/>'
    )


def _mark(x: float, y: float, word: str) -> str:
    """A circle whose colours are the same in both modes, as those around it are."""
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="12" style="fill: #ffffff; stroke: #000000"/>'
        f'<text x="{x:g}" y="{y + 5:g}" style="fill: #000000; text-anchor: middle">{word}</text>'
    )


def _tick(place: float, word: str) -> str:
    """The same number on both axes."""
    line = f"M {place:g} {_SIDE} v 5 M 0 {_SIDE - place:g} h -5"
    return (
        f'<path d="{line}" style="fill: none; stroke: {palette.INK}"/>'
        f"{_text(place, _SIDE + 21, word)}{_text(-9, _SIDE - place + 5, word, 'end')}"
    )


def _text(x: float, y: float, word: str, anchor: str = "middle") -> str:
    return f'<text x="{x:g}" y="{y:g}" style="fill: {palette.INK}; text-anchor: {anchor}">{word}</text>'
