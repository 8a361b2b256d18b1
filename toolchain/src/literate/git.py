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
    environment = {name: value for name, value in os.environ.items() if name not in OF_ONE_REPOSITORY}
    try:
        command = ["git", "-C", str(folder), *words]
        return subprocess.run(command, capture_output=True, check=True, env=environment).stdout
    except (OSError, subprocess.CalledProcessError):
        return None
