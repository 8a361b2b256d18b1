"""What is known of a tangled file's past: from the tangler's notes, and from git."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from literate.reading import source
from literate.tangling import history
from literate.tangling.record import Record


@dataclass(frozen=True)
class Bases:
    """The texts that an edit of a file may have begun from; `certain` when the file did hold each of them."""

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

    def bases(self, path: str) -> Bases:
        """What an edit of the file may have begun from.

        That is what the tangler wrote last, and what git put there, as far as the chapters made it.
        """
        certain = self.written(path)
        tangled = self.tangled(path)
        versions: list[history.Version] = []
        for data in history.held(self.root, path):
            text = _plain_or_none(data)
            if text is not None and (text in tangled or self._merged(path, text)):
                certain.append(text)
            elif not versions:
                # That text is older than the chapters, or holds an edit itself: where were both in step?
                versions = [*history.versions(self.root, path)]
                same = (version for version in versions if version.in_step)
                certain += [version.tangled for version in same if version.tangled is not None][:1]
        if certain:
            return Bases(tuple(dict.fromkeys(certain)), True)
        guesses = [*tangled, *(version.tangled for version in versions if version.tangled is not None)]
        return Bases(tuple(dict.fromkeys(guesses)), False)

    def _merged(self, path: str, text: str) -> bool:
        """Whether git made this text while merging two states of what the chapters make."""
        if self._merges is None:
            self._merges = history.merges(self.root)
        return any(merge.makes(path, text) for merge in self._merges)


def plain(data: bytes) -> str:
    """The text without what editors and git do to line ends."""
    text = source.decode(data)
    return text if text.endswith("\n") or not text else text + "\n"


def _plain_or_none(data: bytes) -> str | None:
    try:
        return plain(data)
    except UnicodeDecodeError:
        return None
