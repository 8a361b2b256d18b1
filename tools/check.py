"""Run the linter, the type checker and the tangle check; place what they find in the chapters.

All of them run even when the first one fails. Exit status 1 when any failed; the last lines say how to
mend each.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Check:
    """A command, and what to do when it fails."""

    command: Sequence[str]
    mend: str


CHECKS = {
    "ruff": Check(
        ("ruff", "check", "--quiet", "--output-format", "concise", "."),
        "change the lines that it names; when one is a chapter's, run make tangle after it",
    ),
    "mypy": Check(
        ("mypy", "--no-error-summary"),
        "change the lines that it names",
    ),
    "literate tangle --check": Check(
        ("literate", "tangle", "--check"),
        "run make tangle, then commit the chapters and the files together",
    ),
    "literate claims --check": Check(
        ("literate", "claims", "--check"),
        "let code compute each new number, with {computed}, or list it under [tool.literate.claims]",
    ),
}
# Turns src/tinygpt/...:12 into the chapter's file and line, where the mending has to be done.
PLACE = ("literate", "where", "-")


def main(checks: Mapping[str, Check] = CHECKS, place: Sequence[str] = PLACE) -> int:
    failed = []
    for name, check in checks.items():
        done = subprocess.run(check.command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.stdout:
            sys.stdout.flush()
            subprocess.run(place, input=done.stdout, check=False)
        if done.returncode:
            failed.append(name)
    if failed:
        sys.stdout.flush()
        for name in failed:
            print(f"check: {name} failed. To mend it: {checks[name].mend}.", file=sys.stderr)
        return 1
    print(f"check: {', '.join(checks)} passed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
