"""Tangling again whenever a chapter is saved."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path, PurePosixPath

from literate.config import Config
from literate.errors import CallError


def watch(settings: Config, tangle: Callable[[], int]) -> None:
    """Call `tangle` now and after each change to a chapter or to pyproject.toml, until interrupted."""
    try:
        from watchfiles import watch as changes  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        raise CallError("literate watch needs the package watchfiles: pip install watchfiles") from None

    def wanted(change: object, path: str) -> bool:
        name = _relative(settings.root, path)
        return name is not None and (name == "pyproject.toml" or settings.is_chapter(name))

    _say(tangle())
    folders = {settings.root / _top(pattern) for pattern in settings.chapters}
    places = [settings.root / "pyproject.toml", *sorted(folders)]
    for _ in changes(*places, watch_filter=wanted, raise_interrupt=False):
        _say(tangle())


def _say(status: int) -> None:
    print(
        "in step with the chapters" if status == 0 else "the last good files stay",
        flush=True,
    )


def _top(pattern: str) -> str:
    """The folder of a pattern, up to its first wildcard."""
    parts = PurePosixPath(pattern).parts[:-1]
    fixed = next((n for n, part in enumerate(parts) if any(mark in part for mark in "*?[")), len(parts))
    return "/".join(parts[:fixed]) or "."


def _relative(root: Path, path: str) -> str | None:
    try:
        return Path(path).resolve().relative_to(root).as_posix()
    except ValueError:
        return None
