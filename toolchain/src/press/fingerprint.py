"""A short name for the state of some files."""

import hashlib
from collections.abc import Iterable
from pathlib import Path

DIGITS = 16


def fingerprint(folder: Path, patterns: Iterable[str]) -> str:
    """The state of all files under `folder` that match a pattern: their names and what is in them."""
    state = hashlib.sha256()
    matches = {path for pattern in patterns for path in folder.glob(pattern)}
    for path in sorted(path for path in matches if path.is_file() and "__pycache__" not in path.parts):
        state.update(path.relative_to(folder).as_posix().encode() + b"\0")
        state.update(hashlib.sha256(path.read_bytes()).digest())
    return state.hexdigest()[:DIGITS]
