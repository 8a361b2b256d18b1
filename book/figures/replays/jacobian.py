"""The Jacobian, filled by columns in forward mode and by rows in reverse mode, pass by pass."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from figures import palette
from figures.grids import HEIGHT, WIDTH, Grid, Index, cells, moved, part, words
from figures.picture import Picture
from figures.replays.modes import Values, column, row
from figures.replays.replay import Replay, number
from figures.replays.stages import Staged, listed, staged
from tinygpt.autograd import Value

_TOP = 62  # what is computed, and the names of the modes
_NAMES = 26  # of the outputs
_PANEL = _NAMES + 3 * WIDTH + 64


@dataclass(frozen=True)
class _Case:
    """A function as the reader sees it, with variables between asterisks, and as the engine does."""

    title: str
    formula: str
    inputs: Sequence[str]
    outputs: Sequence[str]
    compute: Callable[[], Values]


def jacobian() -> Replay:
    """Three functions, with as many passes of each mode as their Jacobian takes."""
    title = "How many passes fill the Jacobian, by columns and by rows?"
    return staged(title, [_choice(case) for case in _CASES], 0)


def _square() -> Values:
    a, b, c = Value(2.0), Value(-3.0), Value(10.0)
    u = a * b
    s = u + c
    return {"a": a, "b": b, "c": c, "u": u, "s": s, "f": s**2}


def _powers() -> Values:
    x = Value(3.0)
    m = x * x
    y = m + x
    return {"x": x, "m": m, "y": y, "z": y * x}


_CASES = (
    _Case("3 inputs, 2 outputs", "*s* = *ab* + *c* and *f* = *s*²", "abc", "sf", _square),
    _Case("3 inputs, 1 output", "*f* = (*ab* + *c*)²", "abc", "f", _square),
    _Case("1 input, 3 outputs", "*m* = *x* · *x*, *y* = *m* + *x* and *z* = *y* · *x*", "x", "myz", _powers),
)


def _choice(case: _Case) -> Staged:
    columns = [column(case.compute, name, case.outputs) for name in case.inputs]
    rows = [row(case.compute, name, case.inputs) for name in case.outputs]
    passes = range(max(len(columns), len(rows)))
    says = ["Nothing is known yet. Forward mode starts at an input, reverse mode at an output."]
    for done in passes:
        told = [
            _told("Forward", case.inputs, case.outputs, columns, "column", done),
            _told("Reverse", case.outputs, case.inputs, rows, "row", done),
        ]
        says.append(f"Pass {done + 1}. {' '.join(told)}")
    alt = (
        f"The Jacobian of {_plain(case.formula)}, twice. "
        f"Forward mode fills it in {_passes(len(columns))}, by columns. "
        f"Reverse mode fills it in {_passes(len(rows))}, by rows. "
        + " ".join(
            f"Row {name}: {listed([number(x) for x in found])}."
            for name, found in zip(case.outputs, rows, strict=True)
        )
    )
    return Staged(case.title, _drawn(case, columns, rows, alt), says)


def _told(
    mode: str, seeds: Sequence[str], ends: Sequence[str], found: list[list[float]], what: str, done: int
) -> str:
    if done >= len(found):
        return f"{mode} mode was done after {_passes(len(found))}."
    arrived = listed([f"{number(entry)} at {name}" for name, entry in zip(ends, found[done], strict=True)])
    return f"{mode}: a seed of 1 at {seeds[done]} gives {arrived}: {what} {seeds[done]}."


def _plain(formula: str) -> str:
    return formula.replace("*", "")


def _passes(count: int) -> str:
    return f"{count} pass{'' if count == 1 else 'es'}"


def _drawn(case: _Case, columns: list[list[float]], rows: list[list[float]], alt: str) -> Picture:
    values = case.compute()
    point = listed([f"*{name}* = {number(values[name].data)}" for name in case.inputs])
    grid = Grid((len(case.outputs), len(case.inputs)))
    by_columns = [{(i, j): number(entry) for i, entry in enumerate(found)} for j, found in enumerate(columns)]
    by_rows = [{(i, j): number(entry) for j, entry in enumerate(found)} for i, found in enumerate(rows)]
    forward = [(j * WIDTH + WIDTH / 2, grid.height + 17, "middle") for j in range(len(columns))]
    reverse = [(grid.width + 8, i * HEIGHT + HEIGHT / 2 + 4, "start") for i in range(len(rows))]
    body = (
        f'<g style="stroke-width: 1">{words(0, 14, f"{case.formula}, at {point}", size=15)}'
        f"{moved(0, 0, _panel('Forward mode', case, grid, by_columns, forward))}"
        f"{moved(_PANEL, 0, _panel('Reverse mode', case, grid, by_rows, reverse))}</g>"
    )
    return Picture(body, 2 * _PANEL, _TOP + grid.height + 46, alt)


def _panel(
    mode: str,
    case: _Case,
    grid: Grid,
    passes: list[dict[Index, str]],
    labels: list[tuple[float, float, str]],
) -> str:
    """One mode: the empty table, then for each pass its entries and its number."""
    inputs = [
        words(j * WIDTH + WIDTH / 2, -6, f"*{name}*", anchor="middle") for j, name in enumerate(case.inputs)
    ]
    outputs = [words(-10, i * HEIGHT + 18, f"*{name}*", anchor="end") for i, name in enumerate(case.outputs)]
    drawn = [
        *inputs,
        *outputs,
        cells(grid.corners, dict.fromkeys(grid.corners, ""), palette.INK),
    ]
    for done, (entries, (x, y, anchor)) in enumerate(zip(passes, labels, strict=True), start=1):
        label = words(x, y, f"pass {done}", palette.GREY, anchor, size=12)
        drawn.append(part(done, cells(grid.corners, entries, palette.ORANGE), label))
    counted = words(0, grid.height + 38, _passes(len(passes)))
    return words(_NAMES, 38, mode) + moved(_NAMES, _TOP, "".join([*drawn, part(len(passes), counted)]))
