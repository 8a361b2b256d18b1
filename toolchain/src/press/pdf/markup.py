"""Pieces of Typst source that mean what they say, whatever characters they hold."""

import re
from collections.abc import Iterable

_SPECIAL = re.compile(r"([^\w\s]|_)", re.ASCII)


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
