"""What was verified, when and with which versions: noted after a test run, shown by the book.

A run in which every claim of every chapter passed leaves a note in `_build/verified.json`. The note holds
for the chapters and the program as they were then: with any other state of them it is as good as none.
"""

from __future__ import annotations

import hashlib
import json
import platform
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path

from literate import config, writer
from literate.config import Config
from literate.reading import reader, session
from literate.reading.chapter import Chapter, Kind
from literate.repository import git

PLACE = "_build/verified.json"


@dataclass(frozen=True)
class Note:
    """One complete run: its date, what it ran with, and how many claims of each kind held."""

    state: str
    date: str
    commit: str
    python: str
    numpy: str
    examples: int
    transcripts: int
    numbers: int
    figures: int

    def sentence(self) -> str:
        """The note as a reader sees it."""
        counts = [
            _counted(self.examples, "example"),
            _counted(self.transcripts, "transcript"),
            _counted(self.numbers, "computed number"),
            _counted(self.figures, "figure"),
        ]
        day = datetime.fromisoformat(self.date)
        commit = f", commit {self.commit}" if self.commit else ""
        return (
            f"Verified on {day.day} {day:%B %Y} with Python {self.python} and numpy {self.numpy}{commit}: "
            f"{listed(counts)} ran, and gave what is printed."
        )


def listed(items: Sequence[str]) -> str:
    """The items as a sentence lists them: a, b and c."""
    return " and ".join(filter(None, [", ".join(items[:-1]), *items[-1:]]))


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}" + ("" if number == 1 else "s")


def load(root: Path) -> Note | None:
    """The note of the last complete run, if it holds for what the folder contains now."""
    try:
        data = json.loads((root / PLACE).read_text(encoding="utf-8"))
        note = Note(**{field.name: data[field.name] for field in fields(Note)})
        return note if note.state == state(config.load(root)) else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def take(settings: Config, passed: Iterable[str]) -> Note | None:
    """Note a run in which the tests of those names passed; None unless every claim was among them."""
    held = Counter(name.partition("::")[0] for name in passed)
    kinds: Counter[Kind | str] = Counter()
    for path in settings.chapter_paths():
        claims = count(reader.load(settings.root, path))
        if held[path] != claims.total():
            return None
        kinds += claims
    note = Note(
        state=state(settings),
        date=datetime.now(UTC).date().isoformat(),
        commit=_commit(settings.root),
        python=platform.python_version(),
        numpy=metadata.version("numpy"),
        examples=kinds[Kind.EXAMPLE],
        transcripts=kinds[Kind.TRANSCRIPT],
        numbers=kinds["computed"],
        figures=kinds[Kind.CELL],
    )
    text = json.dumps(asdict(note), indent=2) + "\n"
    writer.write(settings.root, {PLACE: text}, [])
    return note


def count(chapter: Chapter) -> Counter[Kind | str]:
    """How many claims of each kind a chapter makes."""
    claims: Counter[Kind | str] = Counter(
        {"computed": len(chapter.computed), "problem": len(chapter.problems)}
    )
    for block in chapter.blocks:
        if block.kind is Kind.EXAMPLE:
            claims[block.kind] += len(session.examples(block.lines, chapter.path)[0])
        elif block.kind is Kind.TRANSCRIPT:
            claims[block.kind] += len(session.commands(block.lines, chapter.path)[0])
        elif block.kind is Kind.CELL:
            claims[block.kind] += 1
    return +claims


def state(settings: Config) -> str:
    """A digest of the chapters, the program and the figures' code: of all that the claims depend on."""
    folders = [
        *settings.outputs,
        *sorted({Path(path).parent.as_posix() for path in settings.chapter_paths()}),
    ]
    places = {place for folder in folders for place in (settings.root / folder).rglob("*.py")}
    places = {place for place in places if not place.name.startswith("test_")}
    return digest(settings.root, places | {settings.root / path for path in settings.chapter_paths()})


def digest(root: Path, places: Iterable[Path]) -> str:
    """A digest of files below the root, less what a reader writes for a lab: their names and contents."""
    total = hashlib.sha256()
    for place in sorted(place for place in set(places) if not place.name.startswith("mine")):
        total.update(place.relative_to(root).as_posix().encode() + b"\0")
        total.update(hashlib.sha256(place.read_bytes()).digest())
    return total.hexdigest()[:16]


def _commit(root: Path) -> str:
    """The commit that the folder holds unchanged; empty where there is none."""

    def answer(*words: str) -> str:
        done = git(root, *words)
        return done.stdout.decode("utf-8", "replace").strip() if done.returncode == 0 else "?"

    try:
        unchanged = answer("status", "--porcelain", "--untracked-files=no") == ""
        return answer("rev-parse", "--short", "HEAD") if unchanged else ""
    except OSError:
        return ""
