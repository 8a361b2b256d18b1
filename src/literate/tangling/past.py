"""What is known of a tangled file's past: from the tangler's notes, and from git."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from literate.reading import source
from literate.tangling import history
from literate.tangling.alignment import likeness
from literate.tangling.record import Record


class Bases(NamedTuple):
    """The texts that an edit of a file may have begun from; `certain` when one of them it must have been."""

    texts: tuple[str, ...]
    certain: bool


class Past:
    """The texts that the chapters of a project made once."""

    def __init__(self, root: Path, record: Record) -> None:
        self.root, self.record = root, record
        self._states: list[dict[str, str]] | None = None
        self._merges: list[history.Merge] | None = None

    def states(self) -> list[dict[str, str]]:
        """What the chapters make as git has them, in its last commit and in its index."""
        if self._states is None:
            self._states = history.tangled(self.root)
        return self._states

    def written(self, path: str) -> list[str]:
        """What the tangler is known to have written there."""
        return [*self.record.texts.get(path, []), *self.record.gone.get(path, [])]

    def tangled(self, path: str) -> list[str]:
        return [state[path] for state in self.states() if path in state]

    def made(self, path: str, data: bytes, now: Iterable[str]) -> bool:
        """Whether the chapters made just this: those of `now`, of the last run, or of git."""
        try:
            text = plain(data)
        except UnicodeDecodeError:
            return False
        if text in [*self.written(path), *now] or text in self.tangled(path) or self._merged(path, text):
            return True
        return any(version.tangled == text for version in history.versions(self.root, path, 1))

    def bases(self, path: str, edited: str) -> Bases:
        """What the edit of the file that gave `edited` may have begun from.

        That is what the tangler wrote last, and what git put there, as far as the chapters made it.
        """
        written, tangled = self.written(path), self.tangled(path)
        certain, put, unknown = [*written], list[str](), False
        for text in filter(None, map(_plain_or_none, history.held(self.root, path))):
            if text in [*written, *tangled] or self._merged(path, text):
                certain.append(text)
                continue
            # That text is older than the chapters, or holds an edit itself: where were both in step?
            step = next((version for version in history.versions(self.root, path) if version.in_step), None)
            nearer = _nearer(text, written, edited)
            if step is not None and step.tangled is not None:
                (put if nearer else certain).append(step.tangled)
            elif nearer:
                unknown = True
        # Over what was tangled last git has put that text: what it lacks of the last one, nobody took out.
        texts = tuple(dict.fromkeys(put or certain or tangled))
        return Bases(texts, bool(put or certain) and not unknown)

    def _merged(self, path: str, text: str) -> bool:
        """Whether git made this text while merging two states of what the chapters make."""
        if self._merges is None:
            self._merges = history.merges(self.root)
        return any(merge.makes(path, text) for merge in self._merges)


def plain(data: bytes) -> str:
    """The text without what editors and git do to line ends."""
    text = source.decode(data)
    return text if text.endswith("\n") or not text else text + "\n"


def _nearer(text: str, others: Sequence[str], edited: str) -> bool:
    """Whether an edit began from `text` rather than from one of the others, by how much is the same."""
    lines = edited.split("\n")
    near = likeness(text.split("\n"), lines)
    return all(likeness(other.split("\n"), lines) <= near for other in others)


def _plain_or_none(data: bytes) -> str | None:
    try:
        return plain(data)
    except UnicodeDecodeError:
        return None
