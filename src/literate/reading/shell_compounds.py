"""Whether a compound command of the shell is still open: a loop, a condition, a group, a substitution."""

from __future__ import annotations

import re

_TOKEN = re.compile(r"\$?\(|\)|;;&?|;&|[;&|\n]+|\$\{[^}\s]*\}?|[<>]+|[^\s;&|()<>]+")
_CLOSED_BY = {"if": "fi", "for": "done", "while": "done", "until": "done", "select": "done", "case": "esac"}
_BEFORE_COMMANDS = frozenset({"then", "else", "elif", "do", "!", "time", *_CLOSED_BY})
_BRACKETS = {"(": ")", "$(": ")", "{": "}"}


def is_open(text: str) -> bool:
    """Whether the shell waits for a closing word or bracket; quotations are blanked out in `text`."""
    wanted: list[str] = []
    at_command = True
    for token in _TOKEN.findall(text):
        if token == ")":
            # In a case, it may end a pattern.
            if wanted and wanted[-1] == ")":
                wanted.pop()
            at_command = True
        elif token in ("(", "$("):
            wanted.append(")")
            at_command = True
        elif not token.strip(";&|\n"):
            at_command = True
        elif at_command and wanted and token == wanted[-1]:
            wanted.pop()
        elif at_command and token in _CLOSED_BY:
            wanted.append(_CLOSED_BY[token])
            # The words of these are no commands.
            at_command = token not in ("for", "select", "case")
        elif at_command and token in _BRACKETS:
            wanted.append(_BRACKETS[token])
        else:
            at_command = at_command and token in _BEFORE_COMMANDS
    return bool(wanted) or text.count("`") % 2 == 1
