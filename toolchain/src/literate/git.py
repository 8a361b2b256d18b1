"""Git, asked about the repository that a folder lies in, also when a hook of git runs this."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

# With these git tells a hook's commands which repository runs it. They are meant for the folder that the hook
# begins in: for any other, such as a project in a sub-folder, they name another repository or none.
OF_ONE_REPOSITORY = (
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_COMMON_DIR",
    "GIT_DIR",
    "GIT_IMPLICIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_PREFIX",
    "GIT_WORK_TREE",
)


def git(folder: Path, *words: str) -> bytes | None:
    """What git prints when it is run in a folder; None when it fails, or where there is no git."""
    environment = dict(os.environ)
    if not environment.keys().isdisjoint(OF_ONE_REPOSITORY):
        of_the_folder = {name: value for name, value in environment.items() if name not in OF_ONE_REPOSITORY}
        # A repository that is kept elsewhere is found by the variables alone.
        if _output(folder, ("rev-parse", "--is-inside-work-tree"), of_the_folder) == b"true\n":
            environment = of_the_folder
    return _output(folder, words, environment)


def _output(folder: Path, words: tuple[str, ...], environment: dict[str, str]) -> bytes | None:
    command = ["git", "-C", str(folder), *words]
    try:
        done = subprocess.run(command, capture_output=True, check=False, env=environment)
    except OSError:
        return None
    return done.stdout if done.returncode == 0 else None
