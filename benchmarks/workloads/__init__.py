"""The work that is timed. Each module gives one job, for the engines that are there."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..peers.base import Peer
from . import additions, block, chain, mlp, moons, xor
from .job import Job

MAKERS: tuple[Callable[[Sequence[Peer], bool], Job], ...] = (
    xor.job,
    mlp.job,
    block.job,
    chain.job,
    additions.job,
    moons.job,
)


def jobs(peers: Sequence[Peer], quick: bool) -> list[Job]:
    """Return all jobs, small ones if quick."""
    return [make(peers, quick) for make in MAKERS]
