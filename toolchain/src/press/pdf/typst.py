"""Pieces of Typst source that mean what they say, whatever characters they hold; and code, coloured."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from pygments.lexers import get_lexer_by_name  # type: ignore[import-untyped]
from pygments.token import Comment, Generic, Keyword, Name, Number, Operator, String, Token  # type: ignore[import-untyped]
from pygments.util import ClassNotFound  # type: ignore[import-untyped]

_SPECIAL = re.compile(r"([^\w\s]|_)", re.ASCII)
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


def text(words: str) -> str:
    """Words in a paragraph: no character of theirs is taken for markup."""
    # Every ASCII sign has a meaning somewhere in Typst, if only at the start of a line.
    return re.sub(r"\s+", " ", "".join(_escaped(character) for character in words), flags=re.ASCII)


def _escaped(character: str) -> str:
    return "\\" + character if character.isascii() and _SPECIAL.match(character) else character


def string(words: str) -> str:
    """A string literal."""
    escapes = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}
    return '"' + "".join(escapes.get(character, character) for character in words) + '"'


def call(name: str, *arguments: str, **named: str) -> str:
    """A call in text. The semicolon ends it, or a bracket or dot in the text after it would belong to it."""
    return f"#{expression(name, *arguments, **named)};"


def expression(name: str, *arguments: str, **named: str) -> str:
    """A call in code; an underscore in a keyword stands for Typst's hyphen."""
    keywords = [f"{key.replace('_', '-')}: {value}" for key, value in named.items()]
    return f"{name}({', '.join([*keywords, *arguments])})"


def content(markup: str) -> str:
    """Markup as an argument of a call."""
    return f"[{markup}]"


def array(items: Iterable[str]) -> str:
    """An array; the comma after each item makes one item an array too."""
    return "(" + "".join(f"{item}, " for item in items).rstrip(" ") + ")"


def block(markup: str) -> str:
    """Markup that stands on its own between paragraphs."""
    return f"\n\n{markup}\n\n"


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
