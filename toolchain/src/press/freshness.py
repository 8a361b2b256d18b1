"""When a build must not rely on the one before it.

Sphinx reads and writes only what has changed, and warns only of what it reads and writes. So a book that
failed with a warning would pass when built again; and pages would outlive a change in the program that
makes them. After a warning, the next build starts afresh. The same holds after a change in
`press_toolchain` (glob patterns under the book's folder).
"""

from pathlib import Path

from sphinx.application import ENV_PICKLE_FILENAME, Sphinx
from sphinx.config import Config
from sphinx.util.typing import ExtensionMetadata

from press.fingerprint import fingerprint


def _note_toolchain(app: Sphinx, config: Config) -> None:
    # Part of the configuration: Sphinx itself reads everything again when it differs.
    config.press_toolchain_state = fingerprint(Path(app.srcdir), config.press_toolchain)


def _forget_after_warnings(app: Sphinx, error: Exception | None) -> None:
    if app._warncount:
        (Path(app.doctreedir) / ENV_PICKLE_FILENAME).unlink(missing_ok=True)


def setup(app: Sphinx) -> ExtensionMetadata:
    app.add_config_value("press_toolchain", [], "", list)
    app.add_config_value("press_toolchain_state", "", "env", str)
    app.connect("config-inited", _note_toolchain)
    app.connect("build-finished", _forget_after_warnings)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
