"""Drawings that a replay uncovers stage by stage: each part of them says from which step on it shows."""

from collections.abc import Sequence
from dataclasses import dataclass

from figures.picture import Picture
from figures.replays.replay import Replay


@dataclass(frozen=True)
class Staged:
    """One finished drawing, and a sentence for each step to it."""

    title: str
    picture: Picture
    says: Sequence[str]


def staged(title: str, choices: Sequence[Staged], shown: int) -> Replay:
    """The drawings that a reader may choose from; the one at `shown` is the figure on paper."""
    others = tuple(choice.picture for place, choice in enumerate(choices) if place != shown)
    data = {"shown": shown, "choices": [{"title": choice.title, "says": choice.says} for choice in choices]}
    return Replay("stages", title, others, data, figure=choices[shown].picture)


def listed(items: Sequence[str]) -> str:
    """Items in a sentence."""
    return " and ".join([", ".join(items[:-1]), items[-1]]) if len(items) > 1 else items[0]
