"""Copies of texts that tangling takes off the disk while nothing else holds them."""

from __future__ import annotations

from itertools import count
from pathlib import Path, PurePosixPath

from literate import writer

FOLDER = ".literate/removed"


def keep(root: Path, path: str, data: bytes) -> str:
    """Keep a copy of what the file `path` holds; return its place. Earlier copies stay as they are."""
    whole = PurePosixPath(FOLDER) / path
    for number in count(1):
        place = whole if number == 1 else whole.with_name(f"{whole.stem}.{number}{whole.suffix}")
        held = writer.read(root / place)
        if held is None:
            writer.write(root, {place.as_posix(): data}, [])
        if held in (None, data):
            return place.as_posix()
    raise AssertionError("numbers do not end")
