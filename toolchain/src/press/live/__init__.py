"""Pages that do things: examples that run in the page, and replays of recorded computations.

The configuration names the modules that examples may import, each with its file:

    press_live_modules:
      tinygpt.autograd: src/tinygpt/autograd/scalar.py

Examples that would print something else in MicroPython are left out, by a line of each and the reason:

    press_live_left_out:
      "def backward_pass(D):": goes through a dict in its order, which MicroPython does not keep

`press_live_comparison` is the text of a Python module with `matches(want, got)`, which says whether what an
example printed is what the book shows: that of the book's tests. Without one, both must be the same.

Nothing of it is loaded before a reader asks for it, and nothing is needed to read the page.
"""

from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util.typing import ExtensionMetadata

from press.live import pages, replays

_STATIC = Path(__file__).parent / "static"
_EXACT = "def matches(want, got):\n    return want == got\n"


def _add_folder(app: Sphinx, config: Config) -> None:
    config.html_static_path.append(str(_STATIC))


def setup(app: Sphinx) -> ExtensionMetadata:
    app.add_config_value("press_live_modules", {}, "env", dict)
    app.add_config_value("press_live_left_out", {}, "env", dict)
    app.add_config_value("press_live_comparison", _EXACT, "env", str)
    app.connect("config-inited", _add_folder)
    app.connect("doctree-resolved", pages.mark)
    app.connect("doctree-resolved", replays.drop)
    app.connect("html-page-context", pages.add_script, priority=850)
    app.connect("html-page-context", replays.add_scripts, priority=850)
    app.connect("build-finished", pages.write_engine, priority=970)  # before what no page asks for is swept
    app.add_css_file("live.css", priority=910)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
