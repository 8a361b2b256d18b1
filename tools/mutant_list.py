"""The mutants of the engine: all that there are, and those that tests/mutation.md excuses."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ENGINE = Path("src/tinygpt/autograd")
FILES = ("scalar.py", "tensor.py", "gradcheck.py")
LISTED = Path("tests/mutation.md")
BUILD = ROOT / "_build" / "mutants"
VENV = BUILD / ".venv"  # hidden, or every build of the book would search it for pages
# Another version may list other mutants, so these pins belong to tests/mutation.md.
REQUIREMENTS = ("mutmut==3.8.1", "libcst==1.9.0")


@dataclass(frozen=True)
class Mutant:
    file: str
    place: str
    before: str
    after: str
    line: int = 0
    code: str = ""

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What names the mutant in tests/mutation.md: no line numbers, which every edit would move."""
        return self.file, self.place, self.before, self.after

    def __str__(self) -> str:
        return f"{self.file}:{self.line}, {self.place}\n    -{self.before}\n    +{self.after}"


def listed(text: str) -> list[Mutant]:
    """The mutants that tests/mutation.md names.

    A heading, ### tensor.py, `Tensor.sum`, is followed by `diff` fences; in them each `-` line is the code as
    it stands, and each `+` line below it is one mutant.
    """
    found, file, place, before, inside = [], "", "", "", False
    for line in text.splitlines():
        if heading := re.fullmatch(r"### (\w+\.py), `([\w.]+)`", line):
            file, place = heading.groups()
        elif line.startswith("```"):
            inside = line == "```diff"
        elif inside and line.startswith("-"):
            before = line[1:].strip()
        elif inside and line.startswith("+"):
            found.append(Mutant(file, place, before, line[1:].strip()))
    return found


def all_mutants(project: Path) -> list[Mutant]:
    """List the mutants. mutmut has an environment of its own: it needs what the book does not."""
    python = VENV / "bin" / "python"
    ready = VENV / "ready.txt"
    wanted = "\n".join(REQUIREMENTS)
    if not ready.exists() or ready.read_text("utf-8") != wanted:
        print(f"Installing {' and '.join(REQUIREMENTS)} in {VENV.relative_to(ROOT)}.", flush=True)
        subprocess.run([sys.executable, "-m", "venv", "--clear", VENV], check=True)
        # Of mutmut only the operators are used, so what it needs for its screens stays out.
        pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "--no-deps", "--only-binary", ":all:", *REQUIREMENTS], check=True)
        ready.write_text(wanted, "utf-8")
    files = [str(project / ENGINE / file) for file in FILES]
    command = [str(python), str(project / "tools" / "mutations.py"), *files]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE)
    return [Mutant(**entry | {"file": Path(entry["file"]).name}) for entry in json.loads(done.stdout)]


def chosen(mutants: Iterable[Mutant], wanted: Sequence[str]) -> list[Mutant]:
    """Those of the named files, or of the named lines: tensor.py, scalar.py:88."""
    return [m for m in mutants if not wanted or {m.file, f"{m.file}:{m.line}"} & set(wanted)]
