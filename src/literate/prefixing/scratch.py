"""A scratch folder that stands for the project, with other tangled files in it."""

from __future__ import annotations

import os
from collections.abc import Collection
from pathlib import Path

# The history and the record belong to the project alone, and caches to its own files.
_LEFT_OUT = frozenset({".git", ".literate", "__pycache__"})


def mirror(root: Path, scratch: Path, targets: Collection[str], folder: str = "") -> None:
    """Link all that is in the project into `scratch`, except for the targets: their places stay free."""
    for entry in os.scandir(root / folder):
        path = f"{folder}/{entry.name}" if folder else entry.name
        if entry.name in _LEFT_OUT or path in targets:
            continue
        if any(target.startswith(f"{path}/") for target in targets):
            (scratch / path).mkdir()
            mirror(root, scratch, targets, path)
        else:
            (scratch / path).symlink_to(entry.path)
