"""Any tool's output with the places in tangled files replaced by the chapters'."""

from __future__ import annotations

import re

from literate.pointing.named_places import named_places
from literate.pointing.where import Places

# A line of a coverage report: file, counts, percentage, and the lines that no test has run.
_COUNTED = re.compile(r"(?P<path>\S.*?\.py)\s++\d++\s.*\d")
_MISSING = re.compile(r"\s+(?P<lines>\d[\d\s,>exit-]*)")
# No file has more lines than this many digits can count, and Python refuses to read thousands of them.
_TOO_LONG = re.compile(r"\d{10}")
_SPAN = re.compile(r"(?P<first>\d+)(?:(?P<mark>->?)(?P<last>\d+|exit))?")
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
        arrow = _ARROW.match(body)
        if arrow or not body:
            self._shown = arrow["path"] if arrow else ""
        before, percent, after = body.rpartition("%")
        missing = _MISSING.fullmatch(after) if percent and not _TOO_LONG.search(after) else None
        counted = _COUNTED.fullmatch(before) if missing else None
        if missing and counted and self._places.find(counted["path"], 1):
            spans = self._missing(counted["path"], missing["lines"])
            return before + percent + after[: missing.start("lines")] + spans + line[len(body) :]
        if self._shown:
            body = _GUTTER.sub(self._gutter, body)
        return self._replaced(body) + line[len(line.rstrip("\r\n")) :]

    def _replaced(self, text: str) -> str:
        """The text with every place in a tangled file replaced."""
        pieces: list[str] = []
        copied = 0
        for named in named_places(text, self._places.root, self._places.targets):
            place = self._places.find(named.file, named.line)
            if place is None:
                continue
            new = {"file": named.written(self._places.root, place.path), "line": str(place.line)}
            if "until" in named.spans:
                last = self._places.find(named.file, named.number("until"))
                # What begins in one chapter and ends in another has no end to name.
                same = last is not None and last.path == place.path
                new["until"] = str(last.line) if last is not None and same else new["line"]
            for column in {"column", "stop"} & set(named.spans):
                new[column] = str(max(named.number(column) + place.shift, 1))
            for part, (start, end) in sorted(named.spans.items(), key=lambda item: item[1][0]):
                pieces += [text[copied:start], new[part]]
                copied = end
        return "".join([*pieces, text[copied:]])

    def _gutter(self, match: re.Match[str]) -> str:
        place = self._places.find(self._shown, int(match["line"]))
        return f"{match['before']}{place.line}{match['after']}" if place else match[0]

    def _missing(self, path: str, missing: str) -> str:
        return ", ".join(self._span(path, span) for span in _SPAN.finditer(missing))

    def _span(self, path: str, span: re.Match[str]) -> str:
        """A run of lines; it is cut where it does not stand in one piece in the chapter."""
        first, known = int(span["first"]), self._places.lines(path)
        if span["mark"] == "->":
            there = self._place(path, first)
            return f"{there[0]}:{there[1]}->" + (
                "exit" if span["last"] == "exit" else str(self._place(path, int(span["last"]))[1])
            )
        runs: list[tuple[str, int, int]] = []
        last = int(span["last"] or first)
        for row in range(first, min(last, known) + 1):
            name, line = self._place(path, row)
            if runs and runs[-1][0] == name and runs[-1][2] in (line, line - 1):
                runs[-1] = (name, runs[-1][1], line)
            else:
                runs.append((name, line, line))
        if last > known:
            # What lies behind the end of the file is in no chapter.
            runs.append((path, max(first, known + 1), last))
        return ", ".join(f"{name}:{start}" + (f"-{end}" if end > start else "") for name, start, end in runs)

    def _place(self, path: str, line: int) -> tuple[str, int]:
        place = self._places.find(path, line)
        return (place.path, place.line) if place else (path, line)
