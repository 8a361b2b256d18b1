"""tools/diagnosis.py: each way in which pip fails becomes one sentence."""

# ruff: noqa: E501  (the outputs are pip's own, shortened)

import sys
import sysconfig

import pytest
from diagnosis import diagnose

THIS = f"Python {sys.version_info[0]}.{sys.version_info[1]} on {sysconfig.get_platform()}"
REFUSED = """\
WARNING: Retrying (Retry(total=0, connect=None, read=None, redirect=None, status=None)) after connection broken by \
'NewConnectionError('<pip._vendor.urllib3.connection.HTTPConnection object at 0x7f8a8a8d5990>: Failed to establish \
a new connection: [Errno 111] Connection refused')': /simple/numpy/
ERROR: Could not find a version that satisfies the requirement numpy==2.4.6 (from versions: none)
ERROR: No matching distribution found for numpy==2.4.6
"""
NAMELESS = REFUSED.replace("[Errno 111] Connection refused", "[Errno -2] Name or service not known")
NO_VERSION = """\
ERROR: Could not find a version that satisfies the requirement numpy==2.4.6 (from versions: 2.0.0, 2.4.5)
ERROR: No matching distribution found for numpy==2.4.6
"""
NONE_SEEN = """\
ERROR: Could not find a version that satisfies the requirement numpy==2.4.6 (from versions: none)
ERROR: No matching distribution found for numpy==2.4.6
"""
TIMED_OUT = """\
Downloading numpy-2.4.6.whl (16 MB)
ERROR: Exception:
Traceback (most recent call last):
pip._vendor.urllib3.exceptions.ReadTimeoutError: HTTPSConnectionPool(host='index', port=443): Read timed out.
"""
NEWER_PYTHON = """\
ERROR: Ignored the following versions that require a different python version: 4.1 Requires-Python >=3.11.5; \
4.1.3 Requires-Python >=3.11.5,<4
ERROR: Could not find a version that satisfies the requirement soupsieve==4.1.3 (from versions: 2.9.2, 2.10)
ERROR: No matching distribution found for soupsieve==4.1.3
"""
UNTRUSTED = """\
WARNING: The repository located at nosuch.invalid is not a trusted or secure host and is being ignored. If this \
repository is available via HTTPS we recommend you use HTTPS instead.
"""
CLASH = """\
ERROR: Cannot install numpy==2.4.5 and numpy==2.4.6 because these package versions have conflicting dependencies.
ERROR: ResolutionImpossible: for help visit the documentation
"""


@pytest.mark.parametrize(
    ("output", "settings", "sentence"),
    [
        (
            REFUSED,
            {"PIP_INDEX_URL": "http://me:secret@127.0.0.1:9/simple"},
            "pip cannot reach the package index at 127.0.0.1:9 (connection refused). "
            "Check the network, proxy and index settings.",
        ),
        (
            NAMELESS,
            {},
            "pip cannot reach the package index (name or service not known). "
            "Check the network, proxy and index settings.",
        ),
        (
            TIMED_OUT,
            {},
            "pip cannot reach the package index (read timed out). Check the network, proxy and index settings.",
        ),
        (
            "SSLError(SSLCertVerificationError(1, '[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed'))\n"
            + NONE_SEEN,
            {},
            "The certificate of the package index is not trusted. See pip's setting cert.",
        ),
        (
            NONE_SEEN,
            {"PIP_NO_INDEX": "1"},
            "PIP_NO_INDEX is set: pip looked only in PIP_FIND_LINKS, which is not set, "
            "and found no wheel of numpy==2.4.6.",
        ),
        (
            NO_VERSION,
            {"PIP_NO_INDEX": "true", "PIP_FIND_LINKS": "/wheels https://me:secret@host/wheels"},
            "PIP_NO_INDEX is set: pip looked only in /wheels https://host/wheels, "
            "and found no wheel of numpy==2.4.6.",
        ),
        (
            NONE_SEEN,
            {"PIP_NO_INDEX": "0"},
            f"pip found no wheel of numpy==2.4.6 for {THIS}: the package index holds none, or cannot be reached.",
        ),
        (
            NO_VERSION,
            {},
            f"There is no wheel of numpy==2.4.6 for {THIS}. "
            "Name another Python with: make PYTHON=python3.12 ...",
        ),
        (
            NEWER_PYTHON,
            {},
            f"soupsieve==4.1.3 needs another Python (>=3.11.5,<4); this one is {sys.version.split()[0]}. "
            "Name another with: make PYTHON=python3.12 ...",
        ),
        (
            NEWER_PYTHON.replace("soupsieve==4.1.3", "soupsieve==5"),
            {},
            f"There is no wheel of soupsieve==5 for {THIS}. "
            "Name another Python with: make PYTHON=python3.12 ...",
        ),
        (
            UNTRUSTED + NONE_SEEN,
            {"PIP_INDEX_URL": "http://nosuch.invalid/simple"},
            "pip does not use the package index at nosuch.invalid, as it is neither https nor named in "
            "PIP_TRUSTED_HOST. Check the index settings.",
        ),
        (
            CLASH,
            {},
            "Pins in constraints.txt contradict each other (numpy==2.4.5 and numpy==2.4.6). "
            "CONTRIBUTING.md says how to set them.",
        ),
        (
            "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device\n",
            {},
            "There is no space left on the disk (.venv needs about 600 MB).",
        ),
        (
            "Error: [Errno 13] Permission denied: '/book/.venv'\n",
            {},
            "Files in .venv cannot be written. Check who owns this folder and whether it is read-only.",
        ),
        (
            "ERROR: Invalid requirement: 'numpy=2.4.6' (from line 1 of constraints.txt)\nHint: use ==\n",
            {},
            "The last word was: ERROR: Invalid requirement: 'numpy=2.4.6' (from line 1 of constraints.txt)",
        ),
        ("", {}, "The last word was: nothing at all"),
    ],
    ids=[
        "refused", "no name", "timed out", "certificate", "no index", "find-links", "none seen", "no version",
        "newer Python", "other version for a newer Python", "untrusted", "clash", "no space", "not writable", "other", "silent",
    ],
)  # fmt: skip
def test_failure_becomes_one_sentence(output, settings, sentence):
    assert diagnose(output, settings) == sentence


def test_a_passing_hiccup_is_not_taken_for_the_cause():
    hiccup = REFUSED.splitlines(keepends=True)[0]
    assert diagnose(hiccup + NO_VERSION, {}) == diagnose(NO_VERSION, {})
