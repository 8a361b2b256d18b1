"""Recording what the engine of the book does: its operations, and each share that `backward` passes on.

The recorder listens to Python itself (`sys.settrace`) while the engine's own lines run.
"""

import ast
import inspect
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import CodeType, FrameType
from typing import Any

from tinygpt.autograd import Value


@dataclass(frozen=True)
class Operation:
    """A value came to be, by a line of the listing."""

    name: str
    line: int


@dataclass(frozen=True)
class Share:
    """A gradient grew, by a line of the listing; a seed comes from no node."""

    source: str | None
    to: str
    slope: float
    gradient: float
    before: float
    after: float
    line: int


@dataclass
class Recording:
    """What happened, and the engine's lines that did it."""

    forward: list[Operation] = field(default_factory=list)
    backward: list[Share] = field(default_factory=list)
    listing: list[str] = field(default_factory=list)


def recorded(compute: Callable[[], dict[str, Value]]) -> tuple[dict[str, Value], Recording]:
    """Run `compute`, which names its values, the output last, and then `backward` of the output."""
    made: list[tuple[Value, CodeType, int]] = []
    grown: list[tuple[Value | None, Value, float, float, float, float, int]] = []
    file = inspect.getsourcefile(Value)
    adding, seeding = _lines_that_add(Value.backward)

    def listen(frame: FrameType, event: str, arg: Any) -> Callable[..., Any] | None:
        if frame.f_code.co_filename != file:
            return None
        return Backward(frame) if frame.f_code is Value.backward.__code__ else operation

    def operation(frame: FrameType, event: str, arg: Any) -> Callable[..., Any]:
        if event == "return" and isinstance(arg, Value):
            made.append((arg, frame.f_code, frame.f_lineno))
        return operation

    class Backward:
        """Hears each line of `backward` before it runs: what the one before has done can be seen then."""

        def __init__(self, frame: FrameType) -> None:
            self.begun: tuple[Value | None, Value, float, float, float, int] | None = None

        def __call__(self, frame: FrameType, event: str, arg: Any) -> "Backward":
            if self.begun is not None:
                source, to, slope, gradient, before, line = self.begun
                grown.append((source, to, slope, gradient, before, to.grad, line))
                self.begun = None
            names = frame.f_locals
            if event == "line" and frame.f_lineno == seeding:
                self.begun = (None, names["self"], 1.0, 1.0, names["self"].grad, seeding)
            elif event == "line" and frame.f_lineno == adding:
                node, to = names["node"], names["operand"]
                self.begun = (node, to, names["slope"], node.grad, to.grad, adding)
            return self

    before = sys.gettrace()
    sys.settrace(listen)
    try:
        values = compute()
        list(values.values())[-1].backward()
    finally:
        sys.settrace(before)
    name_of = {id(value): name for name, value in values.items()}
    if unnamed := [value for value, _, _ in made if id(value) not in name_of]:
        raise ValueError(f"computed without a name: {unnamed}; give each result of an operation one")
    functions = [code for _, code, _ in made] + [Value.backward.__code__]
    numbers, listing = _listing(functions)
    recording = Recording(listing=listing)
    recording.forward = [Operation(name_of[id(value)], numbers.index(line)) for value, _, line in made]
    recording.backward = [
        Share(source and name_of[id(source)], name_of[id(to)], *measured, numbers.index(line))
        for source, to, *measured, line in grown
    ]
    return values, recording


def passed_on(values: Mapping[str, Value], output: str, order: Iterable[str]) -> dict[str, float]:
    """The gradients when nodes pass on theirs along the engine's edges, in an order that may be wrong."""
    grads = dict.fromkeys(values, 0.0) | {output: 1.0}
    name_of = {id(value): name for name, value in values.items()}
    for name in order:
        for operand, slope in zip(values[name]._inputs, values[name]._slopes, strict=True):
            if id(operand) in name_of:
                grads[name_of[id(operand)]] += slope * grads[name]
    return grads


def _lines_that_add(function: Callable[..., Any]) -> tuple[int, int]:
    """The lines of `backward` that add a share and the seed."""
    lines, first = inspect.getsourcelines(function)
    found = {}
    for number, line in enumerate(lines, start=first):
        for part in ("operand.grad +=", "self.grad +="):
            if line.strip().startswith(part):
                found[part] = number
    return found["operand.grad +="], found["self.grad +="]


def _listing(functions: Iterable[CodeType]) -> tuple[list[int], list[str]]:
    """The lines of some methods in the order of the file, without their docstrings, and their numbers."""
    numbers: list[int] = []
    texts: list[str] = []
    for code in sorted(set(functions), key=lambda code: code.co_firstlineno):
        lines, first = inspect.getsourcelines(code)
        body = ast.parse(inspect.cleandoc("\n" + "".join(lines))).body[0]
        assert isinstance(body, ast.FunctionDef)
        left_out = range(0)
        if ast.get_docstring(body):
            left_out = range(body.body[0].lineno, (body.body[0].end_lineno or 0) + 1)
        for place, line in enumerate(lines, start=1):
            if place not in left_out:
                numbers.append(first + place - 1)
                texts.append(line.rstrip().removeprefix("    "))
    return numbers, texts
