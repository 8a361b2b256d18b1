"""What is made anew: nothing that was built before outlives what it was made from.

- A warning is told by every build until it is mended, because the next build reads everything again.
- A change in the files named in `press_toolchain` makes the next build read everything again.
- The outputs of code cells depend on the files named in `press_execution_sources`. Jupyter Book keeps them as
  long as the cell itself stays the same, whatever it imports. Here each state of the files has a cache of its
  own. Its path is part of the configuration, so that a new state makes Sphinx read every page again.

Both settings are lists of patterns under the book's folder. Cells run in a kernel with no settings of whoever
builds the book.
"""

import hashlib
import os
import shutil
from collections.abc import Iterable
from pathlib import Path

from sphinx.application import ENV_PICKLE_FILENAME, Sphinx
from sphinx.config import Config
from sphinx.util.typing import ExtensionMetadata

_DIGITS = 16
_CACHES = ".jupyter_cache"
_PROFILES = ".ipython"
# A kernel remarks that others on this machine could listen to it. Who builds a book need not read that.
_KERNEL_SETTINGS = "c.IPKernelApp.log_level = 40\n"


def _state(folder: Path, patterns: Iterable[str]) -> str:
    """A short name for the state of all files that match a pattern: their names and contents."""
    state = hashlib.sha256()
    matches = {path for pattern in patterns for path in folder.glob(pattern)}
    for path in sorted(path for path in matches if path.is_file() and "__pycache__" not in path.parts):
        state.update(path.relative_to(folder).as_posix().encode() + b"\0")
        state.update(hashlib.sha256(path.read_bytes()).digest())
    return state.hexdigest()[:_DIGITS]


def _note_toolchain(app: Sphinx, config: Config) -> None:
    # Part of the configuration: Sphinx itself reads everything again when it differs.
    config.press_toolchain_state = _state(Path(app.srcdir), config.press_toolchain)


def _forget_after_warnings(app: Sphinx, error: Exception | None) -> None:
    if app._warncount:
        (Path(app.doctreedir) / ENV_PICKLE_FILENAME).unlink(missing_ok=True)


def _choose_cache(app: Sphinx, config: Config) -> None:
    if not config.press_execution_sources:
        return
    caches = Path(app.outdir).parent / _CACHES
    current = caches / _state(Path(app.srcdir), config.press_execution_sources)
    for other in caches.glob("[0-9a-f]" * _DIGITS):
        if other != current:
            shutil.rmtree(other)
    config.nb_execution_cache_path = str(current)


def _isolate_kernel(app: Sphinx, config: Config) -> None:
    profiles = Path(app.outdir).parent / _PROFILES
    settings = profiles / "profile_default" / "ipython_kernel_config.py"
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text(_KERNEL_SETTINGS, "utf-8")
    os.environ["IPYTHONDIR"] = str(profiles)


def setup(app: Sphinx) -> ExtensionMetadata:
    app.add_config_value("press_toolchain", [], "", list)
    app.add_config_value("press_toolchain_state", "", "env", str)
    app.add_config_value("press_execution_sources", [], "", list)
    for listener in (_note_toolchain, _choose_cache, _isolate_kernel):
        app.connect("config-inited", listener)
    app.connect("build-finished", _forget_after_warnings)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
