"""Writing files all or nothing: each is replaced whole, unchanged ones are left alone."""

from __future__ import annotations

import contextlib
import glob
import os
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath

from literate.errors import CallError

SUFFIX = ".literate-new"


def write(
    root: Path,
    texts: Mapping[str, str | bytes],
    remove: Sequence[str],
    seen: Mapping[str, bytes | None] | None = None,
) -> list[str]:
    """Write `texts` below `root` and remove `remove`; return the paths changed.

    Every new file is first written whole beside its target, then put in its place by renaming: a run that is
    stopped leaves each target old or new, never half. `seen` holds what the caller found in the files: one
    that is different by now is left alone, and CallError is raised. So it is for a write-protected file.
    """
    data = {path: text.encode() if isinstance(text, str) else text for path, text in texts.items()}
    changed = [path for path in sorted(data) if read(root / path) != data[path]]
    for path in [*changed, *remove]:
        _demand_writable(root, path)
    staged: list[tuple[Path, Path]] = []
    places = {path: Path(os.path.realpath(root / path)) for path in changed}
    for folder in {place.parent for place in places.values()}:
        folder.mkdir(parents=True, exist_ok=True)
        _sweep(folder)
    try:
        for path, place in places.items():
            beside = place.with_name(f".{place.name}.{os.getpid()}{SUFFIX}")
            staged.append((beside, place))
            _stage(beside, place, data[path])
        for path in [*changed, *remove]:
            _demand_as_seen(root, path, seen)
        for path, (beside, place) in zip(changed, staged, strict=True):
            _demand_as_seen(root, path, seen)
            os.replace(beside, place)
    finally:
        for beside, _ in staged:
            with contextlib.suppress(OSError):
                beside.unlink()
    for path in remove:
        _demand_as_seen(root, path, seen)
        (root / path).unlink(missing_ok=True)
        _clear(root, path)
    return changed


def _clear(root: Path, path: str) -> None:
    """Take away what a removed module leaves: its compiled form, and folders that are empty now."""
    place = root / path
    cache = place.parent / "__pycache__"
    for compiled in cache.glob(f"{glob.escape(place.stem)}.*.pyc"):
        compiled.unlink(missing_ok=True)
    with contextlib.suppress(OSError):
        cache.rmdir()
    for folder in PurePosixPath(path).parents[:-1]:
        try:
            (root / folder).rmdir()
        except OSError:
            return


def read(place: Path) -> bytes | None:
    """The bytes of a file, or None when there is none."""
    try:
        return place.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None


def _sweep(folder: Path) -> None:
    """Remove what runs that were killed have left in a folder."""
    for left in folder.glob(f".*{SUFFIX}"):
        number = left.name.removesuffix(SUFFIX).rpartition(".")[2]
        try:
            os.kill(int(number), 0)
        except (ValueError, OverflowError, ProcessLookupError):
            left.unlink(missing_ok=True)
        except OSError:
            continue


def _demand_writable(root: Path, path: str) -> None:
    place = root / path
    if place.exists() and (not place.stat().st_mode & 0o222 or not os.access(place, os.W_OK)):
        raise CallError(f"{path} is write-protected, so nothing was written. Allow it: chmod u+w {path}")


def _demand_as_seen(root: Path, path: str, seen: Mapping[str, bytes | None] | None) -> None:
    if seen is not None and path in seen and read(root / path) != seen[path]:
        raise CallError(f"{path} was saved in the meantime, so it was left alone. Run it again.")


def _stage(beside: Path, place: Path, data: bytes) -> None:
    try:
        with beside.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        # A full disk does not say which file it is about.
        error.filename = str(place)
        raise
    if place.exists():
        os.chmod(beside, place.stat().st_mode & 0o7777)
