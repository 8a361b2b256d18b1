"""Run the linter, the type checker and the tangle check; place what they find in the chapters.

All of them run even when the first one fails. Exit status 1 when any failed.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence

CHECKS = (
    ("ruff", "check", "--quiet", "--output-format", "concise", "."),
    ("mypy", "--no-error-summary"),
    ("literate", "tangle", "--check"),
)
# Turns src/tinygpt/...:12 into the chapter's file and line, where the mending has to be done.
PLACE = ("literate", "where", "-")


def main(checks: Sequence[Sequence[str]] = CHECKS, place: Sequence[str] = PLACE) -> int:
    failed = []
    for check in checks:
        done = subprocess.run(check, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.stdout:
            sys.stdout.flush()
            subprocess.run(place, input=done.stdout, check=False)
        if done.returncode:
            failed.append(" ".join(check[:2]))
    if failed:
        print(f"check: {', '.join(failed)} failed", file=sys.stderr)
        return 1
    print("check: " + ", ".join(" ".join(check[:2]) for check in checks) + " passed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
