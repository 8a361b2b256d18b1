"""The order puzzle: which node passes its gradient on next?"""

from figures.replays.graph_drawn import finished
from figures.replays.recording import passed_on
from figures.replays.replay import Replay, number
from tinygpt.autograd import Value

_UNFINISHED = ("", "f", "fm", "fu")
_FINAL = ("fmu", "fum", "fumu")


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
    picture = finished(values, drawn)
    played = {order: passed_on(values, "f", order) for order in _UNFINISHED + _FINAL}
    a_bar = {order: number(state["a"]) for order, state in played.items()}
    u_bar = {order: number(state["u"]) for order, state in played.items()}
    slope = number(u._slopes[0])  # of u with respect to a
    late = number(played["fum"]["u"] - played["fu"]["u"])
    says = {
        "": "f holds the seed, 1. Which node passes its gradient on?",
        "f": f"f has passed {number(played['f']['m'])} to m and {u_bar['f']} to u. Which is next?",
        "fm": f"m has passed on along both of its edges. Now u holds {u_bar['fm']}: this is all of it.",
        "fu": f"u has passed {slope} · {u_bar['f']} to a. But m uses u too, and has not contributed yet.",
        "fmu": f"a holds {a_bar['fmu']}: right. Every node that uses u had contributed first; then u passed "
        "on, once.",
        "fum": f"a holds {a_bar['fum']}: wrong, the gradient is {number(right)}. u passed on too early, and "
        f"what m brought later, {late}, has stayed in u. Let u pass on again, and see.",
        "fumu": f"a holds {a_bar['fumu']}: wrong, the gradient is {number(right)}. u has passed on all of "
        f"its {u_bar['fum']}, though {u_bar['fu']} of it was sent before: that share has travelled twice.",
    }
    states = {
        order: {
            "grads": [number(state[name]) if state[name] else "" for name in values],
            "say": says[order],
            "right": state["a"] == right if order in _FINAL else None,
        }
        for order, state in played.items()
    }
    data = {"names": list(values), "choices": ["f", "m", "u"], "states": states}
    title = "Try it: in which order should the nodes pass their gradients on?"
    return Replay("order", title, (picture,), data)
