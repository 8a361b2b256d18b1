"""Ends with a sentence when this Python cannot build the environment. Python 2.7, too, can read this file."""

import sys

OLDEST = (3, 11)
fault = None
if sys.version_info[:2] < OLDEST:
    fault = "is too old: this project needs Python %d.%d or newer." % OLDEST
else:
    try:
        import ensurepip  # noqa: F401
        import venv  # noqa: F401
    except ImportError as error:
        fault = "lacks its module %s (on Debian and Ubuntu: package python%d.%d-venv)." % (
            (error.name,) + sys.version_info[:2]
        )
if fault:
    python = "Python %d.%d.%d (%s)" % (sys.version_info[:3] + (sys.executable,))
    sys.exit("set-up: %s %s Name another with: make PYTHON=python3.12 ..." % (python, fault))
