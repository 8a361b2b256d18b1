"""Show the book at a local address; on every save, tangle, build, and reload the open pages.

A failed build, and one with a warning, is reported once; the pages stay as they were until a build is whole.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from live_pages import Pages, open_server
from render import readable
from standby import Standby

ROOT = Path(__file__).resolve().parent.parent
SITE = "_build/html"
# The last whole build: Sphinx writes into the other folder even when it then fails.
SHOWN = "_build/served"
# What the book is made from. Tangled files are left out: they follow from the chapters.
SOURCES = (
    "book",
    "index.md",
    "_config.yml",
    "_toc.yml",
    "pyproject.toml",
    "src/literate",
    "src/press",
    "benchmarks/results.json",
    "tests/versions.json",
)
STEPS = (
    ("literate.cli:main", "tangle"),
    ("jupyter_book.cli.main:main", "build", ".", "-W", "--keep-going"),
)

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


def publish(built: Path, shown: Path) -> None:
    """Put a copy of the built site in the place of the one that is shown, whole."""
    new, old = shown.with_name(f"{shown.name}-new"), shown.with_name(f"{shown.name}-old")
    for left in (new, old):
        shutil.rmtree(left, ignore_errors=True)
    shutil.copytree(built, new)
    if shown.exists():
        shown.rename(old)
    new.rename(shown)
    shutil.rmtree(old, ignore_errors=True)


def rounds(
    root: Path,
    pages: Pages,
    say: Callable[[str], None],
    builder: Standby,
    pause: float = 0.1,
) -> Iterator[bool]:
    """Build now and after every save; yield whether each build passed. The same report is not made twice."""

    def now(text: str) -> None:
        say(f"{time.strftime('%H:%M:%S')} {text}")

    before = ""
    now("building the book; the first time takes longest")
    while True:
        seen = snapshot(root)
        start = time.monotonic()
        pages.building = True
        status, output = builder.build()
        passed, said = status == 0, readable(output, root)
        pages.building = False
        if passed:
            publish(root / SITE, root / SHOWN)
            now(f"built in {time.monotonic() - start:.1f} s")
        elif said == before:
            now("saved, and still the same error; the pages stay as they were")
        else:
            say(said)
            now("not built; the pages stay as they were until the next save")
        if passed or not (root / SHOWN).exists():
            pages.announce()  # also a page that waits for the first build
        before = said
        builder.prepare()
        yield passed
        while snapshot(root) == seen:
            time.sleep(pause)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="make serve", description="Show the book and keep it fresh.")
    parser.add_argument("--port", type=int, help="where to listen (default: the first free one from 8000)")
    port = parser.parse_args(arguments).port
    try:
        server = open_server(ROOT / SHOWN, port)
    except (OSError, OverflowError) as error:
        print(f"serve: port {port} will not do ({error}). Try make serve PORT=8001", file=sys.stderr)
        return 1
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(f"The book: http://127.0.0.1:{server.server_port}/ (Ctrl-C ends it)", flush=True)
    builder = Standby(ROOT, STEPS)
    try:
        for _ in rounds(ROOT, server.pages, lambda text: print(text, flush=True), builder):
            pass
    except KeyboardInterrupt:
        print()
    finally:
        builder.stop()
        server.shutdown()
        server.server_close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
