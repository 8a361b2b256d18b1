"""constraints.txt holds exactly what the project needs, at the versions that are installed."""

import importlib.metadata
import tomllib

from making import ROOT
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

# They come with every environment, or are the project itself.
UNPINNED = {"pip", "tinygpt", "literate-book"}
# Other engines, only to measure against: nobody needs them to read or to verify the book.
OPTIONAL = "bench"


def pins():
    """Name to requirement, for every line of constraints.txt."""
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    found = [Requirement(line) for line in lines if line and not line.startswith("#")]
    assert len({canonicalize_name(pin.name) for pin in found}) == len(found)
    return {canonicalize_name(pin.name): pin for pin in found}


def applies(requirement, extra=""):
    return requirement.marker is None or requirement.marker.evaluate({"extra": extra})


def needed():
    """Everything that the project's metadata asks for, with all that these ask for in turn."""
    groups = []
    for folder in (ROOT, ROOT / "toolchain"):
        metadata = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))
        project = metadata["project"]
        groups += [metadata["build-system"]["requires"], project["dependencies"]]
        extras = project.get("optional-dependencies", {})
        groups += [lines for extra, lines in extras.items() if extra != OPTIONAL]
    waiting = [Requirement(line) for group in groups for line in group]
    seen = set()
    while waiting:
        requirement = waiting.pop()
        name = canonicalize_name(requirement.name)
        for extra in {"", *requirement.extras}:
            if (name, extra) not in seen:
                seen.add((name, extra))
                asks = map(Requirement, importlib.metadata.requires(name) or [])
                waiting += [ask for ask in asks if applies(ask, extra)]
    return {name for name, _ in seen}


def test_pins_are_exactly_what_is_needed():
    assert {name for name, pin in pins().items() if applies(pin)} == needed() - UNPINNED


def test_installed_versions_are_the_pinned_ones():
    wanted = {name: str(pin.specifier) for name, pin in pins().items() if applies(pin)}
    assert {name: f"=={importlib.metadata.version(name)}" for name in wanted} == wanted


def test_every_pin_admits_each_python_that_the_project_admits():
    versions = ("3.11.0", "3.12.0", "3.13.0", "3.14.0")
    refused = {}
    for name in sorted(name for name, pin in pins().items() if applies(pin)):
        wanted = SpecifierSet(importlib.metadata.metadata(name)["Requires-Python"] or "")
        if found := [version for version in versions if version not in wanted]:
            refused[name] = (str(wanted), found)
    assert refused == {}
