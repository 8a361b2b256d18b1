"""Stepping forward and backward through a graph, beside the engine's lines."""

from collections.abc import Mapping
from typing import Any

from figures.replays.graph_drawn import finished
from figures.replays.recording import Recording, recorded
from figures.replays.replay import Replay, number
from tinygpt.autograd import Value


def steps() -> Replay:
    """Forward and backward through (ab + c)² and x·x + x, with the engine's lines that run."""

    def square() -> dict[str, Value]:
        a, b, c = Value(2.0), Value(-3.0), Value(10.0)
        u = a * b
        s = u + c
        return {"a": a, "b": b, "c": c, "u": u, "s": s, "f": s**2}

    def twice() -> dict[str, Value]:
        x = Value(3.0)
        m = x * x
        return {"x": x, "m": m, "y": m + x}

    square_drawn = {
        "a": ("a", (0, 0)),
        "b": ("b", (0, 1)),
        "c": ("c", (1, 2)),
        "u": ("u = ab", (1, 0.5)),
        "s": ("s = u + c", (2, 1)),
        "f": ("f = s²", (3, 1)),
    }
    twice_drawn = {"x": ("x", (0, 1)), "m": ("m = x · x", (1, 0)), "y": ("y = m + x", (2, 1))}
    pictures, found = [], []
    for title, compute, drawn in (("(ab + c)²", square, square_drawn), ("x · x + x", twice, twice_drawn)):
        values, recording = recorded(compute)
        labels = {name: label for name, (label, _) in drawn.items()}
        pictures.append(finished(values, drawn))
        told = _told(values, recording, labels)
        found.append({"title": title, "listing": recording.listing, "steps": told})
    title = "Step through it: each operation, then each share"
    return Replay("steps", title, tuple(pictures), {"graphs": found})


def _told(
    values: Mapping[str, Value], recording: Recording, labels: Mapping[str, str]
) -> list[dict[str, Any]]:
    """The states of the graph, each with its line of the listing and a sentence."""
    shown = {name: number(value.data) for name, value in values.items() if not value._inputs}
    grads: dict[str, str] = {}
    told: list[dict[str, Any]] = []

    def tell(say: str, line: int | None, active: list[str]) -> None:
        told.append(
            {
                "values": [shown.get(name, "") for name in values],
                "grads": [grads.get(name, "") for name in values],
                "say": say,
                "line": line,
                "active": [list(values).index(name) for name in active],
            }
        )

    tell("The leaves hold their numbers.", None, list(shown))
    for step in recording.forward:
        shown[step.name] = number(values[step.name].data)
        tell(f"Forward: {labels[step.name]} gives {shown[step.name]}.", step.line, [step.name])
    for share in recording.backward:
        grads[share.to] = number(share.after)
        if share.source is None:
            say = f"Backward: the seed. The gradient at {share.to} is {grads[share.to]}."
        else:
            say = (
                f"Backward: {share.source} sends {number(share.slope)} · {number(share.gradient)} = "
                f"{number(share.slope * share.gradient)} to {share.to}, "
                f"which held {number(share.before)} and now holds {grads[share.to]}."
            )
        tell(say, share.line, [share.to] if share.source is None else [share.source, share.to])
    return told
