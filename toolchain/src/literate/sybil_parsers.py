"""Sybil's view of a chapter: one region for each thing that the chapter claims, at its exact line."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial

from sybil import Document, Example, Region

from literate.model import Claim, Problem
from literate.read import chapter as reader
from literate.run.runner import Session
from literate.run.verdict import Wrong, wrong
from literate.settings import Settings

# From a failure's words to notes: the chapters' lines of the tangled code that it names.
Notes = Callable[[str], list[str]]


class ChapterParser:
    """Gives Sybil the claims and the problems of the project's chapters.

    Each chapter runs in a session of its own, which ends with its last claim, or with `close`.
    """

    def __init__(self, settings: Settings, notes: Notes) -> None:
        self.settings, self.notes = settings, notes
        self._sessions = ExitStack()

    def __call__(self, document: Document) -> Iterator[Region]:
        path = self.chapter(document.path)
        if path is None:
            return
        chapter = reader.load(self.settings.root, path)
        session = self._sessions.enter_context(Session(chapter, self.settings))
        checks = [
            (claim.line, partial(self._check, session, at, claim)) for at, claim in enumerate(chapter.claims)
        ]
        checks += [(problem.line, partial(self._told, path, _wrong(problem))) for problem in chapter.problems]
        starts = [0]
        for line in document.text.split("\n"):
            starts.append(starts[-1] + len(line) + 1)
        taken = 0
        for line_number, check in sorted(checks, key=lambda check: check[0]):
            # Several claims may stand on one line: each takes one character, so that regions never overlap.
            start = min(max(starts[line_number - 1], taken), len(document.text) - 1)
            taken = start + 1
            yield Region(start, start + 1, evaluator=check)

    def chapter(self, file: str | os.PathLike[str]) -> str | None:
        """The path in the project of a chapter, also when it is named through a link to a folder above it."""
        folder, name = os.path.split(os.path.abspath(file))
        for place in (folder, os.path.realpath(folder)):
            path = os.path.relpath(os.path.join(place, name), self.settings.root).replace(os.sep, "/")
            if self.settings.is_chapter(path):
                return path
        return None

    def items_at(self, file: str, line: int) -> list[str]:
        """The names under which pytest runs the claims of a line, or else of the last one before it."""
        # Sybil counts the columns itself, in its own way.
        found = [*Document.parse(file, self)]
        last = max((item.line for item in found if item.line <= line), default=0)
        return [f"line:{item.line},column:{item.column}" for item in found if item.line == last]

    def close(self) -> None:
        """End all sessions."""
        self._sessions.close()

    def _check(self, session: Session, position: int, claim: Claim, _: Example) -> str | None:
        return self._told(claim.path, wrong(claim, session.outcome(position)), _)

    def _told(self, path: str, found: Wrong | None, _: Example) -> str | None:
        """A failure with its place, and the places of the tangled code that it names."""
        if found is None:
            return None
        return "\n".join([f"{path}:{found.line}: {found}", *self.notes(str(found))])


def _wrong(problem: Problem) -> Wrong:
    return Wrong(problem.line, problem.message())
