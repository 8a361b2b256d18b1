"""What engines take from the system, each measured in a process of its own.

python -m benchmarks.memory KIND NAME prints one number, in bytes:
    growth  of 10,000 steps of XOR training with the garbage collector off
    peak    of one gradient of a large transformer block, above what the process held before
"""

from __future__ import annotations

import gc
import json
import subprocess
import sys
from pathlib import Path

from . import machine, peers
from .measure import Spread
from .peers.base import Arrays, Compute
from .workloads import block, xor
from .workloads.job import Row

STATUS, CLEAR = Path("/proc/self/status"), Path("/proc/self/clear_refs")
MIB = 1 << 20
BY_HAND = "numpy"


def available() -> bool:
    """Whether the system counts as Linux does."""
    return STATUS.exists() and CLEAR.exists()


def held(field: str) -> int:
    """Return VmRSS (resident now) or VmHWM (the most that ever was), in bytes."""
    for line in STATUS.read_text(encoding="ascii").splitlines():
        name, _, value = line.partition(":")
        if name == field:
            return int(value.split()[0]) * 1024
    raise ValueError(f"{STATUS} has no line {field}")


def xor_training(name: str, steps: int) -> Compute:
    if name == BY_HAND:
        return lambda: xor.by_hand(steps)
    peer = peers.load(name)
    return peer.train(xor.loss_of(peer), xor.start(), steps, xor.RATE)


def block_gradient(name: str, shape: tuple[int, int, int]) -> Compute:
    work = block.Block(*shape)
    return work.by_hand if name == BY_HAND else work.gradients(peers.load(name))


def growth(name: str, steps: int) -> int:
    gc.disable()
    xor_training(name, 500)()
    before = held("VmRSS")
    xor_training(name, steps)()
    return held("VmRSS") - before


def peak(name: str, shape: tuple[int, int, int]) -> int:
    block_gradient(name, (8, 16, 2))()  # loads what is loaded on first use
    compute = block_gradient(name, shape)
    gc.collect()
    before = held("VmRSS")
    CLEAR.write_text("5", encoding="ascii")  # sets VmHWM back to VmRSS
    gradients: Arrays = compute()
    most = held("VmHWM") - before
    if not all(g.any() for g in gradients):
        raise ValueError(f"{name}: a gradient of the block is zero")
    return most


def apart(kind: str, name: str, quick: bool) -> int:
    """Return the measurement from a fresh process."""
    command = [sys.executable, "-m", "benchmarks.memory", kind, name, *(["--quick"] if quick else [])]
    root = Path(__file__).resolve().parents[1]
    done = subprocess.run(
        command,
        cwd=root,
        env=machine.settings(keep_memory=False),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)} failed:\n{done.stderr}")
    return int(json.loads(done.stdout))


def rows(names: list[str], quick: bool, rounds: int) -> list[Row]:
    """Return growth and peak of every engine, in MiB, each over that many processes."""
    steps, (length, width, _) = sizes(quick)
    kinds = {
        "growth": f"{steps:,} XOR steps without the collector: growth, MiB",
        "peak": f"transformer block, T={length} d={width}: peak, MiB",
    }
    samples: dict[str, dict[str, list[float]]] = {
        kind: {name: [] for name in [BY_HAND, *names]} for kind in kinds
    }
    for _ in range(rounds):
        for kind, by_name in samples.items():
            for name, sample in by_name.items():
                sample.append(apart(kind, name, quick) / MIB)
    return [
        Row(kind, title, {name: Spread.of(sample) for name, sample in samples[kind].items()})
        for kind, title in kinds.items()
    ]


def sizes(quick: bool) -> tuple[int, tuple[int, int, int]]:
    """Return the steps of training, and length, width and heads of the block."""
    return (200, (32, 16, 2)) if quick else (10_000, (512, 256, 8))


def main(kind: str, name: str, quick: bool) -> None:
    machine.settle()
    steps, shape = sizes(quick)
    print(growth(name, steps) if kind == "growth" else peak(name, shape))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], "--quick" in sys.argv)
