"""Git, asked about the repository that a folder lies in, also when a hook of git runs this."""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import subprocess

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


def git(folder: Path, *words: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run git in a folder; OSError where there is no git."""
    import subprocess

    command = ["git", "-C", str(folder), *words]
    told = any(name in os.environ for name in OF_ONE_REPOSITORY)
    environment = _of_the_folder() if told and _lies_in_one(folder) else None
    return subprocess.run(command, input=given, capture_output=True, check=False, env=environment)


@lru_cache(maxsize=8)
def _lies_in_one(folder: Path) -> bool:
    """Whether git finds a repository from the folder alone; one kept elsewhere needs the variables."""
    import subprocess

    command = ["git", "-C", str(folder), "rev-parse", "--is-inside-work-tree"]
    done = subprocess.run(command, capture_output=True, check=False, env=_of_the_folder())
    return done.returncode == 0 and done.stdout.strip() == b"true"


def _of_the_folder() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in OF_ONE_REPOSITORY}
