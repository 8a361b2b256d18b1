"""With which Pythons and numpys the program was tested: recorded by `make versions`, shown by the book.

The record is committed. It holds for the program as it was then: with any other it is as good as none.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from literate import config, writer
from literate.config import Config
from literate.errors import CallError
from literate.verifying import verified

PLACE = "tests/versions.json"


@dataclass(frozen=True)
class Run:
    """The tests passed with one pair of versions: so many of them."""

    python: str
    numpy: str
    passed: int


def state(settings: Config) -> str:
    """A digest of the program: of all Python files in the folders that tangled files go into."""
    return verified.digest(
        settings.root, (place for out in settings.outputs for place in (settings.root / out).rglob("*.py"))
    )


def record(settings: Config, runs: Iterable[Run]) -> None:
    """Write the runs, for the program as it is now."""
    data = {"state": state(settings), "runs": [asdict(run) for run in runs]}
    writer.write(settings.root, {PLACE: json.dumps(data, indent=2) + "\n"}, [])


def load(root: Path) -> tuple[Run, ...]:
    """The recorded runs, if they were of the program that the folder contains now."""
    try:
        data = json.loads((root / PLACE).read_text(encoding="utf-8"))
        runs = tuple(Run(str(run["python"]), str(run["numpy"]), int(run["passed"])) for run in data["runs"])
        return runs if data["state"] == state(config.load(root)) else ()
    except (OSError, ValueError, KeyError, TypeError, CallError):
        return ()


def sentence(runs: Iterable[Run]) -> str:
    """The runs as a reader sees them; empty when there are none."""
    numpys: dict[str, list[str]] = {}
    for run in runs:
        numpys.setdefault(run.python, []).append(run.numpy)
    pairs = [f"{python} (numpy {verified.listed(versions)})" for python, versions in numpys.items()]
    return f"The tests of the program passed with Python {verified.listed(pairs)}." if pairs else ""
