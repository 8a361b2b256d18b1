"""What was verified, when and with which versions: noted after a test run, shown by the book.

A run in which every claim of every chapter passed leaves a note in `_build/verified.json`: it holds for the
chapters and the program as they were then. The runs of the program's tests with other Pythons and numpys are
recorded in `tests/versions.json`, which is committed: they hold for the program as it was then.

    python -m literate.verified record 3.11.7 2.0.0 1418 3.14.0 2.5.5 1418

records such runs: for each the Python, the numpy and how many tests passed.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import platform
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime
from importlib import metadata
from pathlib import Path
from typing import Any

from literate import settings, writer
from literate.errors import CallError
from literate.git import git
from literate.model import ClaimKind
from literate.read import chapter
from literate.settings import Settings

NOTE = "_build/verified.json"
VERSIONS = "tests/versions.json"
_SHOWN = {
    ClaimKind.EXAMPLE: "example",
    ClaimKind.COMMAND: "transcript",
    ClaimKind.NUMBER: "computed number",
    ClaimKind.CELL: "figure",
}


def sentence(root: Path) -> str:
    """What holds of the book in a folder, as a reader sees it; empty when nothing does."""
    said = []
    for file, state_of, told in ((NOTE, state, _told), (VERSIONS, program_state, _told_of_runs)):
        # What is missing or damaged, or was said of another state, is not said.
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError, CallError):
            kept = json.loads((root / file).read_text(encoding="utf-8"))
            if kept["state"] == state_of(settings.load(root)):
                said.append(told(kept))
    return " ".join(said)


def note(settings: Settings, passed: Iterable[str]) -> None:
    """Note a run in which the tests of those names passed, when every claim was among them."""
    held = Counter(name.partition("::")[0] for name in passed)
    kinds: Counter[ClaimKind] = Counter()
    for path in settings.chapter_paths():
        found = chapter.load(settings.root, path)
        if found.problems or held[path] != len(found.claims):
            return
        kinds.update(claim.kind for claim in found.claims)
    kept = {
        "state": state(settings),
        "date": datetime.now(UTC).date().isoformat(),
        "with": [f"Python {platform.python_version()}", *_numpy()],
        "commit": _commit(settings.root),
        "ran": [_counted(kinds[kind], what) for kind, what in _SHOWN.items()],
    }
    writer.write(settings.root, {NOTE: json.dumps(kept, indent=2) + "\n"}, [])


def _told(kept: dict[str, Any]) -> str:
    day = date.fromisoformat(kept["date"])
    commit = f", commit {kept['commit']}" if kept["commit"] else ""
    return (
        f"Verified on {day.day} {day:%B %Y} with {_listed(kept['with'])}{commit}: "
        f"{_listed(kept['ran'])} ran, and gave what is printed."
    )


def record(settings: Settings, runs: Iterable[tuple[str, str, int]]) -> None:
    """Write the runs of the tests, for the program as it is now: Python, numpy and how many passed."""
    rows = [dict(zip(("python", "numpy", "passed"), run, strict=True)) for run in runs]
    data = {"state": program_state(settings), "runs": rows}
    writer.write(settings.root, {VERSIONS: json.dumps(data, indent=2) + "\n"}, [])


def _told_of_runs(kept: dict[str, Any]) -> str:
    numpys: dict[str, list[str]] = {}
    for run in kept["runs"]:
        numpys.setdefault(run["python"], []).append(run["numpy"])
    pairs = [f"{python} (numpy {_listed(versions)})" for python, versions in numpys.items()]
    return f"The tests of the program passed with Python {_listed(pairs)}."


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


def _numpy() -> list[str]:
    try:
        return [f"numpy {metadata.version('numpy')}"]
    except metadata.PackageNotFoundError:
        return []


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
    record(settings.load(Path.cwd()), [(python, numpy, int(passed)) for python, numpy, passed in triples])
