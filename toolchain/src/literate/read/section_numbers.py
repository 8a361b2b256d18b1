"""The numbers of a chapter's sections, as the book prints them."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

DEEPEST = 3


class Numbering:
    """Counts headings. A chapter's own number is the one that its file name begins with."""

    def __init__(self, path: str) -> None:
        match = re.match(r"\d+", PurePosixPath(path).name)
        self._chapter = str(int(match[0])) if match else ""
        self._counts = [0] * (DEEPEST - 1)

    def number(self, level: int) -> str:
        """The number of the next heading, of this level; empty where the book prints none."""
        if not self._chapter or level > DEEPEST:
            return ""
        if level == 1:
            return self._chapter
        self._counts[level - 2] += 1
        self._counts[level - 1 :] = [0] * (DEEPEST - level)
        return ".".join([self._chapter, *map(str, self._counts[: level - 1])])
