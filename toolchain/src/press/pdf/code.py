"""Code as the PDF shows it: coloured by Pygments, like the pages, one row per line."""

from collections.abc import Iterator
from typing import Any

from pygments.lexers import get_lexer_by_name  # type: ignore[import-untyped]
from pygments.token import Comment, Generic, Keyword, Name, Number, Operator, String, Token  # type: ignore[import-untyped]
from pygments.util import ClassNotFound  # type: ignore[import-untyped]

from press.pdf.markup import array, expression, string

# What the code is called in the template's palette; a kind that is not listed is printed in black.
_KINDS = {
    Comment: "comment",
    Generic.Prompt: "prompt",
    Keyword: "keyword",
    Name.Builtin.Pseudo: "",
    Name.Builtin: "builtin",
    Name.Class: "definition",
    Name.Decorator: "builtin",
    Name.Exception: "builtin",
    Name.Function: "definition",
    Number: "number",
    Operator.Word: "keyword",
    String: "string",
}
_LANGUAGES = {"ipython3": "python", "ipython": "python", "default": "python", "none": "text", "": "text"}

Row = list[tuple[str, str]]


class UnknownLanguageError(Exception):
    """A language that no lexer is known for."""


def listing(code: str, language: str) -> str:
    """The code as two arguments of the template's `code`: its rows, and the text that a reader may copy."""
    source = code.rstrip("\n").expandtabs(4)
    parts = [[array([string(kind), string(part)]) for kind, part in row] for row in rows_of(source, language)]
    rows = array(array(row) for row in parts)
    return f"{rows}, {expression('raw', string(source), block='true')}"


def rows_of(source: str, language: str) -> list[Row]:
    """For each line its parts, each with the name of its kind."""
    name = _LANGUAGES.get(language, language)
    try:
        lexer = get_lexer_by_name(name, stripnl=False)
    except ClassNotFound as error:
        raise UnknownLanguageError(f"no colours are known for the language {language!r}") from error
    rows: list[Row] = [[]]
    # Some lexers drop a last line that does not end.
    for kind, text in _kinds(lexer.get_tokens(source + "\n")):
        first, *others = text.split("\n")
        _append(rows[-1], kind, first)
        for line in others:
            rows.append([])
            _append(rows[-1], kind, line)
    rows.pop()
    return rows


def _kinds(tokens: Iterator[tuple[Any, str]]) -> Iterator[tuple[str, str]]:
    for token, text in tokens:
        while token not in _KINDS and token is not Token:
            token = token.parent
        yield _KINDS.get(token, ""), text


def _append(row: Row, kind: str, text: str) -> None:
    if not text:
        return
    if row and (row[-1][0] == kind or text.isspace()):
        row[-1] = (row[-1][0], row[-1][1] + text)
    else:
        row.append((kind, text))
