"""What the engine has to reach."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .workloads.job import Row

ENGINE = "tinygpt"
PEERS = ("HIPS autograd", "MyGrad", "PyTorch")
Rows = Mapping[str, Row]


@dataclass(frozen=True)
class Target:
    """A bound on the engine's median in one row: a number, or a share of another column's median."""

    row: str
    most: float
    of: str | None = None
    least: float = float("-inf")

    @property
    def text(self) -> str:
        if self.of is not None:
            share = "below" if self.most == 1.0 else f"at most {self.most:.3g} times"
            return f"{share} {self.of}"
        return (
            f"at most {self.most:g}"
            if self.least == float("-inf")
            else f"from {self.least:g} to {self.most:g}"
        )

    def reached(self, rows: Rows) -> bool | None:
        """Return whether it is met, or None if one of the two was not measured."""
        cells = rows[self.row].cells if self.row in rows else {}
        if ENGINE not in cells or (self.of is not None and self.of not in cells):
            return None
        scale = 1.0 if self.of is None else cells[self.of].median
        return self.least <= cells[ENGINE].median <= self.most * scale


TARGETS = (
    Target("xor", 3.3),
    Target("xor", 0.5, of="PyTorch"),
    Target("xor", 0.25, of="HIPS autograd"),
    Target("mlp", 1.3),
    *(Target("mlp", 1.0, of=peer) for peer in PEERS),
    Target("block", 1.35),
    *(Target("block", 1.0, of=peer) for peer in PEERS),
    Target("chain", 1.03),
    Target("chain_backward", 2.1, least=1.95),
    Target("additions", 5.0),
    Target("additions", 1.0, of="PyTorch"),
    Target("moons", 1 / 6, of="micrograd"),
    Target("growth", 2.0),
    Target("peak", 1.6, of="PyTorch"),
)
