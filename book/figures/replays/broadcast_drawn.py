"""An undone broadcast as a drawing: a column for each operand, forward above and backward below."""

import numpy as np

from figures import palette
from figures.grids import HEIGHT, WIDTH, Corner, Grid, Index, cells, line, middle, moved, part, words
from figures.picture import Picture
from figures.replays.replay import number
from figures.replays.undone import Array, Trap, Undone

_OPERANDS, _STRETCHED, _ARRIVES, _A, _B, _WRONG = range(6)  # the steps
_LEFT = 20  # for the names of the axes
_FORWARD = 44  # where the upper grids begin
_BETWEEN = 34  # the upper and the lower grids
_ASIDE = 12  # between a grid and its sums
_COLUMN = 3 * WIDTH + _ASIDE + WIDTH + 32


def drawn(a: Undone, b: Undone, trap: Trap | None, alt: str) -> Picture:
    """Two columns, one for each operand: forward above, backward below."""
    left = _column("a", a, _A, None)
    right = _column("b", b, _B, trap)
    across = _LEFT + _COLUMN
    body = f'<g style="stroke-width: 1">{moved(_LEFT, 0, left)}{moved(across + _LEFT, 0, right)}</g>'
    grid = Grid(a.before.shape)
    height = _FORWARD + 2 * grid.height + _BETWEEN + _ASIDE + HEIGHT + 48
    return Picture(body, across + _LEFT + _COLUMN, height, alt)


def _column(name: str, operand: Undone, step: int, trap: Trap | None) -> str:
    grid = Grid(operand.before.shape)
    repeated = np.broadcast_to(operand.data, operand.before.shape)
    own = {
        index: number(float(repeated[index]))
        for index in grid.corners
        if all(index[axis] == 0 for axis in operand.repeated)
    }
    copies = {index: number(float(repeated[index])) for index in grid.corners if index not in own}
    arrived = {index: number(float(operand.before[index])) for index in grid.corners}
    upper, lower = _FORWARD, _FORWARD + grid.height + _BETWEEN
    drawn = [
        words(0, 14, f"*{name}*, shape {operand.data.shape}", size=15),
        part(_OPERANDS, moved(0, upper, cells(grid.corners, own, palette.BLUE))),
        part(
            _STRETCHED,
            _axis_names(grid),
            moved(0, upper, cells(grid.corners, copies, palette.GREY, dashed=True)),
        ),
        part(
            _ARRIVES,
            words(0, lower - 8, "gradient that arrives"),
            moved(0, lower, cells(grid.corners, arrived, palette.ORANGE)),
            lit=[step],
        ),
    ]
    drawn.append(part(step, moved(0, lower, _sums(operand, grid)), *_verdict(name, operand, lower, grid)))
    if trap:
        drawn.append(part(_WRONG, moved(0, lower, _wrong(operand, trap, grid))))
    return "".join(drawn)


def _axis_names(grid: Grid) -> str:
    """Beside the upper grid, which axis runs which way."""
    across, down = (
        f"{'axis' if len(axes) == 1 else 'axes'} {', '.join(map(str, axes))} \N{RIGHTWARDS ARROW}"
        for axes in (grid.axes_across, grid.axes_down)
    )
    turned = (
        f'<g transform="translate(-9 {_FORWARD}) rotate(90)">{words(0, 4, down, palette.GREY, size=12)}</g>'
    )
    return words(0, _FORWARD - 7, across, palette.GREY, size=12) + turned


def _verdict(name: str, operand: Undone, lower: float, grid: Grid) -> list[str]:
    y = lower + grid.height + _ASIDE + HEIGHT + 20
    done = f"sum over {axes_named(operand.repeated)}" if operand.repeated else "not stretched: nothing to sum"
    return [words(0, y, done), words(0, y + 19, f"gradient of *{name}*: {operand.after.shape}")]


def _sums(operand: Undone, grid: Grid) -> str:
    if not operand.repeated:
        return ""
    padded = operand.after.reshape(operand.padded)
    return _beside(grid, padded, operand.repeated, palette.ORANGE)


def _wrong(operand: Undone, trap: Trap, grid: Grid) -> str:
    shape = tuple(1 if axis == trap.axis else size for axis, size in enumerate(operand.before.shape))
    told = words(grid.width + _ASIDE, grid.height + _ASIDE + HEIGHT / 2 + 5, "wrong", palette.RED)
    return _beside(grid, trap.sums.reshape(shape), (trap.axis,), palette.RED) + told


def _beside(grid: Grid, sums: Array, axes: tuple[int, ...], colour: str) -> str:
    """The sums below the grid; to its right when they were taken across alone."""
    below = any(axis in grid.axes_down for axis in axes)
    corners: dict[Index, Corner] = {}
    for place in np.ndindex(sums.shape):
        added = [
            corner
            for index, corner in grid.corners.items()
            if all(axis in axes or index[axis] == place[axis] for axis in range(len(index)))
        ]
        x, y = middle(added)
        corners[place] = (x, grid.height + _ASIDE) if below else (grid.width + _ASIDE, y)
    half = _ASIDE / 2
    rule = (
        line(0, grid.height + half, grid.width, grid.height + half)
        if below
        else line(grid.width + half, 0, grid.width + half, grid.height)
    )
    return rule + cells(corners, {place: number(float(sums[place])) for place in corners}, colour)


def axes_named(axes: tuple[int, ...]) -> str:
    """Axes in words."""
    names = [str(axis) for axis in axes]
    return f"axis {names[0]}" if len(names) == 1 else f"axes {', '.join(names[:-1])} and {names[-1]}"
