"""What became of a mutant in a run of tests, kept in _build/mutants, so that a later run need not ask again.

An outcome holds as long as everything that the run has read is the same: the mutant's code, the rest of the
library, the tests, what they read, and the versions of Python and of the packages. All of that is in its key.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ALWAYS = ("src/tinygpt", "tools/mutant_runs.py")
PACKAGES = ("numpy", "pytest", "hypothesis", "sybil")
FAILED, PASSED = "failed", "passed"


def files(folder: Path, names: tuple[str, ...]) -> Iterator[Path]:
    """The named files, and those in the named folders, in a fixed order."""
    for name in names:
        path = folder / name
        if not path.exists():
            raise SystemExit(f"mutants: {name} is named as something that tests read, and does not exist")
        found = [path] if path.is_file() else sorted(path.rglob("*"))
        yield from (file for file in found if file.is_file() and file.suffix != ".pyc")


def digest(parts: Iterator[bytes]) -> str:
    whole = hashlib.sha256()
    for part in parts:
        whole.update(hashlib.sha256(part).digest())
    return whole.hexdigest()


def state(folder: Path, names: tuple[str, ...]) -> str:
    """A digest of all that runs on these tests read; `names` are the files and folders of their own."""

    def parts() -> Iterator[bytes]:
        yield sys.version.encode()
        yield from (importlib.metadata.version(package).encode() for package in PACKAGES)
        for file in files(folder, (*ALWAYS, *names)):
            yield file.relative_to(folder).as_posix().encode()
            yield file.read_bytes()

    return digest(parts())


@dataclass
class Outcomes:
    """The outcomes of this run and earlier ones: a line each, added as soon as it is known."""

    file: Path
    known: dict[str, str] = field(default_factory=dict)

    @classmethod
    def load(cls, file: Path) -> Outcomes:
        lines = file.read_text("utf-8").splitlines() if file.exists() else []
        pairs = [line.split(" ", 2) for line in lines]
        # A line that was cut short, as when the disk is full, is no outcome.
        known = {pair[0]: pair[1] for pair in pairs if len(pair) == 3 and pair[1] in (FAILED, PASSED)}
        return cls(file, known)

    def failed(self, key: str) -> bool | None:
        """Whether the tests failed; None if it is not known."""
        return self.known[key] == FAILED if key in self.known else None

    def add(self, key: str, failed: bool, what: str) -> None:
        """Keep an outcome; `what` is for a person who reads the file."""
        self.known[key] = FAILED if failed else PASSED
        self.file.parent.mkdir(parents=True, exist_ok=True)
        with self.file.open("a", encoding="utf-8") as kept:  # one write, so that two processes may add
            kept.write(f"{key} {self.known[key]} {what}\n")
