"""The script that brings Python to a page: MicroPython, the worker that drives it, and the book's modules.

One script holds everything, because a page opened as a file may not read other files. What is large is
compressed, and the worker unpacks it.
"""

import base64
import gzip
import json
import re
from collections.abc import Mapping
from pathlib import Path

NAME = "live-python.js"
HERE = Path(__file__).parent
_MICROPYTHON = HERE / "micropython"
_WORKER = HERE / "worker.js"


def script(modules: Mapping[str, str], comparison: str) -> str:
    """The script; `modules` gives the text of each module that examples may import.

    `comparison` is the text of one that says, as `matches(want, got)`, whether an output is the wanted one.
    """
    module = _as_classic((_MICROPYTHON / "micropython.mjs").read_text("utf-8"))
    # The module waits for things at its top level, which a classic script may do in a function only.
    worker = f"(async () => {{\n{module}\n{_WORKER.read_text('utf-8')}}})();\n"
    data = {
        "worker": _packed(worker.encode()),
        "wasm": _packed((_MICROPYTHON / "micropython.wasm").read_bytes()),
        "modules": dict(modules),
        "comparison": comparison,
    }
    return f"livePython({json.dumps(data, ensure_ascii=False)});\n"


def _packed(data: bytes) -> str:
    return base64.b64encode(gzip.compress(data, 9, mtime=0)).decode()


def _as_classic(module: str) -> str:
    """An ECMAScript module as a classic script: a worker from a page's own text need not be a module then."""
    text = module.replace("import.meta.url", "self.location.href")
    text = re.sub(r"export default \w+;", "", text)
    return text.replace("export async function loadMicroPython", "async function loadMicroPython")
