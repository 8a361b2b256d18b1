"""What was verified, when and with which versions: noted after a test run, shown by the book.

A run in which every claim of every chapter passed leaves a note in `_build/verified.json`: it holds for the
chapters and the program as they were then. The runs of the program's tests with other Pythons and numpys are
recorded in `tests/versions.json`, which is committed: they hold for the program as it was then.

    python -m literate.verified record 3.11.7 2.0.0 1418 3.14.0 2.5.5 1418

records such runs: for each the Python, the numpy and how many tests passed.
"""

from __future__ import annotations

import hashlib
import json
import platform
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path

from literate import settings, writer
from literate.errors import CallError
from literate.git import git
from literate.model import ClaimKind
from literate.read import chapter
from literate.settings import Settings

NOTE = "_build/verified.json"
VERSIONS = "tests/versions.json"


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
        numpy = f" and numpy {self.numpy}" if self.numpy else ""
        return (
            f"Verified on {day.day} {day:%B %Y} with Python {self.python}{numpy}{commit}: "
            f"{_listed(counts)} ran, and gave what is printed."
        )


@dataclass(frozen=True)
class Run:
    """The tests passed with one pair of versions: so many of them."""

    python: str
    numpy: str
    passed: int


def sentence(root: Path) -> str:
    """What holds of the book in a folder, as a reader sees it; empty when nothing does."""
    note = load_note(root)
    return " ".join(filter(None, [note.sentence() if note else "", runs_sentence(load_runs(root))]))


def note(settings: Settings, passed: Iterable[str]) -> None:
    """Note a run in which the tests of those names passed, when every claim was among them."""
    held = Counter(name.partition("::")[0] for name in passed)
    kinds: Counter[ClaimKind] = Counter()
    for path in settings.chapter_paths():
        found = chapter.load(settings.root, path)
        if found.problems or held[path] != len(found.claims):
            return
        kinds.update(claim.kind for claim in found.claims)
    made = Note(
        state=state(settings),
        date=datetime.now(UTC).date().isoformat(),
        commit=_commit(settings.root),
        python=platform.python_version(),
        numpy=_numpy(),
        examples=kinds[ClaimKind.EXAMPLE],
        transcripts=kinds[ClaimKind.COMMAND],
        numbers=kinds[ClaimKind.NUMBER],
        figures=kinds[ClaimKind.CELL],
    )
    writer.write(settings.root, {NOTE: json.dumps(asdict(made), indent=2) + "\n"}, [])


def load_note(root: Path) -> Note | None:
    """The note of the last complete run, if it holds for what the folder contains now."""
    try:
        data = json.loads((root / NOTE).read_text(encoding="utf-8"))
        found = Note(**{field.name: data[field.name] for field in fields(Note)})
        return found if found.state == state(settings.load(root)) else None
    except (OSError, ValueError, KeyError, TypeError, CallError):
        return None


def record(settings: Settings, runs: Iterable[Run]) -> None:
    """Write the runs of the tests, for the program as it is now."""
    data = {"state": program_state(settings), "runs": [asdict(run) for run in runs]}
    writer.write(settings.root, {VERSIONS: json.dumps(data, indent=2) + "\n"}, [])


def load_runs(root: Path) -> tuple[Run, ...]:
    """The recorded runs, if they were of the program that the folder contains now."""
    try:
        data = json.loads((root / VERSIONS).read_text(encoding="utf-8"))
        runs = tuple(Run(str(run["python"]), str(run["numpy"]), int(run["passed"])) for run in data["runs"])
        return runs if data["state"] == program_state(settings.load(root)) else ()
    except (OSError, ValueError, KeyError, TypeError, CallError):
        return ()


def runs_sentence(runs: Iterable[Run]) -> str:
    """The runs as a reader sees them; empty when there are none."""
    numpys: dict[str, list[str]] = {}
    for run in runs:
        numpys.setdefault(run.python, []).append(run.numpy)
    pairs = [f"{python} (numpy {_listed(versions)})" for python, versions in numpys.items()]
    return f"The tests of the program passed with Python {_listed(pairs)}." if pairs else ""


def state(settings: Settings) -> str:
    """A digest of the chapters, the program and the figures' code: of all that the claims depend on."""
    chapters = settings.chapter_paths()
    folders = [*settings.outputs, *sorted({Path(path).parent.as_posix() for path in chapters})]
    code = {place for place in _python_files(settings, folders) if not place.name.startswith("test_")}
    return _digest(settings.root, code | {settings.root / path for path in chapters})


def program_state(settings: Settings) -> str:
    """A digest of the program: of all Python files in the folders that tangled files go into."""
    return _digest(settings.root, _python_files(settings, settings.outputs))


def _python_files(settings: Settings, folders: Iterable[str]) -> set[Path]:
    return {place for folder in folders for place in (settings.root / folder).rglob("*.py")}


def _digest(root: Path, places: Iterable[Path]) -> str:
    """A digest of files below the root, less what a reader writes for a lab: their names and contents."""
    total = hashlib.sha256()
    for place in sorted(place for place in places if not place.name.startswith("mine")):
        total.update(place.relative_to(root).as_posix().encode() + b"\0")
        total.update(hashlib.sha256(place.read_bytes()).digest())
    return total.hexdigest()[:16]


def _listed(items: Sequence[str]) -> str:
    """The items as a sentence lists them: a, b and c."""
    return " and ".join(filter(None, [", ".join(items[:-1]), *items[-1:]]))


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}" + ("" if number == 1 else "s")


def _numpy() -> str:
    try:
        return metadata.version("numpy")
    except metadata.PackageNotFoundError:
        return ""


def _commit(root: Path) -> str:
    """The commit that the folder holds unchanged; empty where there is none."""

    if git(root, "status", "--porcelain", "--untracked-files=no") != b"":
        return ""
    return (git(root, "rev-parse", "--short", "HEAD") or b"").decode().strip()


if __name__ == "__main__":
    command, *words = sys.argv[1:] or [""]
    if command != "record" or not words or len(words) % 3:
        sys.exit("usage: python -m literate.verified record PYTHON NUMPY PASSED ...")
    triples = zip(words[::3], words[1::3], words[2::3], strict=True)
    record(settings.load(Path.cwd()), [Run(python, numpy, int(passed)) for python, numpy, passed in triples])
