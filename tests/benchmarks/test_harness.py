"""The benchmarks: all programs do the same work, and the arithmetic on their times is right."""

import json
import math
import os
import re
import subprocess
import sys
from pathlib import Path
from unittest import mock

import numpy as np
import pytest

from benchmarks import machine, measure, memory, peers, report
from benchmarks.measure import Spread
from benchmarks.targets import Target
from benchmarks.workloads import jobs
from benchmarks.workloads.job import Job, Row

pytestmark = pytest.mark.slow  # every workload is run; `make bench` itself is for numbers

ROOT = Path(__file__).resolve().parents[2]


def constant(*arrays):
    return lambda: [np.array(a) for a in arrays]


@pytest.mark.parametrize(
    ("arrays", "message"),
    [
        (([1.0, 2.0], [3.0 + 1e-8]), r"work: array 1 of other is off by 3\.3e-09 of its largest entry"),
        (([1.0, 2.0],), r"work: other gives 1 arrays, not 2"),
        (([1.0, 2.0], 3.0), r"work: array 1 of other has shape \(\), not \(1,\)"),
        (([1.0, math.nan], [3.0]), r"work: array 0 of other is off by nan"),
    ],
)
def test_other_results_than_the_yardsticks_are_refused(arrays, message):
    job = Job("work", "work", {"numpy": constant([1.0, 2.0], [3.0]), "other": constant(*arrays)})
    with pytest.raises(ValueError, match=message):
        job.check()


def test_quartiles_of_ratios_are_taken_round_by_round():
    slow_machine_in_the_last_round = measure.ratios([2.0, 4.0, 6.0, 8.0, 100.0], [2.0, 2.0, 2.0, 2.0, 20.0])
    assert slow_machine_in_the_last_round == Spread(2.0, 3.0, 4.0)


def test_every_program_runs_equally_often_and_none_is_always_first():
    ran = []
    programs = {name: (lambda name=name: ran.append(name)) for name in "abc"}
    times = measure.interleave(programs, rounds=3, seconds=1e-9)
    order = ran[4:]  # after the first call of each and the one that sets the number of calls
    calls = len(order) // 9
    assert order == [name for name in "abcbcacab" for _ in range(calls)]
    assert [len(sample) for sample in times.values()] == [3, 3, 3]


def cells(**medians):
    return {name.replace("_", " "): Spread(m, m, m) for name, m in medians.items()}


@pytest.mark.parametrize(
    ("target", "reached", "text"),
    [
        (Target("xor", 3.3), True, "at most 3.3"),
        (Target("xor", 2.9), False, "at most 2.9"),
        (Target("xor", 0.5, of="PyTorch"), True, "at most 0.5 times PyTorch"),
        (Target("xor", 1.0, of="MyGrad"), None, "below MyGrad"),
        (Target("xor", 4.0, least=3.1), False, "from 3.1 to 4"),
        (Target("growth", 2.0), None, "at most 2"),
    ],
)
def test_a_target_is_reached_missed_or_not_measured(target, reached, text):
    rows = {"xor": Row("xor", "XOR", cells(numpy=1.0, tinygpt=3.0, PyTorch=6.5))}
    assert (target.reached(rows), target.text) == (reached, text)


def test_the_report_prints_medians_quartiles_targets_and_what_is_missing():
    row = Row("xor", "XOR", {"numpy": Spread(1.0, 1.0, 1.0), "tinygpt": Spread(3.0, 3.25, 30.0)})
    text = report.document([row], [Target("xor", 3.0)], {"python": "CPython"}, "2026-01-01", ["JAX"])
    for line in (
        "Measured on 2026-01-01 by `make bench`, which writes this file.",
        "Not installed, so not measured: JAX.",
        "| XOR  | at most 3 | 3.25     | **no**  |",
        "| XOR  | numpy   | 1.00   |              |",
        "|      | tinygpt | 3.25   | 3.00 to 30.0 |",
        "| python | CPython |",
    ):
        assert line in text.splitlines()
    data = json.loads(report.data([row], {"python": "CPython"}, "2026-01-01"))
    assert data["rows"]["xor"]["cells"]["tinygpt"] == {"low": 3.0, "median": 3.25, "high": 30.0}


def test_the_environment_has_one_thread_no_forced_kernel_and_memory_as_the_measure_needs_it():
    foreign = dict.fromkeys((*machine.FORCED_KERNEL, *machine.THREADS, *machine.KEEP_MEMORY), "8")
    with mock.patch.dict(os.environ, {"HOME": "/h"} | foreign, clear=True):
        settings = [machine.settings(keep_memory) for keep_memory in (True, False)]
    common = {"HOME": "/h"} | machine.THREADS
    assert settings == [common | machine.KEEP_MEMORY, common | machine.GIVE_BACK]


@pytest.mark.skipif(not memory.available(), reason="the memory of a process is read as Linux gives it")
def test_the_peak_of_the_larger_block_is_larger():
    large = memory.apart("peak", "tinygpt", quick=False)
    small = memory.apart("peak", "tinygpt", quick=True)
    assert 0 <= small < 10 * memory.MIB < large


def test_the_quick_run_compares_and_prints_every_job_and_writes_nothing(tmp_path):
    command = [sys.executable, "-m", "benchmarks", "--quick", "--out", str(tmp_path)]
    path = os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ | {"PYTHONPATH": path}, capture_output=True, text=True
    )
    assert (done.returncode, list(tmp_path.iterdir())) == (0, []), done.stderr
    found, _ = peers.installed()
    assert [job.title for job in jobs(found, quick=True) if f"| {job.title}" not in done.stdout] == []
    assert not re.search(r"\b(nan|inf)\b", done.stdout)
