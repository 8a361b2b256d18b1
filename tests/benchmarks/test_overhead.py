"""What the chapter's figure of costs shows is what the engine costs."""

import itertools
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.overhead import RECORD, SIZES

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def recorded():
    record = json.loads(RECORD.read_text("utf-8"))
    return {int(size): ratio["median"] for size, ratio in record["ratios"].items()}


def test_record_says_what_the_text_does(recorded):
    assert tuple(recorded) == SIZES
    assert all(small > large for small, large in itertools.pairwise(recorded.values()))
    # "On tiny matrices the books are most of the work." "On large ones little is left of them."
    assert recorded[SIZES[0]] > 2 and 0.9 < recorded[SIZES[-1]] < 1.1


def test_no_ratio_has_doubled_or_halved_since_it_was_recorded(recorded):
    path = os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, "-m", "benchmarks.overhead", "--quick"]
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ | {"PYTHONPATH": path}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    now = {int(size): ratio["median"] for size, ratio in json.loads(done.stdout).items()}
    moved = {size: now[size] / ratio for size, ratio in recorded.items()}
    renew = "run `.venv/bin/python -m benchmarks.overhead` on a quiet machine"
    assert {size: by for size, by in moved.items() if not 0.5 < by < 2} == {}, renew
