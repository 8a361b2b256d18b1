"""Settle the process for timing, and say what machine it runs on."""

from __future__ import annotations

import gc
import importlib.metadata
import os
import platform
import sys
from pathlib import Path

THREADS = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false",
    "JAX_PLATFORMS": "cpu",
}
# glibc otherwise decides from call to call whether to give large arrays back to the system.
KEEP_MEMORY = {"MALLOC_TRIM_THRESHOLD_": str(1 << 32), "MALLOC_MMAP_THRESHOLD_": str(1 << 32)}
# With a fixed threshold every large array is given back when it dies, so that a peak is the arrays' own.
GIVE_BACK = {"MALLOC_MMAP_THRESHOLD_": str(1 << 16)}
# These force an old kernel on a new processor.
FORCED_KERNEL = ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")


def settings(keep_memory: bool) -> dict[str, str]:
    """Return the environment in which to measure time, or else memory."""
    ours = {*FORCED_KERNEL, *KEEP_MEMORY}
    kept = {name: value for name, value in os.environ.items() if name not in ours}
    return kept | THREADS | (KEEP_MEMORY if keep_memory else GIVE_BACK)


def restart_settled(arguments: list[str]) -> None:
    """Start this program again in the environment for timing, unless it is already there.

    The libraries read these variables when they are loaded, so they can't be set later.
    """
    wanted = settings(keep_memory=True)
    if wanted != dict(os.environ):
        os.execve(sys.executable, [sys.executable, "-m", "benchmarks", *arguments], wanted)


def settle() -> None:
    """Call when everything is imported: stay on one core, and keep the imports out of collections."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    gc.collect()
    gc.freeze()


def processor() -> str:
    """Return the processor's name as the system gives it."""
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def kernels() -> str:
    """Return which matrix kernels numpy runs, so that a forced or generic one is seen."""
    try:
        from threadpoolctl import threadpool_info
    except ImportError:
        return "unknown (threadpoolctl is not installed)"
    loaded = [library for library in threadpool_info() if library["user_api"] == "blas"]
    kinds = [
        f"{lib['internal_api']} {lib['version']} {lib.get('architecture', '')}".strip() for lib in loaded
    ]
    return ", ".join(sorted(set(kinds)))


def describe(distributions: list[str]) -> dict[str, str]:
    """Return the machine and the versions, in the order in which the report prints them."""
    versions = {name: importlib.metadata.version(name) for name in distributions}
    return {
        "processor": processor(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "matrix kernels": kernels(),
    } | versions
