"""Tangling again whenever a chapter is saved."""

from __future__ import annotations

import contextlib
import io
import logging
import os
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from literate.config import Config, top_folder
from literate.errors import CallError
from literate.terminal import Terminal

# A burst of saves within this time is one change.
BURST_MS = 100
# A folder that was replaced is noticed after this time: the system goes on watching the old one.
LOOK_MS = 500
SETTINGS = "pyproject.toml"


def watch(load: Callable[[], Config], tangle: Callable[[], int], terminal: Terminal) -> None:
    """Call `tangle` now and after each change to a chapter or to pyproject.toml, until interrupted.

    `load` reads the settings, now and whenever they have changed.
    """
    try:
        import watchfiles  # noqa: F401
    except ImportError:
        raise CallError("literate watch needs the package watchfiles: pip install watchfiles") from None
    settings = load()
    for place in _folders(settings):
        if not place.is_dir():
            raise CallError(f"[tool.literate]: {place} is no folder, so no chapter in it can be watched.")
    report = _Report(terminal)
    report.run(tangle)
    for _ in _saves(settings, load):
        report.run(tangle)


def _folders(settings: Config) -> list[Path]:
    return sorted({settings.root / top_folder(pattern) for pattern in settings.chapters})


def _saves(settings: Config, load: Callable[[], Config]) -> Iterator[None]:
    """Yield after each burst of saves, and after each time that what is watched was replaced."""
    from watchfiles import Change
    from watchfiles import watch as changes

    # It warns of an interruption: that is how to end it.
    logging.getLogger("watchfiles").setLevel(logging.ERROR)
    stale = replaced = begun_again = False

    def wanted(change: int, path: str) -> bool:
        nonlocal stale, replaced
        # A new folder may have the identity of the one that it replaces.
        replaced = replaced or (change != Change.modified and Path(path) in folders)
        name = _relative(settings.root, path)
        stale = stale or name == SETTINGS
        return name is not None and (name == SETTINGS or settings.is_chapter(name))

    while True:
        # Folders are watched, not files: an editor that replaces a file leaves the old one behind.
        folders = _folders(settings)
        deep = any("**" in pattern for pattern in settings.chapters)
        places = [*folders, settings.root / SETTINGS if deep else settings.root]
        there, replaced = _identities(places), False
        try:
            for changed in changes(
                *(place for place in dict.fromkeys(places) if there[place]),
                watch_filter=wanted,
                raise_interrupt=False,
                recursive=deep,
                debounce=BURST_MS,
                step=20,
                rust_timeout=LOOK_MS,
                yield_on_timeout=True,
            ):
                # What was saved before a new watch began is told as soon as it has begun.
                if changed or begun_again:
                    begun_again = False
                    yield
                if stale or replaced or _identities(places) != there:
                    break
            else:
                return
        except FileNotFoundError:
            # It went just now.
            time.sleep(LOOK_MS / 1000)
        if stale:
            stale = False
            # Settings that cannot be read are reported by the run; until they can, the last ones hold.
            with contextlib.suppress(CallError):
                settings = load()
        begun_again = True


class _Report:
    """Says how each run went; what is wrong is said once, however often the same text is saved."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self.told = ""

    def run(self, tangle: Callable[[], int]) -> None:
        said = io.StringIO()
        with contextlib.redirect_stderr(said):
            status = tangle()
        wrong = said.getvalue().rstrip("\n")
        if wrong and wrong != self.told:
            self.terminal.tell(wrong)
        if not status:
            self.terminal.say("in step with the chapters")
        elif wrong != self.told:
            self.terminal.say("the last good files stay")
        self.told = wrong


def _identities(places: Iterable[Path]) -> dict[Path, tuple[int, int] | None]:
    """What is at each place now; None where there is nothing."""
    found: dict[Path, tuple[int, int] | None] = dict.fromkeys(places)
    for place in found:
        with contextlib.suppress(OSError):
            status = os.stat(place)
            found[place] = (status.st_dev, status.st_ino)
    return found


def _relative(root: Path, path: str) -> str | None:
    try:
        return Path(path).resolve().relative_to(root).as_posix()
    except ValueError:
        return None
