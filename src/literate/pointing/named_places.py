"""The places in Python files that the output of a tool names, in any of the forms that tools write."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, unquote

_STYLE = r"(?:\x1b\[[\d;]*m)*+"
# No file has more lines than this many digits can count, and Python refuses to read thousands of them.
_NUMBER = r"\d{1,9}(?!\d)"
_AFTER_PATH = re.compile(
    rf"""\.py{_STYLE}(?P<quote>["']?){_STYLE}(?:
        ,\ line\ {_STYLE}(?P<in_words>{_NUMBER})
        | :{_STYLE}(?P<line>{_NUMBER})
          (?:-(?P<until>{_NUMBER})
            |{_STYLE}:{_STYLE}(?P<column>{_NUMBER})(?::(?P<end>{_NUMBER}):(?P<stop>{_NUMBER}))?)?
        | \((?P<in_brackets>{_NUMBER})(?:[,:]\ ?(?P<its_column>{_NUMBER}))?\)
        | ,line=(?P<in_field>{_NUMBER})(?:,col=(?P<field>{_NUMBER}))?
          (?:,endLine=(?P<end_field>{_NUMBER}))?(?:,endColumn=(?P<stop_field>{_NUMBER}))?
    )""",
    re.VERBOSE,
)
_PARTS = {
    "line": ("in_words", "line", "in_brackets", "in_field"),
    "until": ("until", "end", "end_field"),
    "column": ("column", "its_column", "field"),
    "stop": ("stop", "stop_field"),
}
# What a path without quotes begins after.
_BOUNDARY = re.compile(r"""[\s:"'()\[\],=<>]|\x1b\[[\d;]*m""")
_LAST_BOUNDARY = re.compile(r""".*(?:[\s:"'()\],=<>]|(?<!\x1b)\[|\x1b\[[\d;]*m)""", re.DOTALL)
_LONGEST = 4096


@dataclass(frozen=True)
class NamedPlace:
    """A file and a line that a text names, and where in the text each part of the place stands.

    The parts are "file" and "line", and, where they are written, "column", the line "until" which the place
    goes and the column "stop" where it ends.
    """

    text: str
    file: str
    spans: dict[str, tuple[int, int]]

    @property
    def line(self) -> int:
        return self.number("line")

    def number(self, part: str) -> int:
        start, end = self.spans[part]
        return int(self.text[start:end])

    def written(self, root: Path, path: str) -> str:
        """Another file, relative to `root`, in the form in which this one is written."""
        start, end = self.spans["file"]
        return f"//{quote(str(root))}/{path}" if _is_address(self.text, start, end) else path


def named_places(text: str, root: Path | None = None, known: Iterable[str] = ()) -> Iterator[NamedPlace]:
    """The places that a line of text names; `known` files, relative to `root`, may hold any character."""
    for match in _AFTER_PATH.finditer(text):
        end = match.start() + len(".py")
        start = _start(text, end, match["quote"], root, known)
        if start == match.start():
            continue
        spans = {"file": (start, end)}
        for part, groups in _PARTS.items():
            written = next((group for group in groups if match[group]), None)
            if written:
                spans[part] = match.span(written)
        file = text[start:end].replace("\\", "/")
        if _is_address(text, start, end):
            file = unquote(file).removeprefix("//")
        yield NamedPlace(text, file, spans)


def mentioned(text: str) -> list[tuple[str, int]]:
    """The Python files and lines that a text names."""
    return [(named.file, named.line) for line in text.split("\n") for named in named_places(line)]


def _start(text: str, end: int, quotes: str, root: Path | None, known: Iterable[str]) -> int:
    """Where the path that ends at `end` begins."""
    first = max(end - _LONGEST, 0)
    if quotes:
        return text.rfind(quotes, first, end) + 1
    before = text[first:end].replace("\\", "/")
    for name in known:
        if before.endswith(name):
            for folder in (f"{root}/", "./", ""):
                start = end - len(folder + name)
                if before.endswith(folder + name) and (start <= 0 or _BOUNDARY.search(text[start - 1])):
                    return start
    boundary = _LAST_BOUNDARY.match(text, first, end)
    return boundary.end() if boundary else first


def _is_address(text: str, start: int, end: int) -> bool:
    """Whether a path is that of a ``file://`` address."""
    return text.startswith("///", start, end) and text.endswith("file:", 0, start)
