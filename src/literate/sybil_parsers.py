"""Sybil's view of a chapter: one region for each thing that the chapter claims, at its exact line.

In a conftest.py::

    pytest_plugins = ["literate.pytest_plugin"]
    chapters = ChapterParser(Path(__file__).parent)
    pytest_collect_file = Sybil(parsers=[chapters], patterns=chapters.patterns).pytest()
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any

from sybil import Document, Region
from sybil import Example as SybilExample

from literate import config
from literate.checking import evaluate
from literate.checking.asserts import explaining
from literate.checking.evaluate import Wrong
from literate.checking.isolation import Surroundings
from literate.errors import Problem
from literate.pointing.named_places import mentioned
from literate.pointing.where import Places
from literate.reading import reader, session
from literate.reading.chapter import Block, Computed, Kind

Check = Callable[[], Wrong | None]


class ChapterParser:
    """Gives Sybil the examples, computed numbers, transcripts and cells of the project's chapters."""

    def __init__(self, root: Path) -> None:
        self.config = config.load(root)
        # Chapters that are forgotten for their names are refused here as they are by the commands.
        self.config.chapter_paths()
        # Sybil's own patterns know no "**"; which files are chapters is decided below, for each.
        self.surroundings = Surroundings()
        self.patterns = sorted({f"*{PurePosixPath(pattern).suffix}" for pattern in self.config.chapters})

    def __call__(self, document: Document) -> Iterator[Region]:
        path = self._chapter(document.path)
        if path is not None:
            yield from _Regions(document, path, self).all()

    def _chapter(self, file: str) -> str | None:
        """The chapter's path in the project, also when it is named through a link to a folder above it."""
        folder, name = os.path.split(os.path.abspath(file))
        for place in (folder, os.path.realpath(folder)):
            path = os.path.relpath(os.path.join(place, name), self.config.root).replace(os.sep, "/")
            if self.config.is_chapter(path):
                return path
        return None


@cache
def _places(root: Path) -> Places | None:
    """The project's places, read once in a test run and only when a claim fails."""
    return Places.of_folder(root)


def items_at(root: Path, path: str, line: int) -> list[str]:
    """The names under which pytest runs the claims of a chapter's line, or else of the last one before it."""
    # Sybil counts the columns itself, in its own way.
    found = [*Document.parse(path, ChapterParser(root))]
    last = max((claim.line for claim in found if claim.line <= line), default=0)
    return [f"line:{claim.line},column:{claim.column}" for claim in found if claim.line == last]


@dataclass
class _Claim:
    """A claim, and whether the claims after it need what it does: its names, in this namespace."""

    line: int
    check: Check
    names: dict[str, Any] | None = None
    done: bool = False


class _Regions:
    def __init__(self, document: Document, path: str, parser: ChapterParser) -> None:
        self.document, self.path, self.parser, self.config = document, path, parser, parser.config
        self.chapter = reader.read(document.text.removeprefix("\ufeff"), path)
        self.cells: dict[str, Any] = {}
        self.claims: list[_Claim] = []
        self.starts = [0]
        for line in document.text.split("\n"):
            self.starts.append(self.starts[-1] + len(line) + 1)
        self.taken = 0

    def all(self) -> Iterator[Region]:
        claims = [_Claim(problem.line, self._problem(problem)) for problem in self.chapter.problems]
        for block in self.chapter.blocks:
            claims += self._block(block)
        for number in self.chapter.computed:
            claims.append(_Claim(number.line, self._computed(number), self.document.namespace))
        self.claims = sorted(claims, key=lambda claim: claim.line)
        for claim in self.claims:
            yield self._region(claim)

    def _region(self, claim: _Claim) -> Region:
        def evaluator(_: SybilExample) -> str | None:
            self.parser.surroundings.enter(self)
            self._bring_up_to(claim)
            claim.done = True
            wrong = claim.check()
            if claim is self.claims[-1]:
                self.parser.surroundings.leave()
            return self._told(wrong) if wrong else None

        # Several claims may stand on one line: each takes one character, so that regions never overlap.
        start = min(max(self.starts[claim.line - 1], self.taken), len(self.document.text) - 1)
        self.taken = start + 1
        return Region(start, start + 1, evaluator=evaluator)

    def _bring_up_to(self, claim: _Claim) -> None:
        """A claim that is run alone finds the names that those before it make."""
        for earlier in self.claims:
            if earlier is claim:
                break
            if not earlier.done and claim.names is not None and earlier.names is claim.names:
                earlier.done = True
                earlier.check()

    def _told(self, wrong: Wrong) -> str:
        """The failure with its place, and the places of the tangled code that it names."""
        places = _places(self.config.root)
        notes = places.note(mentioned(wrong.text)) if places else []
        return "\n".join([f"{self.path}:{wrong.line}: {wrong.text}", *notes])

    def _problem(self, problem: Problem) -> Check:
        return lambda: Wrong(problem.line, problem.message())

    def _block(self, block: Block) -> list[_Claim]:
        if block.kind is Kind.EXAMPLE:
            items = session.examples(block.lines, self.path)[0]
            return [_Claim(item.line, self._example(item), self.document.namespace) for item in items]
        if block.kind is Kind.TRANSCRIPT:
            commands = session.commands(block.lines, self.path)[0]
            return [_Claim(item.line, self._command(item)) for item in commands]
        if block.kind is Kind.CELL and not self._faulty(block):
            return [_Claim(block.lines[0].number, self._cell(block), self.cells)]
        return []

    def _faulty(self, block: Block) -> bool:
        """Whether a block is reported already, so that there is no use in running it."""
        return any(block.line <= problem.line <= block.lines[-1].number for problem in self.chapter.problems)

    def _example(self, item: session.Example) -> Check:
        return lambda: evaluate.example(item, self.document.namespace, self.document.path, explaining)

    def _command(self, item: session.Command) -> Check:
        return lambda: evaluate.command(item, self.config.root, self.config.imports)

    def _computed(self, number: Computed) -> Check:
        return lambda: evaluate.computed(
            number.shown, number.expression, self.document.namespace, number.line
        )

    def _cell(self, block: Block) -> Check:
        folder = Path(self.document.path).parent
        line = block.lines[0].number
        return lambda: evaluate.cell(block.text, line, self.cells, self.document.path, folder)
