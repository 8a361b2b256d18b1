"""Which new target takes the place of a file that no chapter makes any more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from literate.tangling.alignment import likeness

# Two texts are about the same when more than this of their lines are in both.
ALIKE = 0.6


def renamed(olds: Mapping[str, Sequence[str]], news: Mapping[str, str]) -> dict[str, str]:
    """For each old file, by the texts it had, the new one that it became.

    Each must be nearest to the other, and no third one as near: else the edit of one would go into another.
    """
    near = {
        (old, new): max((likeness(text.split("\n"), made.split("\n")) for text in texts), default=0.0)
        for old, texts in olds.items()
        for new, made in news.items()
    }
    found = {}
    for (old, new), nearness in near.items():
        rivals = [other for pair, other in near.items() if (pair[0] == old) != (pair[1] == new)]
        if nearness > ALIKE and all(rival < nearness for rival in rivals):
            found[old] = new
    return found
