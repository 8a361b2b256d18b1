"""Writing files all or nothing: each is replaced whole, unchanged ones are left alone."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

SUFFIX = ".literate-new"


def write(root: Path, texts: dict[str, str], remove: list[str]) -> list[str]:
    """Write `texts` below `root` and remove `remove`; return the paths changed.

    Every new file is first written whole beside its target, then put in its place by renaming: a run that is
    stopped leaves each target old or new, never half.
    """
    changed = [path for path in sorted(texts) if read(root / path) != texts[path].encode("utf-8")]
    staged: list[tuple[Path, Path]] = []
    try:
        for path in changed:
            place = Path(os.path.realpath(root / path))
            place.parent.mkdir(parents=True, exist_ok=True)
            beside = place.with_name(f".{place.name}.{os.getpid()}{SUFFIX}")
            staged.append((beside, place))
            _stage(beside, place, texts[path].encode("utf-8"))
        for beside, place in staged:
            os.replace(beside, place)
    finally:
        for beside, _ in staged:
            with contextlib.suppress(FileNotFoundError):
                beside.unlink()
    for path in remove:
        (root / path).unlink(missing_ok=True)
        with contextlib.suppress(OSError):
            (root / path).parent.rmdir()
    return changed


def read(place: Path) -> bytes | None:
    """The bytes of a file, or None when there is none."""
    try:
        return place.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None


def _stage(beside: Path, place: Path, data: bytes) -> None:
    with beside.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    if place.exists():
        os.chmod(beside, place.stat().st_mode & 0o7777)
