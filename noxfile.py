"""What needs environments of its own, beside .venv: `make versions` and `make mutants`."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from xml.etree import ElementTree

import nox
from packaging.requirements import Requirement
from packaging.version import Version

# Installations that are not on the search path; the newest of a version comes first.
INSTALLED = ("~/.pyenv/versions/*/bin", "~/.local/share/uv/python/*/bin", "/opt/*/bin")
BUILD = Path("_build/versions")
# What the tests of the engine import, beside numpy.
# And what the toolchain is installed with, and imports for them.
NEEDED = ("hypothesis", "matplotlib", "pytest")
TOOLCHAIN = ("hatchling", "ipython", "markdown-it-py", "mdit-py-plugins", "sybil")
# The engine, its lab, the chapters that build it, and the page on its edges.
TESTS = (
    "labs",
    "tests/autograd",
    "tests/test_finite_difference.py",
    "book/05-background.md",
    "book/06-autograd.md",
    "book/engine-at-its-edges.md",
)
SURVIVORS = Path("tests/mutation.md")

nox.options.default_venv_backend = "venv"
nox.options.reuse_existing_virtualenvs = True
nox.options.error_on_missing_interpreters = False


def newest_first(folder: Path) -> list[int]:
    return [-int(number) for number in re.findall(r"\d+", folder.parent.name)]


def places(patterns: Iterable[str]) -> list[str]:
    """The folders of Pythons that match the patterns."""
    found = []
    for pattern in patterns:
        top, _, below = str(Path(pattern).expanduser()).partition("*")
        found += sorted(Path(top).glob(f"*{below}"), key=newest_first)
    return [str(folder) for folder in found]


os.environ["PATH"] = os.pathsep.join([*places(INSTALLED), os.environ["PATH"]])


def numpy_version(session: nox.Session, which: str) -> str:
    """The oldest or newest numpy that pyproject.toml allows and that has a wheel for the session's Python."""
    wanted = nox.project.load_toml("pyproject.toml")["project"]["dependencies"]
    allowed = next(asked for asked in map(Requirement, wanted) if asked.name == "numpy").specifier
    # Asked for a version that cannot be, pip lists those that it could install.
    asked = ("python", "-m", "pip", "install", "--dry-run", "--no-deps", "--only-binary", ":all:", "numpy==0")
    listed = session.run(*asked, silent=True, success_codes=[1])
    found = re.search(r"\(from versions: (\d[^)]*)\)", str(listed))
    usable = sorted(allowed.filter(map(Version, found[1].split(", ")))) if found else []
    if not usable:
        session.skip("pip finds no wheel of numpy for this Python")
    return str(usable[0 if which == "oldest" else -1])


@nox.session(python=["3.11", "3.12", "3.13", "3.14"])
@nox.parametrize("numpy", ["oldest", "newest"])
def versions(session: nox.Session, numpy: str) -> None:
    """Test the program with one Python and one numpy."""
    version = numpy_version(session, numpy)
    pins = Path("constraints.txt").read_text("utf-8").splitlines()
    BUILD.mkdir(parents=True, exist_ok=True)
    constraints = BUILD / f"constraints-{version}.txt"
    constraints.write_text("\n".join(pin for pin in pins if not pin.startswith("numpy==")), "utf-8")
    pinned = ("--only-binary", ":all:", "--constraint", str(constraints), f"numpy=={version}")
    session.install(*pinned, *NEEDED, *TOOLCHAIN)
    session.install("--no-deps", "--no-build-isolation", "--editable", "toolchain")
    ask = "import platform; print(platform.python_version(), end='')"
    python = session.run("python", "-c", ask, silent=True)
    report = BUILD / f"{python} {version}.xml"
    report.unlink(missing_ok=True)
    tests = session.posargs or TESTS
    session.run("pytest", "-q", "-p", "no:cacheprovider", f"--junitxml={report}", *tests)


@nox.session(venv_backend="none")
def record(session: nox.Session) -> None:
    """Write tests/versions.json from the reports of `versions`, which the next run makes anew."""
    runs: list[str] = []
    for report in sorted(BUILD.glob("*.xml"), key=lambda file: [*map(Version, file.stem.split())]):
        suite = next(ElementTree.parse(report).iter("testsuite"))
        passed = int(suite.attrib["tests"]) - int(suite.attrib["skipped"])
        runs += [*report.stem.split(), str(passed)]
        report.unlink()
    if not runs:
        session.error("no version was tested")
    session.run(sys.executable, "-m", "literate.verified", "record", *runs)


@nox.session
def mutants(session: nox.Session) -> None:
    """Put small faults into the engine; one that no test finds must be excused in tests/mutation.md."""
    pinned = ("--constraint", "constraints.txt", "hypothesis", "numpy", "pytest")
    session.install("--only-binary", ":all:", "mutmut==3.8.1", *pinned)
    session.run("mutmut", "run", *session.posargs, env={"GRAPHS": "50"})
    results = str(session.run("mutmut", "results", silent=True))
    excused = {" ".join(line.split()) for line in SURVIVORS.read_text("utf-8").splitlines()}
    new = []
    for name in re.findall(r"^\s+(\S+): (?!not checked)", results, re.MULTILINE):
        shown = str(session.run("mutmut", "show", name, silent=True, log=False))
        lines = re.findall(r"^([-+])(?!\1)(.*)$", shown, re.MULTILINE)
        changed = {f"{sign}{' '.join(text.split())}" for sign, text in lines}
        if not changed <= excused:
            new.append(shown)
    if new:
        session.error("\n".join(["no test finds these, and tests/mutation.md does not say why:", *new]))
    session.log(f"every survivor is excused in {SURVIVORS}")
