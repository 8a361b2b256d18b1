"""What the chapters that git has (its last commit, its index) tangle to."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from literate import project
from literate.errors import CallError
from literate.reading import reader
from literate.repository import git
from literate.settings import parse as settings_of


def tangled(root: Path) -> list[dict[str, str]]:
    """For the last commit and for the index: each target's text. Empty outside a git repository."""
    found = []
    for listing, prefix in (
        (["ls-tree", "-r", "-z", "--name-only", "HEAD"], "HEAD:./"),
        (["ls-files", "-z"], ":./"),
    ):
        names = _git(root, *listing)
        if names is not None:
            texts = _targets(root, names.decode("utf-8", "replace").split("\0"), prefix)
            if texts not in found:
                found.append(texts)
    return found


class Merge(NamedTuple):
    """A merge that git has begun: what the chapters of its three sides make."""

    root: Path
    base: dict[str, str]
    ours: dict[str, str]
    theirs: dict[str, str]

    def makes(self, path: str, text: str) -> bool:
        """Whether git, merging the three texts of `path`, comes to `text`, with its conflicts or without."""
        sides = [side.get(path) for side in (self.ours, self.base, self.theirs)]
        if sides[0] is None or sides[2] is None:
            return text in sides
        import tempfile

        with tempfile.TemporaryDirectory(prefix="literate-") as folder:
            names = []
            for name, side in zip(("ours", "base", "theirs"), sides, strict=True):
                names.append(os.path.join(folder, name))
                Path(names[-1]).write_bytes((side or "").encode())
            done = git(self.root, "merge-file", "-p", *names)
        merged = done.stdout.decode("utf-8", "replace")
        return text in sides or (0 <= done.returncode < 128 and _unlabelled(merged) == _unlabelled(text))


def merges(root: Path) -> list[Merge]:
    """The merges, cherry-picks and rebases that are under way."""
    found = []
    for name in ("MERGE_HEAD", "CHERRY_PICK_HEAD", "REBASE_HEAD"):
        theirs = _commit(root, "rev-parse", "--verify", "--quiet", name)
        if theirs is None:
            continue
        if name == "MERGE_HEAD":
            base = _commit(root, "merge-base", "HEAD", theirs)
        else:
            base = _commit(root, "rev-parse", "--verify", "--quiet", f"{theirs}^")
        sides = [_of_commit(root, commit) if commit else {} for commit in (base, "HEAD", theirs)]
        found.append(Merge(root, *sides))
    return found


class Version(NamedTuple):
    """A commit that touched a file: what its chapters make of the file, and what the file holds in it."""

    tangled: str | None
    held: bytes | None

    @property
    def in_step(self) -> bool:
        return self.tangled is not None and self.held == self.tangled.encode()


def versions(root: Path, path: str, most: int = 10) -> Iterator[Version]:
    """The last commits that touched a file, at `most` so many, the newest first."""
    for commit in (_git(root, "log", f"-{most}", "--format=%H", "--", path) or b"").decode().split():
        yield Version(_of_commit(root, commit).get(path), _contents(root, [f"{commit}:./{path}"])[0])


def held(root: Path, path: str) -> list[bytes]:
    """What git holds of a file, in its last commit and in its index."""
    return [data for data in _contents(root, [f"HEAD:./{path}", f":./{path}"]) if data is not None]


def _commit(root: Path, *words: str) -> str | None:
    output = _git(root, *words)
    return output.decode().split()[0] if output and output.strip() else None


def _of_commit(root: Path, commit: str) -> dict[str, str]:
    names = _git(root, "ls-tree", "-r", "-z", "--name-only", commit) or b""
    return _targets(root, names.decode("utf-8", "replace").split("\0"), f"{commit}:./")


def _unlabelled(text: str) -> str:
    """Without the names that git gives to the sides of a conflict."""
    return re.sub(r"^(<{7}|\|{7}|>{7}) .*$", r"\1", text, flags=re.MULTILINE)


def _targets(root: Path, names: list[str], prefix: str) -> dict[str, str]:
    settings_bytes = _contents(root, [f"{prefix}pyproject.toml"])[0]
    try:
        settings = settings_of(settings_bytes or b"", root)
    except CallError:
        return {}
    paths = sorted(name for name in names if settings.is_chapter(name))
    chapters = [
        reader.decode(data, path)
        for path, data in zip(paths, _contents(root, [prefix + path for path in paths]), strict=True)
        if data is not None
    ]
    return {path: target.text for path, target in project.build(settings, chapters).targets.items()}


def _contents(root: Path, objects: list[str]) -> list[bytes | None]:
    if not objects:
        return []
    output = _git(root, "cat-file", "--batch", given="".join(name + "\n" for name in objects).encode())
    contents: list[bytes | None] = []
    position = 0
    for _ in objects:
        end = (output or b"").find(b"\n", position)
        if output is None or end < 0:
            contents.append(None)
            continue
        header = output[position:end].split()
        if header[-1:] == [b"missing"] or len(header) != 3:
            contents.append(None)
            position = end + 1
            continue
        size = int(header[2])
        contents.append(output[end + 1 : end + 1 + size])
        position = end + 1 + size + 1
    return contents


def _git(root: Path, *words: str, given: bytes = b"") -> bytes | None:
    try:
        done = git(root, *words, given=given)
    except OSError:
        return None
    return done.stdout if done.returncode == 0 else None
