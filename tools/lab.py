"""Run one lab's tests, on the book's own code or on the reader's."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
IMPLEMENTATIONS = ("reference", "mine")


def known_chapters(root: Path) -> list[str]:
    """The chapters that have a lab: "06" for the folder labs/ch06."""
    return sorted({test.parent.name.removeprefix("ch") for test in root.glob("labs/ch*/test_*.py")})


def complaint(chapter: str, implementation: str, chapters: list[str]) -> str | None:
    """What is wrong with the request, or None."""
    listed = ", ".join(f"CH={known}" for known in chapters) or "none"
    if chapter not in chapters:
        wrong = f'There is no lab CH="{chapter}".' if chapter else "Say which lab."
        return f"{wrong} Known: {listed}. Example: make lab CH={(chapters or ['06'])[0]}"
    if implementation not in IMPLEMENTATIONS:
        return (
            f'There is no implementation IMPL="{implementation}". Known: '
            f"IMPL=reference (the code of the book), IMPL=mine (yours, in labs/ch{chapter}/mine.py)."
        )
    return None


def main(arguments: list[str], root: Path = ROOT) -> int:
    chapter, implementation = arguments
    problem = complaint(chapter, implementation, known_chapters(root))
    if problem is not None:
        print(f"lab: {problem}", file=sys.stderr)
        return 2
    tests = f"labs/ch{chapter}"
    environment = os.environ | {"LAB_IMPL": implementation}
    return subprocess.run([sys.executable, "-m", "pytest", tests], cwd=root, env=environment).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
