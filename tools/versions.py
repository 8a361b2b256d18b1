"""Test the program with every Python found here, each with the oldest and the newest numpy it may use.

When all pass, tests/versions.json is written; the book's "verified" line shows it as long as the program
stays the same. Each pair has an environment of its own below _build/.versions, which the next run uses again.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from environment import clean_environment
from packaging.requirements import Requirement
from packaging.version import Version
from pythons import Python, find

from literate import config
from literate.verifying.versions import PLACE, Run, record

ROOT = Path(__file__).resolve().parent.parent
# Hidden, or every build of the book would search them for pages.
ENVIRONMENTS = "_build/.versions"
# What the tests import. Their versions are those of constraints.txt, with the other numpy.
NEEDED = ("hypothesis", "markdown-it-py", "matplotlib", "mdit-py-plugins", "pytest", "sybil")
# The engine, its lab, the chapters that build it, and the page on its edges.
TESTS = (
    "labs",
    "tests/autograd",
    "tests/test_finite_difference.py",
    "book/05-background.md",
    "book/06-autograd.md",
    "book/engine-at-its-edges.md",
)
COPIED = ("book", "src", "labs", "examples", "benchmarks", "tests", "conftest.py", "pyproject.toml")
LEFT_OUT = shutil.ignore_patterns("__pycache__", "mine.py", ".*_cache")


class NotSetUp(Exception):
    """A pair of versions cannot be installed here; the message says why."""


@dataclass(frozen=True)
class Pair:
    python: Python
    numpy: str

    def __str__(self) -> str:
        return f"Python {self.python.version}, numpy {self.numpy}"


def pip(python: str | Path, *arguments: str) -> tuple[int, str]:
    """Run pip; return its exit status and all that it printed."""
    quiet = ("--no-input", "--disable-pip-version-check")
    done = subprocess.run(
        [python, "-I", "-m", "pip", *quiet, "install", "--only-binary", ":all:", *arguments],
        env=clean_environment(os.environ),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    return done.returncode, done.stdout


def numpys(python: str, allowed: Requirement) -> list[str]:
    """The oldest and the newest version of numpy that may be used and has a wheel for that Python."""
    # Asked for a version that cannot be, pip lists those that it could install.
    wanted = ("--dry-run", "--no-deps", "--target", "none", "--python-version", python, "numpy==0")
    _, said = pip(sys.executable, *wanted)
    found = re.search(r"\(from versions: ([^)]*)\)", said)
    if found is None:
        raise NotSetUp(f"pip does not say which versions of numpy there are: {said.strip()}")
    versions = sorted(Version(version) for version in found[1].split(", ") if version != "none")
    usable = [str(v) for v in versions if v in allowed.specifier and not v.is_prerelease]
    if not usable:
        raise NotSetUp(f"no wheel of {allowed} is for Python {python}")
    return list(dict.fromkeys((usable[0], usable[-1])))


def allowed_numpy(root: Path) -> Requirement:
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    return next(r for r in map(Requirement, project["dependencies"]) if r.name == "numpy")


def environment(root: Path, pair: Pair) -> Path:
    """The Python of an environment that holds the pair and what the tests need; made when it is not there."""
    pins = (root / "constraints.txt").read_text("utf-8").splitlines()
    pins = [line for line in pins if not line.startswith("numpy==")]
    wanted = "\n".join([*pins, *NEEDED, pair.python.program])
    folder = root / ENVIRONMENTS / f"{pair.python.version}-numpy-{pair.numpy}"
    python, stamp, constraints = folder / "bin" / "python", folder / "ready.txt", folder / "constraints.txt"
    if stamp.exists() and stamp.read_text("utf-8") == wanted:
        return python
    made = subprocess.run(
        [pair.python.program, "-I", "-m", "venv", "--clear", folder], capture_output=True, text=True
    )
    if made.returncode:
        raise NotSetUp(f"no environment can be made: {(made.stderr or made.stdout).strip()}")
    constraints.write_text("\n".join(pins) + "\n", "utf-8")
    status, said = pip(python, "--constraint", str(constraints), f"numpy=={pair.numpy}", *NEEDED)
    if status:
        errors = [line for line in said.splitlines() if line.startswith("ERROR")] or [said.strip()]
        raise NotSetUp(errors[0])
    stamp.write_text(wanted, "utf-8")
    return python


def test(root: Path, python: Path, tests: Sequence[str] = TESTS) -> tuple[int, str]:
    """Run tests in a copy of the project; return how many passed, and the report unless all that ran did."""
    settings = clean_environment(os.environ)
    path = f"{python.parent}{os.pathsep}{settings.get('PATH', '')}"
    with tempfile.TemporaryDirectory(prefix="versions-") as folder:
        copy, results = Path(folder, "project"), Path(folder, "results.xml")
        for name in COPIED:
            source = root / name
            if source.is_dir():
                shutil.copytree(source, copy / name, ignore=LEFT_OUT)
            elif source.exists():
                shutil.copy(source, copy)
        done = subprocess.run(
            [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--junitxml={results}", *tests],
            cwd=copy,
            env=settings | {"PATH": path, "PYTHONPATH": str(copy / "src")},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        if done.returncode:
            return 0, done.stdout.replace(f"{copy}/", "")
        suite = ElementTree.parse(results).getroot().find("testsuite")
        assert suite is not None
        ran, left = int(suite.attrib["tests"]), int(suite.attrib["skipped"])
        return ran - left, ""


def main(root: Path = ROOT) -> int:
    found, reasons = find()
    for reason in reasons:
        print(f"skipped: {reason}")
    runs, failed = [], []
    allowed = allowed_numpy(root)
    for python in found:
        try:
            pairs = [Pair(python, numpy) for numpy in numpys(python.version, allowed)]
        except NotSetUp as error:
            print(f"skipped: Python {python.version}: {error}")
            continue
        for pair in pairs:
            try:
                inside = environment(root, pair)
            except NotSetUp as error:
                print(f"skipped: {pair}: {error}")
                continue
            passed, report = test(root, inside)
            if report:
                failed.append(str(pair))
                print(f"{report.rstrip()}\nfailed: {pair}", flush=True)
            else:
                runs.append(Run(pair.python.version, pair.numpy, passed))
                print(f"passed: {pair}: {passed} tests", flush=True)
    if failed or not runs:
        why = f"failed with {'; '.join(failed)}" if failed else "no version could be tried"
        print(f"versions: {why}. {PLACE} stays as it was.", file=sys.stderr)
        return 1
    record(config.load(root), runs)
    print(f"wrote {PLACE}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
