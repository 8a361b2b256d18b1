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

from progress import Progress

ROOT = Path(__file__).resolve().parent.parent

COLOUR = re.compile(r"\x1b\[[0-9;]*m")
TROUBLE = re.compile(r"WARNING|ERROR|CRITICAL|[Ee]rror:|Exception")
STEP = re.compile(r"(reading sources|writing output)\.\.\. \[ *\d+%\] (\S+)")
# What Jupyter Book and Sphinx say of every build. A line that is not listed here is shown.
ROUTINE = re.compile(
    r"Running (Jupyter-Book|Sphinx) v|(Source Folder|Config Path|Output Path): |=+$|done$|\s*$"
    r"|(loading|checking|updating|reading|looking|pickling|preparing|resolving|copying|writing|generating"
    r"|dumping|assembling|building|parsing bibtex file) ?[^:]*(\.\.\.|: )"
    r"|myst(-nb)? v|sphinx-multitoc-numbering v"
    r"|Using jupyter-cache at|.*: (Using cached|Executing|Executed) notebook"
    r"|Building your book, returns a non-zero exit code"
    r"|build succeeded|The .* (is|are) in _build|Finished generating|Your book's|You can look at your book"
    r"|Or paste this line|    (file:|_build)"
)
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
    told = _cell_error(text, root)
    if told is None:
        lines = [line for line in text.splitlines() if TROUBLE.search(line) or not ROUTINE.match(line)]
        text = "\n".join(lines)
        cut = TAIL.sub("", text).strip()
        told = cut if TROUBLE.search(cut) else text  # Nothing but a traceback: then it is the message.
    return told.replace(f"{root}{os.sep}", "").strip()


def _cell_error(text: str, root: Path) -> str | None:
    """FILE:LINE and the last line of an error in a cell, after earlier warnings; or None."""
    cell, chapter = CELL.search(text), CHAPTER.search(text)
    if cell is None or chapter is None:
        return None
    path = Path(chapter["path"])
    said = [line for line in cell["said"].splitlines() if line.strip()]
    message = said[-1].strip() if said else "an error"
    line = _first_line(path, cell["code"])
    inside = CELL_LINE.findall(cell["said"])
    if line is not None and inside:
        line += int(inside[-1]) - 1
    place = f"{path}:{line}" if line is not None else str(path)
    other = [
        line
        for line in text[: text.find("Exception occurred:")].splitlines()
        if TROUBLE.search(line) and "Executing notebook failed" not in line
    ]
    return "\n".join([*other, f"{place}: {message} (in the code cell of a figure)"])


def _first_line(path: Path, code: str) -> int | None:
    """The number of the chapter's line that holds the first line of the cell's code."""
    try:
        before, found, _ = path.read_text(encoding="utf-8").partition(f"\n{code}\n")
    except OSError:
        return None
    return before.count("\n") + 2 if found else None


def run(command: Sequence[str], folder: Path, progress: Progress | None = None) -> tuple[int, str]:
    """Run a command to its end; return its exit status and all that it printed."""
    with subprocess.Popen(
        command,
        cwd=folder,
        env=os.environ | {"NO_COLOR": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    ) as process:
        assert process.stdout is not None
        lines = []
        for line in process.stdout:
            lines.append(line)
            step = STEP.search(COLOUR.sub("", line))
            if step and progress:
                progress.show(f"{step[1]}: {step[2]}")
    return process.returncode, "".join(lines)


def main(command: Sequence[str]) -> int:
    with Progress() as progress:
        status, output = run(command, ROOT, progress)
    said = readable(output, ROOT)
    if said:
        print(said, file=sys.stderr if status else sys.stdout)
    if status:
        print(f"not built: {' '.join(command)} ended with status {status}", file=sys.stderr)
    return 1 if status else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
