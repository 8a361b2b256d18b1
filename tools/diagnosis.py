"""Turn what pip and venv print when they fail into one sentence that says what to do."""

from __future__ import annotations

import re
import sys
import sysconfig
from collections.abc import Mapping
from urllib.parse import urlsplit


def diagnose(output: str, settings: Mapping[str, str]) -> str:
    """Say in one sentence why pip or venv failed, from what it printed."""
    if "No space left on device" in output or "Disk quota exceeded" in output:
        return "There is no space left on the disk (.venv needs about 600 MB)."
    if "CERTIFICATE_VERIFY_FAILED" in output:
        return f"The certificate of {_index(settings)} is not trusted. See pip's setting cert."
    if "is not a trusted or secure host and is being ignored" in output:
        return (
            f"pip does not use {_index(settings)}, as it is neither https nor named in PIP_TRUSTED_HOST. "
            "Check the index settings."
        )
    missing = re.search(r"No matching distribution found for (\S+)", output)
    nothing_seen = "(from versions: none)" in output
    broken = re.search(
        r"NewConnectionError|ConnectTimeoutError|ProxyError|NameResolutionError|ProtocolError|SSLError"
        r"|ReadTimeoutError|Max retries exceeded|IncompleteRead|ConnectionResetError",
        output,
    )
    if broken and (nothing_seen or not missing):
        why = re.search(r"\[Errno -?\d+\] ([A-Z][a-z ]+)|(Read timed out|Tunnel connection failed)", output)
        reason = f" ({(why[1] or why[2]).strip().lower()})" if why else ""
        return f"pip cannot reach {_index(settings)}{reason}. Check the network, proxy and index settings."
    if missing and (refused := _refused_pythons(missing[1], output)):
        return (
            f"{missing[1]} needs another Python ({refused}); this one is {sys.version.split()[0]}. "
            "Name another with: make PYTHON=python3.12 ..."
        )
    if missing and settings.get("PIP_NO_INDEX", "0").lower() not in {"", "0", "false", "no", "off"}:
        where = _public(settings.get("PIP_FIND_LINKS", "")) or "PIP_FIND_LINKS, which is not set"
        return f"PIP_NO_INDEX is set: pip looked only in {where}, and found no wheel of {missing[1]}."
    if missing and nothing_seen:
        # pip that may not retry does not say whether it reached the index at all.
        return (
            f"pip found no wheel of {missing[1]} for {_this_machine()}: {_index(settings)} holds none, "
            "or cannot be reached."
        )
    if missing:
        return (
            f"There is no wheel of {missing[1]} for {_this_machine()}. "
            "Name another Python with: make PYTHON=python3.12 ..."
        )
    if "ResolutionImpossible" in output or "conflicting dependencies" in output:
        clash = re.search(r"Cannot install (.+?) because", output)
        which = f" ({clash[1]})" if clash else ""
        return f"Pins in constraints.txt contradict each other{which}. CONTRIBUTING.md says how to set them."
    if "Permission denied" in output or "Read-only file system" in output:
        return "Files in .venv cannot be written. Check who owns this folder and whether it is read-only."
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if line.lower().startswith("error")]
    return f"The last word was: {(errors or lines or ['nothing at all'])[-1]}"


def _refused_pythons(pin: str, output: str) -> str:
    """The Requires-Python of the pinned version, when pip passed over it for that."""
    version = pin.partition("==")[2]
    ignored = re.search(
        r"Ignored the following versions that require a different python version: (.*)", output
    )
    if not version or ignored is None:
        return ""
    for entry in ignored[1].split("; "):
        name, _, wanted = entry.strip().partition(" Requires-Python ")
        if name == version:
            return wanted
    return ""


def _index(settings: Mapping[str, str]) -> str:
    host = urlsplit(settings.get("PIP_INDEX_URL", "")).netloc.rpartition("@")[2]
    return f"the package index at {host}" if host else "the package index"


def _public(addresses: str) -> str:
    """Addresses without the user names and passwords that they may carry."""
    return re.sub(r"//[^/@\s]*@", "//", addresses)


def _this_machine() -> str:
    return f"Python {sys.version_info[0]}.{sys.version_info[1]} on {sysconfig.get_platform()}"
