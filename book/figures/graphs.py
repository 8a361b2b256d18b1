"""Computation graphs: boxes that say what was computed, and arrows from what it was computed from."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from figures import palette
from figures.picture import Picture

_SIZE = 16  # of the words, in the drawing's units
_LINE = 21
_PAD = 11
_COLUMN_GAP = 48
_ROW_GAP = 30
_MARGIN = 6
_FUNCTIONS = {"exp", "log", "max", "mean", "relu", "sin", "cos", "sum", "tanh"}


@dataclass(frozen=True)
class _Box:
    """A node as drawn: its centre, its size and its lines of text."""

    x: float
    y: float
    width: float
    height: float
    label: str
    value: str
    grad: str

    @property
    def left(self) -> float:
        return self.x - self.width / 2

    @property
    def right(self) -> float:
        return self.x + self.width / 2

    def covers(self, x: float, y: float, slack: float = 5) -> bool:
        return abs(x - self.x) < self.width / 2 + slack and abs(y - self.y) < self.height / 2 + slack


@dataclass(frozen=True)
class _Curve:
    """A cubic Bézier curve, by its four points."""

    points: tuple[tuple[float, float], ...]

    def at(self, t: float) -> tuple[float, float]:
        s = 1 - t
        weights = (s**3, 3 * s * s * t, 3 * s * t * t, t**3)
        x = sum(w * p[0] for w, p in zip(weights, self.points, strict=True))
        y = sum(w * p[1] for w, p in zip(weights, self.points, strict=True))
        return x, y

    def path(self) -> str:
        start, one, two, end = (f"{x:.1f} {y:.1f}" for x, y in self.points)
        return f"M {start} C {one}, {two}, {end}"


def graph(
    nodes: Mapping[str, Mapping[str, Any]],
    edges: Sequence[tuple[str, str] | tuple[str, str, str]],
    alt: str = "",
) -> Picture:
    """Draw a computation graph from left to right.

    A node is `dict(at=(column, row), label="u = ab", value=-6, grad=4)`. `value` and `grad` may be numbers,
    text or left out; `row` may be a fraction. An edge is `(source, destination)` or, with a word beside the
    arrow, `(source, destination, label)`.
    """
    for source, destination, *_ in edges:
        for name in (source, destination):
            if name not in nodes:
                raise ValueError(f"edge ({source!r}, {destination!r}): no node is called {name!r}")
    boxes = _lay_out(nodes, edges)
    curves = _route(boxes, edges)
    labels = [_minus(edge[2]) if len(edge) == 3 else "" for edge in edges]
    spots = _place_labels(curves, labels, list(boxes.values()))

    parts = [_arrow(curve) for curve in curves]
    parts += [_box(box) for box in boxes.values()]
    parts += [_edge_label(x, y, label) for label, (x, y) in zip(labels, spots, strict=True) if label]

    xs = [box.left for box in boxes.values()] + [box.right for box in boxes.values()]
    ys = [box.y + side * box.height / 2 for box in boxes.values() for side in (-1, 1)]
    for curve in curves:
        along = [curve.at(step / 20) for step in range(21)]
        xs += [x for x, _ in along]
        ys += [y for _, y in along]
    for label, (x, y) in zip(labels, spots, strict=True):
        if label:
            xs += [x - _width(label, 14) / 2, x + _width(label, 14) / 2]
            ys += [y - 10, y + 10]
    left, top = min(xs) - _MARGIN, min(ys) - _MARGIN
    body = (
        f'<g transform="translate({-left:.1f} {-top:.1f})" '
        f'style="font-size: {_SIZE}px; text-anchor: middle">\n' + "\n".join(parts) + "\n</g>"
    )
    return Picture(body, round(max(xs) + _MARGIN - left, 1), round(max(ys) + _MARGIN - top, 1), alt)


def _lay_out(nodes: Mapping[str, Mapping[str, Any]], edges: Sequence[tuple[str, ...]]) -> dict[str, _Box]:
    texts = {
        name: (
            _minus(str(node.get("label", name))),
            _number(node.get("value")),
            _number(node.get("grad")),
        )
        for name, node in nodes.items()
    }
    grads = {name: f"grad {text[2]}" if text[2] else "" for name, text in texts.items()}
    widths = {
        name: max(_width(label), _width(value), _width(grads[name]), 34) + 2 * _PAD
        for name, (label, value, _) in texts.items()
    }
    # All boxes have the same lines: what is not known yet leaves its line empty.
    lines = 1 + any(value for _, value, _ in texts.values()) + any(grads.values())
    height = lines * _LINE + 2 * _PAD - 5

    columns = sorted({node["at"][0] for node in nodes.values()})
    column_width = {
        column: max(widths[name] for name, node in nodes.items() if node["at"][0] == column)
        for column in columns
    }
    centre: dict[float, float] = {}
    right = 0.0
    for previous, column in zip([None, *columns], columns, strict=False):
        gap = 0.0
        if previous is not None:
            between = [
                _width(edge[2], 14) + 44
                for edge in edges
                if len(edge) == 3 and nodes[edge[0]]["at"][0] <= previous < nodes[edge[1]]["at"][0]
            ]
            gap = max([_COLUMN_GAP, *between])
        centre[column] = right + gap + column_width[column] / 2
        right = centre[column] + column_width[column] / 2
    return {
        name: _Box(
            centre[node["at"][0]],
            node["at"][1] * (height + _ROW_GAP),
            widths[name],
            height,
            texts[name][0],
            texts[name][1],
            grads[name],
        )
        for name, node in nodes.items()
    }


def _route(boxes: Mapping[str, _Box], edges: Sequence[tuple[str, ...]]) -> list[_Curve]:
    arriving: dict[str, list[int]] = {}
    for index, edge in enumerate(edges):
        arriving.setdefault(edge[1], []).append(index)
    port: dict[int, float] = {}
    for name, indices in arriving.items():
        indices.sort(key=lambda index: (boxes[edges[index][0]].y, index))
        step = min(18.0, boxes[name].height / (len(indices) + 1))
        for place, index in enumerate(indices):
            port[index] = (place - (len(indices) - 1) / 2) * step

    same = Counter((edge[0], edge[1]) for edge in edges)
    seen: Counter[tuple[str, str]] = Counter()
    curves = []
    for index, edge in enumerate(edges):
        pair = (edge[0], edge[1])
        source, destination = boxes[edge[0]], boxes[edge[1]]
        bow = 0.0
        if same[pair] > 1:  # x * x: two arrows, side by side
            bow = (seen[pair] - (same[pair] - 1) / 2) * 34
            seen[pair] += 1
        others = [box for box in boxes.values() if box is not source and box is not destination]
        curves.append(_clear_curve(source, destination, port[index], bow, others))
    return curves


def _clear_curve(source: _Box, destination: _Box, port: float, bow: float, others: list[_Box]) -> _Curve:
    """The straightest curve that runs through no other box."""
    start = (source.right, source.y + bow / 4)
    end = (destination.left - 9, destination.y + port)  # the arrow's head needs the rest
    reach = max(18.0, (end[0] - start[0]) * 0.45)
    curve = None
    for detour in (0, -30, 30, -60, 60, -90, 90, -130, 130, -180, 180):
        one = (start[0] + reach, start[1] + bow + detour)
        two = (end[0] - reach, end[1] + bow + detour)
        curve = _Curve((start, one, two, end))
        along = [curve.at(step / 40) for step in range(41)]
        if not any(box.covers(x, y) for x, y in along for box in others):
            return curve
    raise ValueError("an arrow finds no way between the boxes: move a node to another row")


def _place_labels(
    curves: list[_Curve], labels: list[str], boxes: list[_Box]
) -> list[tuple[float, float]]:
    """For each label a spot beside its arrow that no box, arrow or other label touches, if there is one."""
    placed: list[tuple[float, float, float]] = []
    spots = []
    for curve, label in zip(curves, labels, strict=True):
        half = _width(label, 14) / 2
        best: tuple[int, float, float] | None = None
        for t in (0.5, 0.4, 0.6, 0.3, 0.7, 0.2):
            for aside, above in ((0, -12), (0, 12), (-1, -8), (1, -8), (-1, 8), (1, 8), (-1, 0), (1, 0)):
                x, y = curve.at(t)
                x += aside * (half + 5)
                y += above
                clashes = sum(
                    abs(x - px) < half + other + 4 and abs(y - py) < 17 for px, py, other in placed
                )
                clashes += sum(box.covers(x + end, y, slack=9) for box in boxes for end in (-half, half))
                clashes += sum(
                    abs(cx - x) < half + 1 and abs(cy - y) < 8.5
                    for other_curve in curves
                    for cx, cy in (other_curve.at(step / 30) for step in range(31))
                )
                if best is None or clashes < best[0]:
                    best = (clashes, x, y)
        assert best is not None
        spots.append(best[1:])
        if label:
            placed.append((best[1], best[2], half))
    return spots


def _arrow(curve: _Curve) -> str:
    x, y = curve.points[-1]
    head = f"M {x - 1:.1f} {y - 4.5:.1f} L {x + 8:.1f} {y:.1f} L {x - 1:.1f} {y + 4.5:.1f} Z"
    return (
        f'<path d="{curve.path()}" style="fill: none; stroke: {palette.INK}; stroke-width: 1.4"/>'
        f'<path d="{head}" style="fill: {palette.INK}"/>'
    )


def _box(box: _Box) -> str:
    lines = [
        (italic_names(box.label), palette.INK),
        (escape(box.value), palette.BLUE),
        (escape(box.grad), palette.ORANGE),
    ]
    top = box.y - box.height / 2 + _PAD + 0.78 * _SIZE
    placed = "".join(
        _text(box.x, top + place * _LINE, content, f"fill: {colour}")
        for place, (content, colour) in enumerate(lines)
        if content
    )
    return (
        f'<rect x="{box.left:.1f}" y="{box.y - box.height / 2:.1f}" width="{box.width:.1f}" '
        f'height="{box.height:.1f}" rx="8" '
        f'style="fill: {palette.INK}; fill-opacity: 0.04; stroke: {palette.INK}; stroke-opacity: 0.55"/>'
        f"{placed}"
    )


def _edge_label(x: float, y: float, label: str) -> str:
    return _text(x, y + 4.8, italic_names(label), f"font-size: 14px; fill: {palette.INK}")


def _text(x: float, y: float, content: str, style: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" style="{style}">{content}</text>'


def italic_names(label: str) -> str:
    """Variables in italics, as in the formulas; functions and numbers upright."""
    pieces = re.split(r"([^\W\d_]+)", label)
    return "".join(
        f'<tspan style="font-style: italic">{escape(piece)}</tspan>'
        if place % 2 and piece not in _FUNCTIONS
        else escape(piece)
        for place, piece in enumerate(pieces)
    )


def _number(value: float | str | None) -> str:
    return "" if value is None else _minus(value if isinstance(value, str) else f"{value:.4g}")


def _minus(text: str) -> str:
    """A hyphen that stands before a digit is a sign, and drawn as one."""
    return re.sub(r"(?<!\w)-(?=[\d.])|(?<=e)-(?=\d)", "\N{MINUS SIGN}", text)


def _width(text: str, size: float = _SIZE) -> float:
    """An estimate of the width of `text` in a sans-serif font, on the wide side."""
    narrow = sum(text.count(letter) for letter in "ijlft.,:;()[]|'! ")
    wide = sum(text.count(letter) for letter in "mwMW+=\N{MINUS SIGN}")
    return (len(text) - 0.45 * narrow + 0.35 * wide) * size * 0.6
