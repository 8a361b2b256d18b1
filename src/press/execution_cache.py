"""Outputs of code cells that never outlive the code they came from.

Jupyter Book keeps the outputs of a cell for as long as the cell itself stays the same, whatever it imports. Here the
cache also depends on the files named in `press_execution_sources` (glob patterns under the book's folder): each state
of them has a cache of its own, and since the cache's path is part of the configuration, a new state also makes Sphinx
read every page again.
"""

import hashlib
import shutil
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util.typing import ExtensionMetadata


def fingerprint(folder: Path, patterns: list[str]) -> str:
    """A short name for the state of all files under `folder` that match."""
    state = hashlib.sha256()
    for path in sorted({path for pattern in patterns for path in folder.glob(pattern) if path.is_file()}):
        state.update(path.relative_to(folder).as_posix().encode() + b"\0")
        state.update(hashlib.sha256(path.read_bytes()).digest())
    return state.hexdigest()[:16]


def _choose_cache(app: Sphinx, config: Config) -> None:
    if not config.press_execution_sources:
        return
    caches = Path(app.outdir).parent / ".jupyter_cache"
    mine = caches / fingerprint(Path(app.srcdir), config.press_execution_sources)
    for other in caches.glob("*"):
        if other != mine and other.is_dir() and len(other.name) == len(mine.name):
            shutil.rmtree(other)
    config.nb_execution_cache_path = str(mine)  # type: ignore[attr-defined]


def setup(app: Sphinx) -> ExtensionMetadata:
    app.add_config_value("press_execution_sources", [], "", list)
    app.connect("config-inited", _choose_cache)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
