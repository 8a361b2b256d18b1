"""First step of every make target: find a Python that will do, then let it set the environment up.

This file must also run under Python 2.7 and the older Python 3, to say in one sentence that they are
too old.
"""

from __future__ import print_function

import os
import subprocess
import sys

OLDEST = (3, 11)
TOOLS = os.path.dirname(os.path.abspath(__file__))
# The versions the project is tried with come first.
CANDIDATES = ("python3.13", "python3.12", "python3.11", "python3.14", "python3.15", "python3", "python")
# Run by each candidate: exit status 0 when it could build the environment.
PROBE = "import sys, ensurepip, venv; sys.exit(sys.version_info < (%d, %d))" % OLDEST


def fault(version, executable):
    """What keeps this Python from building the environment; None when nothing does."""
    name = "Python %d.%d.%d (%s)" % (version[0], version[1], version[2], executable)
    if tuple(version[:2]) < OLDEST:
        return "%s is too old: this project needs Python %d.%d or newer." % ((name,) + OLDEST)
    for module in ("venv", "ensurepip"):
        try:
            __import__(module)
        except ImportError:
            return (
                "%s lacks its module %s, which some systems package apart "
                "(Debian and Ubuntu: python%d.%d-venv)." % (name, module, version[0], version[1])
            )
    return None


def another_python(path):
    """The first Python on the search path that could build the environment, or None."""
    with open(os.devnull, "w") as nowhere:
        for name in CANDIDATES:
            for folder in path.split(os.pathsep):
                program = os.path.join(folder, name)
                if not os.access(program, os.X_OK) or os.path.isdir(program):
                    continue
                try:
                    if subprocess.call([program, "-c", PROBE], stdout=nowhere, stderr=nowhere) == 0:
                        return program
                except OSError:  # A broken file of that name, as after an unfinished uninstall.
                    continue
    return None


def main(arguments):
    problem = fault(sys.version_info, sys.executable)
    if problem is None:
        sys.path.insert(0, TOOLS)
        import environment

        return environment.main(arguments)
    # A Python that was asked for by name is never exchanged silently.
    if "--chosen" not in arguments:
        other = another_python(os.environ.get("PATH", ""))
        if other is not None:
            os.execv(other, [other, os.path.abspath(__file__)] + arguments)
    print("set-up: %s Name another with: make PYTHON=python3.12 ..." % problem, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
