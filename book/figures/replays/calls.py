"""Several calls of `backward` on one graph, each with the reset of the engine or without it."""

import inspect
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise, product

from figures import palette
from figures.graphs import italic_names
from figures.picture import Picture
from figures.replays.replay import Replay, number
from tinygpt.autograd import Value, scalar

_RESET = "node.grad = 0.0"

_ROOM = 400  # for the longest row of blocks, in the drawing's units
_LEFT, _TOP = 8, 8
_ROW, _BLOCK = 68, 28  # heights


def without_reset() -> Callable[[Value], None]:
    """The engine's own `backward`, with nothing where it resets a gradient."""
    source = textwrap.dedent(inspect.getsource(Value.backward))
    if source.count(_RESET) != 1:
        raise ValueError(f"Value.backward has not one line {_RESET!r}: say here what its reset looks like")
    names = dict(vars(scalar))
    exec(source.replace(_RESET, "pass"), names)
    made: Callable[[Value], None] = names["backward"]
    return made


@dataclass(frozen=True)
class Held:
    """The gradient of each node, and its shares: one for each call since the node was last reset."""

    grads: list[float]
    shares: list[list[float]]


def recorded(nodes: Mapping[str, Value], most: int) -> dict[str, Held]:
    """What the nodes hold after each series of up to `most` calls, `r` with the reset and `n` with none.

    The output comes first in `nodes`.
    """
    values = list(nodes.values())
    backward = {"r": Value.backward, "n": without_reset()}
    found = {"": Held([0] * len(values), [[] for _ in values])}
    for series in product("rn", repeat=most):
        for value in values:
            value.grad = 0.0
        shares: list[list[float]] = [[] for _ in values]
        for call, how in enumerate(series, start=1):
            before = [value.grad for value in values]
            backward[how](values[0])
            for own, value, held in zip(shares, values, before, strict=True):
                if how == "r" and value._inputs:
                    own.clear()
                    held = 0.0
                own.append(_short(value.grad - held))
            grads = [_short(value.grad) for value in values]
            found["".join(series[:call])] = Held(grads, [list(own) for own in shares])
    return found


def calls(nodes: Mapping[str, Value], alt: str, most: int = 5) -> Replay:
    """What `most` calls without the reset leave, beside what is right; a reader chooses for each call.

    `nodes` gives each value with its label, the output first and the leaf last.
    """
    states = recorded(nodes, most)
    right = [states["r" * call].grads for call in range(most + 1)]
    unit = round(_ROOM / max(grad for held in states.values() for grad in held.grads), 2)
    finished = states["n" * most]
    drawn = zip(nodes, finished.grads, finished.shares, right[-1], strict=True)
    rows = [
        f'<g class="replay-row" transform="translate(0 {_ROW * place})">{_row(*row, unit)}</g>'
        for place, row in enumerate(drawn)
    ]
    body = f'<g style="font-size: 15px" transform="translate({_LEFT} {_TOP})">\n' + "\n".join(rows) + "\n</g>"
    picture = Picture(body, _ROOM + 2 * _LEFT, _TOP + _ROW * len(nodes), alt)
    data = {
        "unit": unit,
        "names": [label.split()[0] for label in nodes],
        "right": right,
        "states": {series: [held.grads, held.shares] for series, held in states.items()},
    }
    return Replay("calls", "What calls of backward() leave", (), data, picture)


def _row(label: str, grad: float, shares: Sequence[float], right: float, unit: float) -> str:
    """One node: its name and gradient, a block for each share, and a line where the last should end."""
    ends = list(accumulate((share * unit for share in shares), initial=0.0))
    blocks = [
        _block(left, end - left, number(share), palette.ORANGE if end == ends[-1] else palette.BLUE)
        for (left, end), share in zip(pairwise(ends), shares, strict=True)
    ]
    return (
        f'<text y="14" style="fill: {palette.INK}">{italic_names(label)}</text>'
        f'<text class="replay-grad" x="120" y="14" style="fill: {palette.ORANGE}">grad {number(grad)}</text>'
        f"{''.join(blocks)}"
        f'<path class="replay-right-at" d="M 0 20 V {_BLOCK + 32}" transform="translate({right * unit:g} 0)" '
        f'style="fill: none; stroke: {palette.INK}; stroke-width: 1.6; stroke-dasharray: 4 3"/>'
    )


def _block(left: float, width: float, share: str, colour: str) -> str:
    return (
        f'<rect x="{left:g}" y="26" width="{width:g}" height="{_BLOCK}" '
        f'style="fill: {colour}; fill-opacity: 0.2; stroke: {colour}"/>'
        f'<text class="replay-share" x="{left + width / 2:g}" y="45" '
        f'style="fill: {palette.INK}; text-anchor: middle; font-size: 13px">{share}</text>'
    )


def _short(value: float) -> float:
    return int(value) if value == int(value) else value
