"""From a line of a tangled file to the chapter's line and back, also in the output of any tool."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote, unquote

from literate import build, settings
from literate.errors import CallError
from literate.model import Book, TextErrors
from literate.writer import read


class Place(NamedTuple):
    """A chapter's line, its section's title, and the tangled file that was asked for.

    `shift` is what a column in that file gains in the chapter.
    """

    path: str
    line: int
    title: str
    file: str
    shift: int


class Places:
    """The places of all lines of a book's tangled files, as these stand on the disk."""

    def __init__(self, book: Book) -> None:
        self.root = book.settings.root
        self.targets = book.targets
        self._alignments: dict[str, tuple[list[int], dict[int, int]]] = {}

    @classmethod
    def of_folder(cls, root: Path) -> Places | None:
        """The places of the project in `root`; None when it is no such project, or its chapters are wrong."""
        try:
            return cls(build.load(settings.load(root)).demand())
        except (CallError, TextErrors):
            return None

    def find(self, file: str, line: int) -> Place | None:
        """The chapter's place of `file`:`line`; None when no chapter makes that line."""
        name = settings.known(file, self.root, self.targets)
        rows = self._aligned(name)[0] if name else []
        if name is None or not 1 <= line <= len(rows):
            return None
        origin = self.targets[name].origin(rows[line - 1])
        shift = (origin.column or 0) - origin.indent
        return Place(origin.path, origin.line, origin.block.section.title, name, shift)

    def note(self, frames: Iterable[tuple[str, int]]) -> list[str]:
        """For every (file, line) that is tangled, a line that says where in the chapters it is."""
        found = [(line, self.find(file, line)) for file, line in frames]
        notes = [
            f"{place.file}:{line} is {place.path}:{place.line}, section {place.title!r}"
            for line, place in found
            if place
        ]
        return list(dict.fromkeys(notes))

    def back(self, path: str, line: int) -> list[tuple[str, int]]:
        """The files, derived ones too, and their lines on the disk, that a chapter's line goes into."""
        found = [(name, self._aligned(name)[1].get(row)) for name, row in self.tangled(path, line)]
        return [(name, row) for name, row in found if row is not None]

    def tangled(self, path: str, line: int) -> list[tuple[str, int]]:
        """The same in the texts that the chapters make, whatever the files on the disk hold."""
        return [
            (name, row)
            for name, target in self.targets.items()
            for row, origin in enumerate(target.origins, start=1)
            if origin.own and (origin.path, origin.line) == (path, line)
        ]

    def _aligned(self, name: str) -> tuple[list[int], dict[int, int]]:
        """For each line of the file on the disk the tangled one, or the nearest above; and the way back."""
        if name not in self._alignments:
            forth, back = list[int](), dict[int, int]()
            matcher = SequenceMatcher(None, self._disk(name), self.targets[name].lines, autojunk=False)
            for _, start, end, new_start, new_end in matcher.get_opcodes():
                forth += [min(new_start + 1 + row, new_end) for row in range(end - start)]
                for row in range(new_start, new_end) if start < end else ():
                    back[row + 1] = min(start + row - new_start + 1, end)
            self._alignments[name] = forth, back
        return self._alignments[name]

    def _disk(self, name: str) -> list[str]:
        """The lines of the file on the disk, as Python counts them; the tangled ones when there is none."""
        data = read(self.root / name)
        if data is None:
            return self.targets[name].lines
        text = data.decode("utf-8-sig", "replace").replace("\r\n", "\n").replace("\r", "\n")
        return text.removesuffix("\n").split("\n")


_STYLE = r"(?:\x1b\[[\d;]*m)*+"
# No file has more lines than this many digits can count, and Python refuses to read thousands of them.
_NUMBER = r"\d{1,9}(?!\d)"
_AFTER_PATH = re.compile(
    rf"""\.py{_STYLE}(?P<quote>["']?){_STYLE}(?:
        ,\ line\ {_STYLE}(?P<line1>{_NUMBER})
        | :{_STYLE}(?P<line2>{_NUMBER})
          (?:-(?P<until2>{_NUMBER})
            |{_STYLE}:{_STYLE}(?P<column2>{_NUMBER})(?::(?P<until3>{_NUMBER}):(?P<stop2>{_NUMBER}))?)?
        | \((?P<line3>{_NUMBER})(?:[,:]\ ?(?P<column3>{_NUMBER}))?\)
        | ,line=(?P<line4>{_NUMBER})(?:,col=(?P<column4>{_NUMBER}))?
          (?:,endLine=(?P<until4>{_NUMBER}))?(?:,endColumn=(?P<stop4>{_NUMBER}))?
    )""",
    re.VERBOSE,
)
# What a path without quotes begins after.
_BOUNDARY = re.compile(r"""[\s:"'()\[\],=<>]|\x1b\[[\d;]*m""")
_LAST_BOUNDARY = re.compile(r""".*(?:[\s:"'()\],=<>]|(?<!\x1b)\[|\x1b\[[\d;]*m)""", re.DOTALL)
_LONGEST = 4096


class Named(NamedTuple):
    """A file and a line that a text names, and where in the text each part of the place stands.

    The parts are "file" and "line", and, where they are written, "column", the line "until" which the place
    goes and the column "stop" where it ends. `address` says that the file is written as ``file://…``.
    """

    file: str
    line: int
    spans: dict[str, tuple[int, int]]
    address: bool


def named(text: str, root: Path | None = None, known: Iterable[str] = ()) -> Iterator[Named]:
    """The places that a line of text names; `known` files, relative to `root`, may hold any character."""
    for match in _AFTER_PATH.finditer(text):
        end = match.start() + len(".py")
        start = _start(text, end, match["quote"], root, known)
        if start == match.start():
            continue
        spans = {"file": (start, end)}
        spans |= {part.rstrip("1234"): match.span(part) for part in _AFTER_PATH.groupindex if match[part]}
        spans.pop("quote", None)
        address = text.startswith("///", start, end) and text.endswith("file:", 0, start)
        file = text[start:end].replace("\\", "/")
        file = unquote(file).removeprefix("//") if address else file
        yield Named(file, int(text[slice(*spans["line"])]), spans, address)


def mentioned(text: str) -> list[tuple[str, int]]:
    """The Python files and lines that a text names."""
    return [(place.file, place.line) for line in text.split("\n") for place in named(line)]


def _start(text: str, end: int, quotes: str, root: Path | None, known: Iterable[str]) -> int:
    """Where the path that ends at `end` begins."""
    first = max(end - _LONGEST, 0)
    if quotes:
        return text.rfind(quotes, first, end) + 1
    before = text[first:end].replace("\\", "/")
    for name in known:
        for path in (f"{root}/{name}", f"./{name}", name):
            start = end - len(path)
            if before.endswith(path) and (start == 0 or _BOUNDARY.search(text[start - 1])):
                return start
    boundary = _LAST_BOUNDARY.match(text, first, end)
    return boundary.end() if boundary else first


# A line of a coverage report: file, counts, percentage, and the lines that no test has run.
_COUNTED = re.compile(r"(?P<path>\S.*?\.py)\s++\d++\s.*\d%\s+(?P<missing>(?!.*\d{10})\d[\d\s,>exit-]*)")
_SPAN = re.compile(rf"(?P<first>{_NUMBER})(?:(?P<mark>->?)(?P<last>{_NUMBER}|exit))?")
# The code that a linter shows under a place, with the file's line numbers on the left.
_GUTTER = re.compile(r"^(?P<before>\s*)(?P<line>\d{1,9})(?P<after> \|)")
_ARROW = re.compile(r"^\s*-->\s+(?P<path>\S.*?\.py):\d+")


class Rewriter:
    """Rewrites an output line by line; it remembers which file the code being shown is from."""

    def __init__(self, places: Places) -> None:
        self._places = places
        self._shown = ""

    def text(self, text: str) -> str:
        return "".join(map(self.line, text.splitlines(keepends=True)))

    def line(self, line: str) -> str:
        body = line.rstrip("\r\n")
        end = line[len(body) :]
        arrow = _ARROW.match(body)
        if arrow or not body:
            self._shown = arrow["path"] if arrow else ""
        counted = _COUNTED.fullmatch(body) if "%" in body else None
        if counted and self._places.find(counted["path"], 1):
            spans = [self._span(counted["path"], span) for span in _SPAN.finditer(counted["missing"])]
            return body[: counted.start("missing")] + ", ".join(spans) + end
        if self._shown:
            body = _GUTTER.sub(self._gutter, body)
        return self._replaced(body) + end

    def _replaced(self, text: str) -> str:
        """The text with every place in a tangled file replaced."""
        pieces: list[str] = []
        copied = 0
        for name in named(text, self._places.root, self._places.targets):
            place = self._places.find(name.file, name.line)
            if place is None:
                continue
            file = f"//{quote(str(self._places.root))}/{place.path}" if name.address else place.path
            new = {"file": file, "line": str(place.line)}
            for part, (start, end) in name.spans.items():
                if part == "until":
                    last = self._places.find(name.file, int(text[start:end]))
                    # What begins in one chapter and ends in another has no end to name.
                    new[part] = str(last.line if last and last.path == place.path else place.line)
                elif part in ("column", "stop"):
                    new[part] = str(max(int(text[start:end]) + place.shift, 1))
            for part, (start, end) in sorted(name.spans.items(), key=lambda item: item[1]):
                pieces += [text[copied:start], new[part]]
                copied = end
        return "".join([*pieces, text[copied:]])

    def _gutter(self, match: re.Match[str]) -> str:
        place = self._places.find(self._shown, int(match["line"]))
        return f"{match['before']}{place.line}{match['after']}" if place else match[0]

    def _span(self, path: str, span: re.Match[str]) -> str:
        """A run of lines; it is cut where it does not stand in one piece in the chapter."""
        first = int(span["first"])
        if span["mark"] == "->":
            name, line = self._place(path, first)
            end = "exit" if span["last"] == "exit" else self._place(path, int(span["last"]))[1]
            return f"{name}:{line}->{end}"
        last = int(span["last"] or first)
        runs: list[tuple[str, int, int]] = []
        for row in range(first, last + 1):
            if self._places.find(path, row) is None:
                # What lies behind the end of the file is in no chapter.
                runs.append((path, row, last))
                break
            name, line = self._place(path, row)
            if runs and runs[-1][0] == name and runs[-1][2] in (line, line - 1):
                runs[-1] = (name, runs[-1][1], line)
            else:
                runs.append((name, line, line))
        return ", ".join(f"{name}:{start}" + (f"-{end}" if end > start else "") for name, start, end in runs)

    def _place(self, path: str, line: int) -> tuple[str, int]:
        place = self._places.find(path, line)
        return (place.path, place.line) if place else (path, line)
