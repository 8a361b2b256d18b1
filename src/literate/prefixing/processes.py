"""Python processes that run beside one another, and all end when the run is broken off."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from pathlib import Path

# No program of a book takes longer.
PROCESS_SECONDS = 3600
# What a process has to end in after it was asked to; then it is killed.
_SECONDS_TO_END = 2


class Processes:
    """Starts processes from any thread; `stop` ends those that run, and lets no other begin."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running: set[subprocess.Popen[str]] = set()
        self._stopped = False

    def run(self, code: str, given: str, folder: Path) -> tuple[int, str]:
        """Run Python code in `folder`, `given` on its stdin: its exit status, and what it says on stderr.

        It is ended when it still runs after PROCESS_SECONDS.
        """
        with self._lock:
            if self._stopped:
                return -signal.SIGINT, ""
            process = subprocess.Popen(
                [sys.executable, "-c", code],
                cwd=folder,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
            )
            self._running.add(process)
        try:
            _, errors = process.communicate(given, PROCESS_SECONDS)
        except subprocess.TimeoutExpired:
            _end([process])
            return process.returncode, f"it was ended because it still ran after {PROCESS_SECONDS} s"
        finally:
            with self._lock:
                self._running.discard(process)
        return process.returncode, errors

    def stop(self) -> None:
        with self._lock:
            self._stopped = True
            running = [*self._running]
        _end(running)


def _end(processes: list[subprocess.Popen[str]]) -> None:
    for process in processes:
        # Interrupted, it ends what it has started itself.
        process.send_signal(signal.SIGINT)
    for process in processes:
        try:
            process.wait(_SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
