"""Run the linter, the type checker and the tangle check; place what they find in the chapters.

All of them run even when the first one fails. Exit status 1 when any failed.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping, Sequence

CHECKS = {
    "ruff": ("ruff", "check", "--quiet", "--output-format", "concise", "."),
    "mypy": ("mypy", "--no-error-summary"),
    "literate tangle --check": ("literate", "tangle", "--check"),
    "literate claims --check": ("literate", "claims", "--check"),
}
# Turns src/tinygpt/...:12 into the chapter's file and line, where the mending has to be done.
PLACE = ("literate", "where", "-")


def main(checks: Mapping[str, Sequence[str]] = CHECKS, place: Sequence[str] = PLACE) -> int:
    failed = []
    for name, command in checks.items():
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.stdout:
            sys.stdout.flush()
            subprocess.run(place, input=done.stdout, check=False)
        if done.returncode:
            failed.append(name)
    if failed:
        print(f"check: {', '.join(failed)} failed", file=sys.stderr)
        return 1
    print(f"check: {', '.join(checks)} passed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
