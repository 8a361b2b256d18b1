"""Run Jupyter Book and say only what matters: no settings, no steps, never less than each warning and error.

An error in a figure's cell is told by the chapter's line, not by the traceback of the programs around it.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

COLOUR = re.compile(r"\x1b\[[0-9;]*m")
TROUBLE = re.compile(r"WARNING|ERROR|CRITICAL|[Ee]rror:|Exception")
# What Jupyter Book and Sphinx say of every build. A line that is not listed here is shown.
ROUTINE = re.compile(
    r"Running (Jupyter-Book|Sphinx) v|(Source Folder|Config Path|Output Path): |=+$|done$|\s*$"
    r"|(loading|checking|updating|reading|looking|pickling|preparing|resolving|copying|writing|generating"
    r"|dumping|assembling|building|making|parsing bibtex file) ?[^:]*(\.\.\.|: )"
    r"|myst(-nb)? v|sphinx-multitoc-numbering v"
    r"|Using jupyter-cache at|.*: (Using cached|Executing|Executed|Cached executed) notebook"
    r"|Building your book, returns a non-zero exit code"
    r"|build succeeded|The .* (is|are) in _build|Finished generating|Your book's|You can look at your book"
    r"|Or paste this line|    (file:|_build)"
)
# MyST-NB tells of a failed cell with its code, what it printed, and the chapter.
CELL = re.compile(
    r"An error occurred while executing the following cell:\n-{5,}\n(?P<code>.*?)\n-{5,}\n(?P<said>.*?)"
    r"\n\n(?:During handling|The above exception)",
    re.DOTALL,
)
CHAPTER = re.compile(r"^myst_nb\.\S*ExecutionError: (?P<path>.+)$", re.MULTILINE)
CELL_LINE = re.compile(r"^\s*Cell In\s*\[\d+\], line (\d+)", re.MULTILINE)
# Jupyter Book ends every failure with its own traceback; Sphinx puts a request for reports before it.
TAIL = re.compile(
    r"^(The full traceback has been saved|Please also report|Traceback \(most recent call last\)).*\Z",
    re.MULTILINE | re.DOTALL,
)


def readable(output: str, root: Path) -> str:
    """What a person needs of the output of Jupyter Book, with paths from the project's folder."""
    text = COLOUR.sub("", output.replace("\r", "\n"))
    cell, chapter = CELL.search(text), CHAPTER.search(text)
    if cell and chapter:
        before = text[: text.find("Exception occurred:")].splitlines()
        lines = [line for line in before if TROUBLE.search(line) and "Executing notebook failed" not in line]
        told = "\n".join([*lines, cell_error(Path(chapter["path"]), cell["code"], cell["said"])])
    else:
        lines = [line for line in text.splitlines() if TROUBLE.search(line) or not ROUTINE.match(line)]
        text = "\n".join(lines)
        cut = TAIL.sub("", text)
        told = cut if TROUBLE.search(cut) else text  # Nothing but a traceback: then it is the message.
    return told.replace(f"{root}{os.sep}", "").strip()


def cell_error(chapter: Path, code: str, said: str) -> str:
    """FILE:LINE of the statement at fault, and the last line of what the cell said."""
    message = said.rstrip().rpartition("\n")[2].strip()
    before, found, _ = chapter.read_text("utf-8").partition(f"\n{code}\n")
    inside = CELL_LINE.findall(said)
    place = f"{chapter}:{before.count(chr(10)) + 1 + int(inside[-1])}" if found and inside else str(chapter)
    return f"{place}: {message} (in the code cell of a figure)"


def main(command: Sequence[str]) -> int:
    done = subprocess.run(
        command,
        env=os.environ | {"NO_COLOR": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    )
    if said := readable(done.stdout, Path.cwd()):
        print(said, file=sys.stderr if done.returncode else sys.stdout)
    if done.returncode:
        print(f"not built: {' '.join(command)} ended with status {done.returncode}", file=sys.stderr)
    return 1 if done.returncode else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
