"""The two ways through the engine's edges: derivatives forward by columns, gradients backward by rows."""

from collections.abc import Callable, Mapping, Sequence

from tinygpt.autograd import Value

Values = Mapping[str, Value]


def forward_pass(values: Values, seed: str) -> dict[str, float]:
    """What a seed of 1 at an input gives everywhere; `values` names each after those it comes from."""
    dots = dict.fromkeys(values, 0.0) | {seed: 1.0}
    name_of = {id(value): name for name, value in values.items()}
    for name, value in values.items():
        for operand, slope in zip(value._inputs, value._slopes, strict=True):
            if id(operand) in name_of:
                dots[name] += slope * dots[name_of[id(operand)]]
    return dots


def column(compute: Callable[[], Values], seed: str, outputs: Sequence[str]) -> list[float]:
    """The derivatives of the outputs with respect to one input, by one pass of forward mode."""
    dots = forward_pass(compute(), seed)
    return [dots[name] for name in outputs]


def row(compute: Callable[[], Values], output: str, inputs: Sequence[str]) -> list[float]:
    """The derivatives of one output with respect to the inputs, by one call of the engine's `backward`."""
    values = compute()
    values[output].backward()
    return [values[name].grad for name in inputs]
