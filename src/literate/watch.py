"""Tangling again whenever a chapter is saved."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable
from pathlib import Path

from literate.config import Config, top_folder
from literate.errors import CallError
from literate.terminal import Terminal

# A burst of saves within this time is one change.
BURST_MS = 100


def watch(settings: Config, tangle: Callable[[], int], terminal: Terminal) -> None:
    """Call `tangle` now and after each change to a chapter or to pyproject.toml, until interrupted."""
    try:
        from watchfiles import watch as changes
    except ImportError:
        raise CallError("literate watch needs the package watchfiles: pip install watchfiles") from None

    def wanted(change: object, path: str) -> bool:
        name = _relative(settings.root, path)
        return name is not None and (name == "pyproject.toml" or settings.is_chapter(name))

    # Folders are watched, not files: an editor that replaces a file leaves the old one behind.
    folders = {settings.root / top_folder(pattern) for pattern in settings.chapters}
    for place in sorted(folders):
        if not place.is_dir():
            raise CallError(f"[tool.literate]: {place} is no folder, so no chapter in it can be watched.")
    deep = any("**" in pattern for pattern in settings.chapters)
    places = sorted(folders | {settings.root / "pyproject.toml" if deep else settings.root})
    report = _Report(terminal)
    report.run(tangle)
    for _ in changes(
        *places, watch_filter=wanted, raise_interrupt=False, recursive=deep, debounce=BURST_MS, step=20
    ):
        report.run(tangle)


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


def _relative(root: Path, path: str) -> str | None:
    try:
        return Path(path).resolve().relative_to(root).as_posix()
    except ValueError:
        return None
