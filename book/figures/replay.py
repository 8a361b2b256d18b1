"""Replays: what the engine did, step by step, recorded while the page is built.

A code cell with the tags `remove-input` and `replay` ends in one of the calls below. The page's script
(`src/press/live/static/replay.js`) shows the steps; without a script, and on paper, nothing appears.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from figures import graphs, palette
from figures.picture import Picture
from figures.recording import Recording, passed_on, recorded
from tinygpt.autograd import Value


@dataclass(frozen=True)
class Replay:
    """Pictures in their finished state, and what the script needs to show the states before."""

    kind: str
    title: str
    pictures: tuple[Picture, ...]
    data: Mapping[str, Any]

    @property
    def html(self) -> str:
        svgs = [palette.for_page(_svg(picture)) for picture in self.pictures]
        drawings = "".join(f"<template>{svg}</template>" for svg in svgs)
        data = json.dumps(self.data, ensure_ascii=False).replace("</", "<\\/")
        return (
            f'<div class="replay" data-replay="{self.kind}" data-title="{escape(self.title)}" hidden>'
            f'{drawings}<script type="application/json">{data}</script></div>'
        )

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {"text/html": self.html, "text/plain": self.title}


def _svg(picture: Picture) -> str:
    style = f"width: 100%; max-width: {picture.width:.0f}px; height: auto"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {picture.width:g} {picture.height:g}" '
        f'aria-hidden="true" style="{style}">{picture.body}</svg>'
    )


def _picture(values: Mapping[str, Value], drawn: Mapping[str, tuple[str, tuple[float, float]]]) -> Picture:
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


def number(value: float) -> str:
    """A number as the graphs print it."""
    return f"{value:.4g}".replace("-", "\N{MINUS SIGN}")


def order_puzzle() -> Replay:
    """The reader chooses which node of u = 3a, f = u·u + u passes its gradient on next."""
    a = Value(2.0)
    u = 3 * a
    m = u * u
    f = m + u
    f.backward()
    values = {"a": a, "u": u, "m": m, "f": f}
    right = a.grad
    drawn = {
        "a": ("a", (0, 1)),
        "u": ("u = 3a", (1, 1)),
        "m": ("m = u · u", (2, 0)),
        "f": ("f = m + u", (3, 1)),
    }
    picture = _picture(values, drawn)
    orders = ["", "f", "fm", "fu", "fmu", "fum", "fumu"]
    played = {order: passed_on(values, "f", order) for order in orders}
    a_bar = {order: number(state["a"]) for order, state in played.items()}
    u_bar = {order: number(state["u"]) for order, state in played.items()}
    late = number(played["fum"]["u"] - played["fu"]["u"])
    says = {
        "": "f holds the seed, 1. Which node passes its gradient on?",
        "f": f"f has passed {number(played['f']['m'])} to m and {u_bar['f']} to u. Which is next?",
        "fm": f"m has passed on along both of its edges. Now u holds {u_bar['fm']}: this is all of it.",
        "fu": f"u has passed 3 · {u_bar['f']} to a. But m uses u too, and has not contributed yet.",
        "fmu": f"a holds {a_bar['fmu']}: right. All that use u had contributed before u passed on, once.",
        "fum": f"a holds {a_bar['fum']}: wrong, the gradient is {number(right)}. u passed on too early, and "
        f"what m brought later, {late}, has stayed in u. Let u pass on again, and see.",
        "fumu": f"a holds {a_bar['fumu']}: wrong, the gradient is {number(right)}. u has passed on all of "
        f"its {u_bar['fum']}, though {u_bar['fu']} of it was sent before: that share has travelled twice.",
    }
    states = {
        order: {
            "grads": [number(state[name]) if state[name] else "" for name in values],
            "say": says[order],
            "right": state["a"] == right if order.endswith(("u", "um")) and len(order) > 2 else None,
        }
        for order, state in played.items()
    }
    data = {"names": list(values), "choices": ["f", "m", "u"], "states": states}
    title = "Try it: in which order should the nodes pass their gradients on?"
    return Replay("order", title, (picture,), data)


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
        pictures.append(_picture(values, drawn))
        told = _told(values, recording, labels)
        found.append({"title": title, "listing": recording.listing, "steps": told})
    title = "Step through it: what the engine does, line by line"
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
                f"Backward: {share.to} had {number(share.before)}, and gets {number(share.gradient)} from "
                f"{share.source}, times the slope {number(share.slope)}. That makes {grads[share.to]}."
            )
        tell(say, share.line, [share.to] if share.source is None else [share.source, share.to])
    return told
