"""Which Pythons this machine has, of those that the project admits: on the path and in the usual places."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

OLDEST = 11
# These are looked for; a newer one that is found is used as well.
WANTED = ("3.11", "3.12", "3.13", "3.14")
# Folders of one installation each, and where the variable is set, below what it says.
PLACES = (
    ("PYENV_ROOT", "~/.pyenv", "versions/*/bin"),
    ("UV_PYTHON_INSTALL_DIR", "~/.local/share/uv/python", "*/bin"),
    ("", "/opt", "*/bin"),
    ("", "/opt/homebrew", "bin"),
    ("", "/Library/Frameworks/Python.framework/Versions", "*/bin"),
    ("", "/usr", "local/bin"),
    ("", "/usr", "bin"),
)
ASKED = (
    "import ensurepip, json, platform, sys, sysconfig, venv; print(json.dumps(["
    "getattr(sys, '_base_executable', sys.executable), "
    "platform.python_implementation(), platform.python_version(), "
    "sys.version_info.releaselevel == 'final' and not sysconfig.get_config_var('Py_GIL_DISABLED')]))"
)


@dataclass(frozen=True)
class Python:
    """A version, and the program itself: not a name that may come to mean another one."""

    version: str
    program: str

    @property
    def minor(self) -> str:
        return self.version.rpartition(".")[0]

    @property
    def order(self) -> tuple[int, ...]:
        return tuple(map(int, self.version.split(".")))


def folders(settings: Mapping[str, str]) -> Iterator[Path]:
    """Where to look, in order."""
    yield from map(Path, filter(None, settings.get("PATH", "").split(os.pathsep)))
    for variable, default, pattern in PLACES:
        top = Path(settings.get(variable) or default).expanduser()
        if top.is_dir():
            yield from sorted(top.glob(pattern))


def programs(settings: Mapping[str, str]) -> list[Path]:
    """The files that are called like a Python of the project, each once."""
    found: dict[Path, Path] = {}
    for folder in folders(settings):
        for file in sorted(folder.glob("python3.*")) if folder.is_dir() else []:
            version = re.fullmatch(r"python3\.(\d+)", file.name)
            if version and int(version[1]) >= OLDEST:
                found.setdefault(file.resolve(), file)
    return list(found.values())


def ask(program: Path) -> Python | None:
    """The Python behind a name, if it runs, is a finished CPython and can make environments."""
    try:
        done = subprocess.run([program, "-I", "-c", ASKED], capture_output=True, text=True, timeout=30)
        real, kind, version, usual = json.loads(done.stdout)
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None  # for example a name of pyenv's that stands for no version
    return Python(version, real) if kind == "CPython" and usual else None


def find(settings: Mapping[str, str] = os.environ) -> tuple[list[Python], list[str]]:
    """The newest Python of each version, oldest first; and a reason for each that is not there."""
    best: dict[str, Python] = {}
    unfit: dict[str, str] = {}
    for program in programs(settings):
        python = ask(program)
        if python is None:
            unfit.setdefault(program.name.removeprefix("python"), str(program))
        elif python.minor not in best or python.order > best[python.minor].order:
            best[python.minor] = python
    reasons = [
        f"Python {minor}: {unfit[minor]} does not run, or cannot make an environment"
        if minor in unfit
        else f"Python {minor}: not found"
        for minor in sorted({*WANTED, *unfit} - best.keys(), key=lambda minor: int(minor[2:]))
    ]
    return sorted(best.values(), key=lambda python: python.order), reasons
