"""The graph of some scalar values, as the engine left them."""

from collections.abc import Mapping

from figures import graphs
from figures.picture import Picture
from figures.replays.replay import number
from tinygpt.autograd import Value


def finished(values: Mapping[str, Value], drawn: Mapping[str, tuple[str, tuple[float, float]]]) -> Picture:
    """The finished graph: for each name of a value its label and its place."""
    nodes = {
        name: {"at": at, "label": label, "value": values[name].data, "grad": values[name].grad}
        for name, (label, at) in drawn.items()
    }
    name_of = {id(value): name for name, value in values.items()}
    edges = [
        (name_of[id(operand)], name, number(slope))
        for name, value in values.items()
        for operand, slope in zip(value._inputs, value._slopes, strict=True)
        if id(operand) in name_of
    ]
    return graphs.graph(nodes, edges, alt="A computation graph.")
