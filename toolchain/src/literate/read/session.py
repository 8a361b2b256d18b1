"""Sessions (``>>>``), transcripts (``$``) and cells, cut into what runs and the output that it must have."""

from __future__ import annotations

import ast
import re

from literate.errors import UNPARSED
from literate.model import Block, Claim, ClaimKind, Kind, Line, Problem

_HEREDOC = re.compile(r"(?<!<)<<(?!<)(?P<tabs>-?)\s*(?P<quote>['\"]?)(?P<word>[\w.+-]+)(?P=quote)")
# What a line may end in that wants another one.
_OPEN_END = re.compile(r"(?:\||&&|(?<!\\)(?:\\\\)*\\)\s*\Z")
_TOKEN = re.compile(r"\$?\(|\)|;;&?|;&|[;&|\n]+|\$\{[^}\s]*\}?|[<>]+|[^\s;&|()<>]+")
_CLOSED_BY = {"if": "fi", "for": "done", "while": "done", "until": "done", "select": "done", "case": "esac"}
_BEFORE_COMMANDS = frozenset({"then", "else", "elif", "do", "!", "time", *_CLOSED_BY})


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
        while rows and _begins(rows[0].text, ">") and goes_on(source):
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


def goes_on(command: str) -> bool:
    """Whether a shell would ask for more lines before it runs the command.

    It does when a here-document, a quotation, a bracket or a compound command such as a loop is open, or the
    last line ends in a backslash, ``|`` or ``&&``.
    """
    lines = command.split("\n")
    code: list[str] = []
    while lines:
        code.append(lines.pop(0))
        for match in _HEREDOC.finditer(_without_quotations(code[-1])[0]):
            while lines and (lines[0].lstrip("\t") if match["tabs"] else lines[0]) != match["word"]:
                lines.pop(0)
            if not lines:
                return True
            lines.pop(0)
    text = "\n".join(code)
    shown, mark = _without_quotations(text)
    return mark != "" or bool(_OPEN_END.search(text)) or shown.count("`") % 2 == 1 or _compound_is_open(shown)


def _without_quotations(text: str) -> tuple[str, str]:
    """The text with quotations and comments blanked out, and the mark of a quotation still open at its end.

    The word of a here-document stays.
    """
    shown, mark, index = "", "", 0
    while index < len(text):
        letter = text[index]
        word = _HEREDOC.match(text, index) if not mark else None
        if word:
            shown += word[0]
            index = word.end()
        elif letter == "\\" and mark != "'":
            shown += " " * len(text[index : index + 2])
            index += 2
        elif letter == "#" and not mark and (index == 0 or text[index - 1].isspace()):
            end = text.find("\n", index)
            index = len(text) if end < 0 else end
        else:
            if letter in "'\"" and mark in ("", letter):
                mark = "" if mark else letter
            shown += " " if mark or letter in "'\"" else letter
            index += 1
    return shown, mark


def _compound_is_open(text: str) -> bool:
    """Whether the shell waits for a closing word or bracket; quotations are blanked out in `text`."""
    wanted: list[str] = []
    at_command = True
    for token in _TOKEN.findall(text):
        if token == ")":
            # In a case, it may end a pattern.
            if wanted[-1:] == [")"]:
                wanted.pop()
            at_command = True
        elif token in ("(", "$("):
            wanted.append(")")
            at_command = True
        elif not token.strip(";&|\n"):
            at_command = True
        elif at_command and wanted[-1:] == [token]:
            wanted.pop()
        elif at_command and token in _CLOSED_BY:
            wanted.append(_CLOSED_BY[token])
        elif at_command and token == "{":
            wanted.append("}")
        else:
            at_command = at_command and token in _BEFORE_COMMANDS
    return bool(wanted)
