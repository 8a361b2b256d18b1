"""Show the book at a local address; on every save, tangle, build, and reload the open pages.

A failed build is reported once; the pages stay as they were until the next save.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from live_pages import Pages, open_server

ROOT = Path(__file__).resolve().parent.parent
SITE = "_build/html"
# What the book is made from. Tangled files are left out: they follow from the chapters.
SOURCES = ("book", "index.md", "_config.yml", "_toc.yml", "pyproject.toml", "src/literate", "src/press")
STEPS = (("literate", "tangle"), ("jupyter-book", "build", ".", "-q"))

Snapshot = dict[str, tuple[int, int]]


def snapshot(root: Path, sources: Sequence[str] = SOURCES) -> Snapshot:
    """Time and size of every source file; two snapshots differ when something was saved."""

    def files(folder: str) -> Iterator[str]:
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except NotADirectoryError:
            yield folder
            return
        except FileNotFoundError:
            return
        for entry in entries:
            # Caches, and the half-written files of editors.
            if entry.name.startswith((".", "#", "__pycache__")) or entry.name.endswith(("~", ".swp", ".tmp")):
                continue
            if entry.is_dir():
                yield from files(entry.path)
            else:
                yield entry.path

    seen: Snapshot = {}
    for source in sources:
        for file in files(str(root / source)):
            try:
                status = os.stat(file)
            except FileNotFoundError:  # Renamed away since it was listed, or a dead link.
                continue
            seen[file] = (status.st_mtime_ns, status.st_size)
    return seen


def build(root: Path, steps: Sequence[Sequence[str]] = STEPS) -> tuple[bool, str]:
    """Run the steps up to the first that fails; return whether all passed, and what they had to say."""
    said = []
    for step in steps:
        done = subprocess.run(step, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        output = done.stdout.decode(errors="replace")
        if done.returncode:
            # Only the step that failed: the ones before it have nothing to do with the error.
            return False, output.strip()
        said += [line for line in output.splitlines() if "WARNING" in line or "ERROR" in line]
    return True, "\n".join(said)


def rounds(
    root: Path,
    pages: Pages,
    say: Callable[[str], None],
    steps: Sequence[Sequence[str]] = STEPS,
    pause: float = 0.3,
) -> Iterator[bool]:
    """Build now and after every save; yield whether each build passed. Without a save nothing is repeated."""
    while True:
        seen = snapshot(root)
        start = time.monotonic()
        passed, said = build(root, steps)
        if said:
            say(said)
        if passed:
            say(f"{time.strftime('%H:%M:%S')} built in {time.monotonic() - start:.1f} s")
            pages.announce()
        else:
            say(f"{time.strftime('%H:%M:%S')} not built; the pages stay as they were until the next save")
        yield passed
        while snapshot(root) == seen:
            time.sleep(pause)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="make serve", description="Show the book and keep it fresh.")
    parser.add_argument("--port", type=int, help="where to listen (default: the first free one from 8000)")
    port = parser.parse_args(arguments).port
    try:
        server = open_server(ROOT / SITE, port)
    except (OSError, OverflowError) as error:
        print(f"serve: port {port} will not do ({error}). Try make serve PORT=8001", file=sys.stderr)
        return 1
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(f"The book: http://127.0.0.1:{server.server_port}/ (Ctrl-C ends it)", flush=True)
    try:
        for _ in rounds(ROOT, server.pages, lambda text: print(text, flush=True)):
            pass
    except KeyboardInterrupt:
        print()
    finally:
        server.shutdown()
        server.server_close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
