"""What the engine does to undo a broadcast: recorded while it does it."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from types import FrameType
from typing import Any

import numpy as np

from tinygpt.autograd import Tensor, tensor

Array = np.ndarray
Shape = tuple[int, ...]

_VALUES = [*range(1, 17)], [*range(10, 170, 10)]
_SEED = [2, -1, 3, 0, 4, 1, -3, 5, 2, 1, 6, -2, 3, 0, 4, -1]  # of uneven sums along each axis


@dataclass(frozen=True)
class Undone:
    """An operand of a + b: its data, the shape it was padded to, and its gradient before and after."""

    data: Array
    padded: Shape
    repeated: tuple[int, ...]
    before: Array
    after: Array

    @property
    def uses(self) -> int:
        """How often each of its numbers was used."""
        return int(np.prod([self.before.shape[axis] for axis in self.repeated], initial=1))


@dataclass(frozen=True)
class Trap:
    """Sums over another axis, which fit the operand's shape too: as they are, or when reshaped."""

    axis: int
    sums: Array
    reshaped: bool


def undone(*shapes: Shape) -> tuple[Undone, Undone]:
    """Add two arrays of these shapes, let a gradient come back, and record what each of them gets."""
    a, b = (
        Tensor(np.reshape(values[: np.prod(shape, dtype=int)], shape))
        for values, shape in zip(_VALUES, shapes, strict=True)
    )
    y = a + b
    seed = np.reshape(_SEED[: y.data.size], y.shape).astype(float)
    calls = _listened(lambda: y.backward(seed))

    def of(operand: Tensor) -> Undone:
        call = calls.get(id(operand._node))
        if call is None:
            return Undone(operand.data, operand.shape, (), seed, operand.grad)
        return Undone(operand.data, call["padded"], call["repeated"], call["g"], operand.grad)

    return of(a), of(b)


def trap_of(operand: Undone) -> Trap | None:
    """On a square, the axis that it would be wrong to sum over, and that no shape would tell."""
    if len(operand.repeated) == 1:
        for axis in range(operand.before.ndim):
            sums = operand.before.sum(axis=axis)
            if axis not in operand.repeated and sums.size == operand.after.size:
                shape = operand.after.shape
                return Trap(axis, sums.reshape(shape), reshaped=sums.shape != shape)
    return None


def _listened(work: Callable[[], None]) -> dict[int, dict[str, Any]]:
    """The names inside each call of `_unbroadcast`, by the node that asked for it."""
    heard: dict[int, dict[str, Any]] = {}

    def listen(frame: FrameType, event: str, arg: Any) -> Callable[..., Any] | None:
        return inside if frame.f_code is tensor._unbroadcast.__code__ else None

    def inside(frame: FrameType, event: str, arg: Any) -> Callable[..., Any]:
        if event == "return" and frame.f_back is not None:
            heard[id(frame.f_back.f_locals["self"])] = dict(frame.f_locals)
        return inside

    before = sys.gettrace()
    sys.settrace(listen)
    try:
        work()
    finally:
        sys.settrace(before)
    return heard
