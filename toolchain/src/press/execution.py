"""How code cells are run: outputs never outlive their code, and nobody's own settings change them.

Jupyter Book keeps the outputs of a cell for as long as the cell itself stays the same, whatever it imports.
Here the cache also depends on the files named in `press_execution_sources` (glob patterns under the book's
folder): each state of them has a cache of its own, and since the cache's path is part of the configuration,
a new state also makes Sphinx read every page again.
"""

import os
import shutil
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util.typing import ExtensionMetadata

from press.fingerprint import DIGITS, fingerprint

_CACHES = ".jupyter_cache"
_PROFILES = ".ipython"

# A kernel remarks that others on this machine could listen to it. Who builds a book need not read that.
_KERNEL_SETTINGS = "c.IPKernelApp.log_level = 40\n"


def _choose_cache(app: Sphinx, config: Config) -> None:
    if not config.press_execution_sources:
        return
    caches = Path(app.outdir).parent / _CACHES
    current = caches / fingerprint(Path(app.srcdir), config.press_execution_sources)
    for other in caches.glob("[0-9a-f]" * DIGITS):
        if other != current:
            shutil.rmtree(other)
    config.nb_execution_cache_path = str(current)


def _isolate_kernel(app: Sphinx, config: Config) -> None:
    """Give kernels an IPython profile of the build's own, not the start-up files of whoever builds."""
    profiles = Path(app.outdir).parent / _PROFILES
    settings = profiles / "profile_default" / "ipython_kernel_config.py"
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text(_KERNEL_SETTINGS, "utf-8")
    os.environ["IPYTHONDIR"] = str(profiles)


def setup(app: Sphinx) -> ExtensionMetadata:
    app.add_config_value("press_execution_sources", [], "", list)
    app.connect("config-inited", _choose_cache)
    app.connect("config-inited", _isolate_kernel)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
