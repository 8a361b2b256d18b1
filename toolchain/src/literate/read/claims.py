"""Sessions (``>>>``), transcripts (``$``) and cells, cut into what runs and the output that it must have."""

from __future__ import annotations

import ast
import subprocess

from literate.errors import UNPARSED
from literate.model import Block, Claim, ClaimKind, Kind, Line, Problem


def claims_of(block: Block) -> tuple[list[Claim], list[Problem]]:
    """Cut a block into its claims; return also what is wrong with it."""
    cut = {Kind.EXAMPLE: _examples, Kind.TRANSCRIPT: _commands, Kind.CELL: _cell}.get(block.kind)
    return cut(block) if cut else ([], [])


def _examples(block: Block) -> tuple[list[Claim], list[Problem]]:
    """What is neither prompt nor output is a problem: it would be shown and never checked."""
    found: list[Claim] = []
    problems: list[Problem] = []
    rows = list(block.lines)
    while rows:
        line = rows.pop(0)
        if not line.text.strip():
            continue
        if not _begins(line.text, ">>>"):
            problems.append(_stray(block, line))
            break
        source = [line.text[4:]]
        while rows and _begins(rows[0].text, "..."):
            source.append(rows.pop(0).text[4:])
        want = []
        while rows and rows[0].text.strip() and not rows[0].text.startswith(">>>"):
            text = rows.pop(0).text
            want.append("" if text == "<BLANKLINE>" else text)
        code = _joined(source)
        if "# doctest:" in code:
            mend = "Outputs are compared exactly: print less, or rounded"
            problems.append(Problem(block.path, line.number, "doctest options are not used here", mend))
        found.append(_claim(ClaimKind.EXAMPLE, block, line, code, _joined(want)))
    return found, problems


def _commands(block: Block) -> tuple[list[Claim], list[Problem]]:
    """A command that a shell would not run yet goes on in the next line, after ``> ``."""
    found: list[Claim] = []
    rows = list(block.lines)
    while rows:
        line = rows.pop(0)
        source = line.text[2:]
        if not line.text.startswith("$ ") or not source.strip():
            what = 'a console block must begin with "$ " and a command'
            return [], [Problem(block.path, line.number, what, 'Write "$ command", then its exact output')]
        while rows and _begins(rows[0].text, ">") and _goes_on(source):
            source += "\n" + rows.pop(0).text[2:]
        want = []
        while rows and not rows[0].text.startswith("$ "):
            want.append(rows.pop(0).text)
        found.append(_claim(ClaimKind.COMMAND, block, line, source, _joined(want)))
    return found, []


def _cell(block: Block) -> tuple[list[Claim], list[Problem]]:
    try:
        ast.parse(block.text)
    except UNPARSED as error:
        row = min(getattr(error, "lineno", None) or 1, len(block.lines)) - 1
        what = f"not valid Python: {getattr(error, 'msg', None) or type(error).__name__}"
        mend = "Write plain Python, without % or !"
        return [], [Problem(block.path, block.lines[row].number, what, mend)]
    return [_claim(ClaimKind.CELL, block, block.lines[0], block.text, "")], []


def _claim(kind: ClaimKind, block: Block, line: Line, source: str, want: str) -> Claim:
    return Claim(kind, block.path, line.number, source, want, block.section, block)


def _begins(text: str, prompt: str) -> bool:
    return text == prompt or text.startswith(prompt + " ")


def _joined(rows: list[str]) -> str:
    return "".join(row + "\n" for row in rows)


def _stray(block: Block, line: Line) -> Problem:
    if line.text.startswith((">>>", "...")):
        what, mend = "a prompt needs a space after it", 'Write ">>> code" or "... code"'
    else:
        what = "text after a blank line in an example is not compared with anything"
        mend = "Write an empty line of output as <BLANKLINE>, or take the text out of the block"
    return Problem(block.path, line.number, what, mend)


def _goes_on(command: str) -> bool:
    """Whether a shell would ask for more lines before it runs the command: the shell itself is asked.

    It takes in no more than whole commands; and a line that it would refuse at the beginning of a command it
    takes in behind a last backslash, or inside a here-document.
    """
    return not _takes_in(command) or _takes_in(f"{command}\n;")


def _takes_in(command: str) -> bool:
    check = ["sh", "-n", "-c", command]
    return subprocess.run(check, stdin=subprocess.DEVNULL, capture_output=True, check=False).returncode == 0
