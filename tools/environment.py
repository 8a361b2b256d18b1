"""Make .venv, and install into it what constraints.txt pins; do nothing when that has been done already.

The file .venv/made-from.json says what .venv was made from. It is absent while anything is being installed,
so an interrupted .venv is made again from nothing. Standard library only: nothing is installed yet.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import platform
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parent.parent
VENV = Path(".venv")
PYTHON = VENV / "bin" / "python"
MADE_FROM = VENV / "made-from.json"
LOG = VENV / "set-up.log"
READ = ("constraints.txt", "pyproject.toml", "toolchain/pyproject.toml", "tools/environment.py")
PROJECTS = (".", "toolchain")


def sentence(printed: str) -> str:
    """Say in one sentence why pip or venv failed, from what it printed."""
    host = urlsplit(os.environ.get("PIP_INDEX_URL", "")).netloc.rpartition("@")[2]
    index = f"the package index at {host}" if host else "the package index"
    if "No space left on device" in printed:
        return "There is no space left on the disk (.venv needs about 600 MB)."
    if "CERTIFICATE_VERIFY_FAILED" in printed:
        return f"The certificate of {index} is not trusted. See pip's setting cert."
    unreached = r"Connection ?Error|ConnectTimeout|ReadTimeout|ProxyError|after connection broken by"
    missing = re.search(r"No matching distribution found for (\S+)", printed)
    if re.search(unreached, printed):
        why = re.search(r"\[Errno -?\d+\] ([A-Z][a-z ]+)", printed)
        reason = f" ({why[1].strip().lower()})" if why else ""
        return f"pip cannot reach {index}{reason}. Check the network, proxy and index settings."
    if missing:
        this = f"Python {platform.python_version()} on {platform.system()} {platform.machine()}"
        return f"There is no wheel of {missing[1]} for {this}, or {index} cannot be reached."
    errors = re.findall(r"^error.*", printed, re.MULTILINE | re.IGNORECASE)
    return f"The last word was: {[*printed.split(chr(10)), *errors][-1].strip() or 'nothing at all'}"


def run(*command: str | Path) -> None:
    """Run one step to its end; a sentence and exit status 1 when it fails."""
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", errors="replace"
    )
    if done.returncode:
        with contextlib.suppress(OSError):
            VENV.mkdir(exist_ok=True)
            LOG.write_text(done.stdout, "utf-8")
        sys.exit(f"set-up: {sentence(done.stdout)} (Everything it printed: {LOG})")


def made_from(python: str) -> dict[str, str]:
    """What decides whether .venv will do: its Python, its place, and the files that say what is in it."""
    return {"python": python, "folder": str(ROOT)} | {name: Path(name).read_text("utf-8") for name in READ}


def noted() -> dict[str, str]:
    """What .venv was made from; nothing when it was never finished or has lost its Python."""
    try:
        note = json.loads(MADE_FROM.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return note if isinstance(note, dict) and PYTHON.exists() else {}


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Bring .venv up to date.")
    parser.add_argument("--named", action="store_true", help="this Python was asked for: .venv is to have it")
    named = parser.parse_args(arguments).named
    os.chdir(ROOT)
    this, note = platform.python_version(), noted()
    wanted = made_from(this if named else note.get("python", this))
    if note == wanted:
        return 0
    base = str(getattr(sys, "_base_executable", sys.executable))  # Not a Python inside .venv.
    if any(note.get(part) != wanted[part] for part in ("python", "folder")):
        wanted["python"], note = this, {}
        print(f"Creating .venv with Python {this} ({base}).", flush=True)
        run(base, "-I", "-m", "venv", "--clear", VENV)
        pins = sum("==" in line for line in wanted["constraints.txt"].splitlines())
        print(f"Installing the {pins} packages of constraints.txt, once; this may take minutes.", flush=True)
    else:
        print("Bringing .venv up to date with constraints.txt and pyproject.toml.", flush=True)
    MADE_FROM.unlink(missing_ok=True)
    pip = (PYTHON, "-I", "-m", "pip", "--no-input", "--disable-pip-version-check", "install")
    editable = (word for project in PROJECTS for word in ("--editable", project))
    try:
        run(*pip, "--only-binary", ":all:", "--requirement", "constraints.txt")
        run(*pip, "--no-deps", "--no-index", "--no-build-isolation", *editable)
    except SystemExit:
        if note:  # What pip refuses, it has not begun: .venv is as it was.
            MADE_FROM.write_text(json.dumps(note), "utf-8")
        raise
    MADE_FROM.write_text(json.dumps(wanted), "utf-8")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit("\nset-up: interrupted; the next run starts .venv afresh.")
