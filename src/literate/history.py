"""What the chapters that git has (its last commit, its index) tangle to."""

from __future__ import annotations

import subprocess
from pathlib import Path

from literate import config, project, reader
from literate.errors import CallError


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


def _targets(root: Path, names: list[str], prefix: str) -> dict[str, str]:
    settings_bytes = _contents(root, [f"{prefix}pyproject.toml"])[0]
    try:
        settings = config.parse(settings_bytes or b"", root)
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
        done = subprocess.run(["git", "-C", str(root), *words], input=given, capture_output=True, check=False)
    except OSError:
        return None
    return done.stdout if done.returncode == 0 else None
