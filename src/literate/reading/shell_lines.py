"""Whether a shell would ask for more lines before it runs a command."""

from __future__ import annotations

import re

from literate.reading import shell_compounds

_HEREDOC = re.compile(r"(?<!<)<<(?!<)(?P<tabs>-?)\s*(?P<quote>['\"]?)(?P<word>[\w.+-]+)(?P=quote)")
# What a line may end in that wants another one.
_OPEN_END = re.compile(r"(?:\||&&|(?<!\\)(?:\\\\)*\\)\s*\Z")


def goes_on(command: str) -> bool:
    """Whether the lines so far are only the beginning of a command.

    They are when a here-document, a quotation, a bracket or a compound command such as a loop is open, or
    the last line ends in a backslash, ``|`` or ``&&``.
    """
    line, _, rest = command.partition("\n")
    lines = [line, *(rest.split("\n") if rest else [])]
    code: list[str] = []
    while lines:
        code.append(lines.pop(0))
        for match in _HEREDOC.finditer(_unquoted(code[-1])):
            word = match["word"]
            while lines and (lines[0].lstrip("\t") if match["tabs"] else lines[0]) != word:
                lines.pop(0)
            if not lines:
                return True
            lines.pop(0)
    text = "\n".join(code)
    shown, mark = _scan(text)
    return mark != "" or bool(_OPEN_END.search(text)) or shell_compounds.is_open(shown)


def _unquoted(line: str) -> str:
    """The line with what stands in quotes blanked out, except for the word of a here-document."""
    return _scan(line)[0]


def _scan(text: str) -> tuple[str, str]:
    """The text with its quotations blanked out, and the quotation mark that is still open at its end."""
    shown, mark, index = "", "", 0
    while index < len(text):
        letter = text[index]
        word = _HEREDOC.match(text, index) if not mark else None
        if word:
            shown += word[0]
            index = word.end()
            continue
        if letter == "\\" and mark != "'":
            shown += " " * len(text[index : index + 2])
            index += 2
            continue
        if letter in "'\"" and mark in ("", letter):
            mark = "" if mark else letter
        elif letter == "#" and not mark and (index == 0 or text[index - 1].isspace()):
            end = text.find("\n", index)
            index = len(text) if end < 0 else end
            continue
        shown += " " if mark or letter in "'\"" else letter
        index += 1
    return shown, mark
