"""The script that brings Python to a page."""

import base64
import gzip
import hashlib
import json
import re

from press.live import engine

MICROPYTHON = engine.HERE / "micropython"


def parts(script):
    match = re.fullmatch(r"livePython\((.*)\);\n", script, re.DOTALL)
    return json.loads(match[1])


def test_the_engine_is_the_one_that_its_readme_names():
    readme = (MICROPYTHON / "README.md").read_text("utf-8")
    sums = dict(re.findall(r"^    ([0-9a-f]{64})  (\S+)$", readme, re.MULTILINE))
    files = sorted(MICROPYTHON.glob("micropython.*"))
    found = {hashlib.sha256(file.read_bytes()).hexdigest(): file.name for file in files}
    assert found == sums
    assert len(found) == 2


def test_the_script_carries_the_engine_whole_and_is_small_and_the_same_each_time():
    script = engine.script({}, "")
    wasm = gzip.decompress(base64.b64decode(parts(script)["wasm"]))
    assert wasm == (MICROPYTHON / "micropython.wasm").read_bytes()
    assert len(gzip.compress(script.encode(), 9)) <= 300_000
    assert script == engine.script({}, "")


def test_the_worker_is_a_classic_script():
    worker = gzip.decompress(base64.b64decode(parts(engine.script({}, ""))["worker"])).decode()
    assert "import.meta" not in worker
    assert worker.count("async function loadMicroPython") == 1
    assert not re.search(r"(?:^|[;}])\s*export\b", worker)
