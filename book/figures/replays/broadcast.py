"""Undoing a broadcast: which axes stretch, and which are summed on the way back."""

from figures.replays.broadcast_drawn import axes_named, drawn
from figures.replays.replay import Replay, number
from figures.replays.stages import Staged, listed, staged
from figures.replays.undone import Array, Shape, Trap, Undone, trap_of, undone

_PAIRS: tuple[tuple[Shape, Shape], ...] = (
    ((2, 3), ()),
    ((2, 3), (3,)),
    ((2, 1), (1, 3)),
    ((3, 3), (3,)),
    ((3, 3), (3, 1)),
    ((2, 2, 2, 2), (1, 2, 1, 1)),
)
_SHOWN = 3


def broadcast() -> Replay:
    """Six pairs of shapes: forward, the gradient that arrives, and what each operand makes of it."""
    title = "Two shapes: which axes stretch, and which are summed on the way back?"
    return staged(title, [_choice(*pair) for pair in _PAIRS], _SHOWN)


def _choice(*shapes: Shape) -> Staged:
    a, b = undone(*shapes)
    trap = trap_of(b)
    says = [
        f"a has shape {a.data.shape}, and b has shape {b.data.shape}.",
        " ".join([_stretching("a", a), _stretching("b", b)]),
        f"Backward: a gradient of shape {a.before.shape} arrives at a + b. The rule of + hands it to both.",
        _summing("a", a),
        _summing("b", b),
    ]
    if trap:
        says.append(_falling(b, trap))
    alt = (
        f"Two operands, a of shape {a.data.shape} and b of shape {b.data.shape}, as they are stretched for "
        f"the sum. Below each, the gradient that arrives. {' '.join(says[3:])}"
    )
    return Staged(" + ".join(map(str, shapes)), drawn(a, b, trap, alt), says)


def _stretching(name: str, operand: Undone) -> str:
    sizes = operand.before.shape
    pad = f", read as {operand.padded}," if operand.padded != operand.data.shape else ""
    if not operand.repeated:
        return f"{name} is used as it is."
    sizes_of = [f"axis {axis} from {operand.padded[axis]} to {sizes[axis]}" for axis in operand.repeated]
    used = "its number" if operand.data.size == 1 else "each of its numbers"
    return f"{name}{pad} is stretched along {listed(sizes_of)}: {used} is used {operand.uses} times."


def _summing(name: str, operand: Undone) -> str:
    if not operand.repeated:
        return f"{name} was not stretched: what arrives is its gradient."
    axes = axes_named(operand.repeated)
    shape = str(operand.after.shape)
    found = number(float(operand.after.flat[0]))
    shares = _sum([number(float(share)) for share in _shares(operand)])
    entry = "" if operand.data.size == 1 else " for its first number"
    return (
        f"{name} was stretched along {axes}, so its gradient is summed over {axes}, to shape {shape}: "
        f"{shares} = {found}{entry}."
    )


def _falling(operand: Undone, trap: Trap) -> str:
    shape = str(operand.after.shape)
    wrong, right = (
        listed([number(float(entry)) for entry in sums.flat]) for sums in (trap.sums, operand.after)
    )
    summed = f"summed over axis {trap.axis}" + (" and reshaped," if trap.reshaped else "")
    return (
        f"The trap: {summed} it would fit the shape {shape} too. "
        f"There would be no error, but the numbers would be {wrong}. They should be {right}."
    )


def _shares(operand: Undone) -> Array:
    """What is added up for the first number of the operand."""
    first = tuple(
        slice(None) if axis in operand.repeated else slice(1) for axis in range(operand.before.ndim)
    )
    return operand.before[first].ravel()


def _sum(terms: list[str]) -> str:
    """The terms of a sum: a term with a sign is subtracted."""
    signed = [f"- {term[1:]}" if term.startswith("\N{MINUS SIGN}") else f"+ {term}" for term in terms[1:]]
    return " ".join([terms[0], *signed]).replace("-", "\N{MINUS SIGN}")
