"""Build .venv from constraints.txt, once: the second run finds the stamp of the first and returns.

Standard library only, since nothing is installed yet. Every failure ends as one sentence and status 1.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from diagnosis import diagnose
from progress import Progress

try:
    import fcntl
except ImportError:  # Not a POSIX system: no lock, no harm.
    fcntl = None  # type: ignore[assignment]

ROOT = Path(__file__).resolve().parent.parent
STAMP = "set-up.json"
LOG = "set-up.log"
# Without a terminal: a line for every so many packages.
MILESTONE = 20

# What a caller may set to reach an index; any other PIP_ variable (a target, a user install, a second
# constraints file) would build another environment than the one that is pinned.
KEPT_PIP_SETTINGS = {
    "PIP_CACHE_DIR",
    "PIP_CERT",
    "PIP_CLIENT_CERT",
    "PIP_CONFIG_FILE",
    "PIP_DEFAULT_TIMEOUT",
    "PIP_EXTRA_INDEX_URL",
    "PIP_FIND_LINKS",
    "PIP_INDEX_URL",
    "PIP_KEYRING_PROVIDER",
    "PIP_NO_CACHE_DIR",
    "PIP_NO_INDEX",
    "PIP_PROXY",
    "PIP_RETRIES",
    "PIP_TIMEOUT",
    "PIP_TRUSTED_HOST",
}

Run = Callable[[list[str], Mapping[str, str], Path], tuple[int, str]]
"""Runs a command with an environment in a folder; returns its exit status and what it printed."""


class SetUpError(Exception):
    """The environment cannot be built; the message says why and what to do."""


def clean_environment(caller: Mapping[str, str]) -> dict[str, str]:
    """The caller's environment without what would bend Python or pip."""
    kept = {
        name: value
        for name, value in caller.items()
        if not name.startswith(("PYTHON", "PIP_", "VIRTUAL_ENV", "__PYVENV")) or name in KEPT_PIP_SETTINGS
    }
    # These win over a pip.conf that says otherwise.
    switched_off = ("PIP_USER", "PIP_REQUIRE_HASHES", "PIP_REQUIRE_VIRTUALENV")
    return kept | dict.fromkeys(switched_off, "0") | {"PYTHONUTF8": "1"}


def fingerprint(root: Path) -> str:
    """Changes whenever .venv has to be mended: with a pin, the metadata, the place of the folder."""
    digest = hashlib.sha256(str(root).encode())
    for file in (root / "constraints.txt", root / "pyproject.toml", Path(__file__)):
        digest.update(b"\0" + file.read_bytes())
    return digest.hexdigest()


def run(command: list[str], environment: Mapping[str, str], folder: Path) -> tuple[int, str]:
    """Run a command to its end, showing how far pip has come."""
    with (
        Progress() as progress,
        subprocess.Popen(
            command,
            cwd=folder,
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
        ) as process,
    ):
        assert process.stdout is not None
        lines = []
        found, total = 0, _pins(folder / "constraints.txt")
        for line in process.stdout:
            lines.append(line)
            if package := re.match(r"Collecting ([\w.-]+)|Processing \S*?([\w.]+)-[^/\s]*\.whl", line):
                found += 1
                name = package[1] or package[2]
                progress.show(f"{found} of {total}: {name}", milestone=found % MILESTONE == 0)
            elif line.startswith("Installing collected packages") and found:
                progress.show(f"unpacking {found} packages", milestone=True)
    return process.returncode, "".join(lines)


class Environment:
    """The folder .venv of one copy of the project."""

    def __init__(
        self, root: Path, python: str, version: str, settings: Mapping[str, str], run: Run = run
    ) -> None:
        self.root, self.base, self.version = root, python, version
        self.settings = clean_environment(settings)
        self.run = run
        self.folder = root / ".venv"
        self.python = self.folder / "bin" / "python"
        self.stamp = self.folder / STAMP

    def bring_up_to_date(self, chosen: bool) -> bool:
        """Build or mend .venv when needed; return whether anything had to be done.

        `chosen`: the caller named this Python, so an environment of another version gives way to it.
        """
        record = self._record()
        whole = bool(record) and self.python.exists()
        if chosen and record.get("python") != self.version:
            whole = False
        want = fingerprint(self.root)
        if whole and record.get("fingerprint") == want:
            return False
        if not whole or record.get("root") != str(self.root):
            self._create()
            record = {}
        self._install(record)
        launcher = self.folder / "bin" / "literate"
        launcher.write_text(launcher_text(self.python), encoding="utf-8")
        launcher.chmod(0o755)
        version = record.get("python", self.version)
        self._write_stamp({"fingerprint": want, "python": version, "root": str(self.root)})
        return True

    def _record(self) -> dict[str, str]:
        """What the stamp says; nothing when .venv was never finished."""
        try:
            record = json.loads(self.stamp.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return record if isinstance(record, dict) else {}

    def _write_stamp(self, record: dict[str, str]) -> None:
        self.stamp.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")

    def _create(self) -> None:
        print(f"Creating .venv with Python {self.version} ({self.base}).", flush=True)
        if self.folder.is_symlink() or self.folder.is_file():
            self.folder.unlink()
        elif self.folder.is_dir():
            shutil.rmtree(self.folder)
        self._do([self.base, "-I", "-m", "venv", str(self.folder)])

    def _install(self, record: dict[str, str]) -> None:
        if record:
            news = "Bringing .venv up to date with constraints.txt and pyproject.toml."
        else:
            pins = _pins(self.root / "constraints.txt")
            news = f"Installing the {pins} packages of constraints.txt, once; this may take minutes."
        print(news, flush=True)
        # Without a stamp an interrupted installation counts as half-built. A refused one changed nothing.
        self.stamp.unlink(missing_ok=True)
        pip = [str(self.python), "-I", "-m", "pip", "--no-input", "--disable-pip-version-check", "install"]
        try:
            self._do([*pip, "--only-binary", ":all:", "--requirement", "constraints.txt"])
            self._do([*pip, "--no-deps", "--no-index", "--no-build-isolation", "--editable", "."])
        except SetUpError:
            if record:
                self._write_stamp(record)
            raise

    def _do(self, command: list[str]) -> None:
        status, output = self.run(command, self.settings, self.root)
        if status:
            kept = ""
            with contextlib.suppress(OSError):
                self.folder.mkdir(exist_ok=True)
                (self.folder / LOG).write_text(output, encoding="utf-8")
                kept = f" (Everything it printed: .venv/{LOG})"
            raise SetUpError(diagnose(output, self.settings) + kept)


def _pins(constraints: Path) -> int:
    try:
        lines = constraints.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return 0
    return sum("==" in line and not line.startswith("#") for line in lines)


def launcher_text(python: Path) -> str:
    """The command `literate` of the environment; the wheel has none, as it carries the library alone."""
    return f'#!/bin/sh\nexec {shlex.quote(str(python))} -P -m literate "$@"\n'


@contextlib.contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Keep two runs of make in one folder from building .venv at the same time."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        if fcntl is not None:
            with contextlib.suppress(OSError):  # File systems without locks.
                fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def base_python() -> str:
    """The Python to build with: not the one inside .venv, which is about to be replaced."""
    return str(getattr(sys, "_base_executable", None) or sys.executable)


def main(arguments: list[str]) -> int:
    version = "{}.{}.{}".format(*sys.version_info[:3])
    environment = Environment(ROOT, base_python(), version, os.environ)
    try:
        with alone(ROOT):
            environment.bring_up_to_date(chosen="--chosen" in arguments)
    except SetUpError as error:
        print(f"set-up: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"set-up: {diagnose(str(error), os.environ)}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nset-up: interrupted; the next run starts .venv afresh.", file=sys.stderr)
        return 130
    return 0
