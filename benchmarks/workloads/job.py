"""One kind of work, done by hand in the yardstick and by each engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np

from .. import measure
from ..measure import Spread
from ..peers.base import Compute

TOLERANCE = 1e-10
Times = Mapping[str, list[float]]


@dataclass(frozen=True)
class Row:
    """A line of the table: one quantity, for everything that was measured."""

    key: str
    title: str
    cells: dict[str, Spread]


@dataclass(frozen=True)
class Job:
    """Programs that compute the same arrays; the first is the yardstick.

    partial: further programs to time, which do only a part of the work.
    derived: from the times of all, rows beside the ratios to the yardstick.
    """

    key: str
    title: str
    programs: dict[str, Compute]
    partial: Mapping[str, Callable[[], object]] = field(default_factory=dict)
    derived: Callable[[Times], list[Row]] = lambda times: []
    rounds: int = 15
    seconds: float = 0.05

    @property
    def yardstick(self) -> str:
        return next(iter(self.programs))

    def check(self) -> None:
        """Raise ValueError unless every program computes what the yardstick does."""
        expected = self.programs[self.yardstick]()
        for name, program in self.programs.items():
            found = program()
            if len(found) != len(expected):
                raise ValueError(f"{self.key}: {name} gives {len(found)} arrays, not {len(expected)}")
            for i, (array, wanted) in enumerate(zip(found, expected, strict=True)):
                if array.shape != wanted.shape:
                    raise ValueError(
                        f"{self.key}: array {i} of {name} has shape {array.shape}, not {wanted.shape}"
                    )
                error = np.abs(array - wanted).max() / np.abs(wanted).max()
                if not error <= TOLERANCE:
                    raise ValueError(
                        f"{self.key}: array {i} of {name} is off by {error:.1e} of its largest entry"
                    )

    def measure(self, rounds: int | None = None, seconds: float | None = None) -> list[Row]:
        """Time all programs and return the rows, the ratios to the yardstick first."""
        times = measure.interleave(
            {**self.programs, **self.partial}, rounds or self.rounds, seconds or self.seconds
        )
        by_hand = times[self.yardstick]
        cells = {name: measure.ratios(times[name], by_hand) for name in self.programs}
        return [Row(self.key, self.title, cells), *self.derived(times)]
