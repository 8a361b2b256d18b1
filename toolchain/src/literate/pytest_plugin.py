"""pytest runs the chapters of a project by itself: wherever pyproject.toml has a ``[tool.literate]`` table.

- The claims of a chapter are items; those of one line run alone: ``pytest "book/02-parser.md::line:310"``.
- A failure inside tangled code also names the chapter's line and section.
- A complete run that passed leaves a note (`verified`).
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Generator, Iterable
from fnmatch import fnmatch
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
from sybil import Sybil
from sybil.integration.pytest import SybilFile

from literate import settings, verified
from literate.errors import CallError
from literate.places import Places, mentioned
from literate.sybil_parsers import ChapterParser

_LINE = re.compile(r"(?P<path>.+)::line:(?P<line>\d+)")


def pytest_configure(config: pytest.Config) -> None:
    try:
        tables = tomllib.loads((config.rootpath / "pyproject.toml").read_text("utf-8-sig"))
    except (OSError, ValueError):
        return
    if "literate" in tables.get("tool", {}):
        try:
            chapters = _Chapters(config)
        except CallError as error:
            raise pytest.UsageError(str(error)) from None
        config.pluginmanager.register(chapters, "literate-chapters")
        config.args = [item for argument in config.args for item in chapters.claims_at(argument)]


class _Chapters:
    """What pytest does with a project's chapters."""

    def __init__(self, config: pytest.Config) -> None:
        self.config, self.root = config, config.rootpath
        self.settings = settings.load(self.root)
        self.files = frozenset(self.root / path for path in self.settings.chapter_paths())
        self.parser = ChapterParser(self.settings, self.notes)
        self.sybil = Sybil([self.parser])
        self.passed: set[str] = set()

    @cached_property
    def places(self) -> Places | None:
        """Where tangled lines come from: read only when something fails."""
        return Places.of_folder(self.root)

    def notes(self, text: str) -> list[str]:
        """The chapters' lines of the tangled code that a text names."""
        return self.places.note(mentioned(text)) if self.places else []

    def claims_at(self, argument: str) -> list[str]:
        """An argument that names a line of a chapter, as the items that the line belongs to."""
        match = _LINE.fullmatch(argument)
        try:
            items = self.parser.items_at(os.path.abspath(match["path"]), int(match["line"])) if match else []
        except OSError:
            items = []
        return [f"{match['path']}::{item}" for item in items] if match and items else [argument]

    def pytest_collect_file(self, file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
        if self.parser.chapter(file_path) is None:
            return None
        found: pytest.Collector = SybilFile.from_parent(parent, path=file_path, sybils=[self.sybil])
        return found

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """A chapter is run though its folder has a name that pytest passes over, such as ``build``."""
        above = [collection_path, *collection_path.parents]
        below = [place for place in above if place != self.root and place.is_relative_to(self.root)]
        passed_over = self.config.getini("norecursedirs")
        folders = [place for place in below if any(fnmatch(place.name, pattern) for pattern in passed_over)]
        ignored = [Path(os.path.abspath(name)) for name in self.config.getoption("ignore") or ()]
        if not folders or collection_path in ignored:
            return None
        if any(collection_path in (chapter, *chapter.parents) for chapter in self.files):
            return False
        # Nothing else of such a folder is run.
        holding = {folder for chapter in self.files for folder in chapter.parents}
        return None if holding.isdisjoint(folders) else True

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        self._point(report, call)
        return report

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(self) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        report = yield
        self._point(report, getattr(report, "call", None))
        return report

    def _point(
        self, report: pytest.TestReport | pytest.CollectReport, call: pytest.CallInfo[Any] | None
    ) -> None:
        if report.failed and call is not None and call.excinfo is not None and self.places:
            lines = self.places.note(_frames([call.excinfo.value]))
            if lines:
                report.sections.append(("Tangled code", "\n".join(lines)))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" and report.passed:
            self.passed.add(report.nodeid)

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        # A worker of pytest-xdist sees a part of the run only.
        if exitstatus == 0 and not hasattr(self.config, "workerinput"):
            verified.note(self.settings, self.passed)

    def pytest_unconfigure(self) -> None:
        self.parser.close()


def _frames(errors: Iterable[BaseException | None]) -> list[tuple[str, int]]:
    """The places that errors and their causes name, innermost last."""
    frames: list[tuple[str, int]] = []
    for error in filter(None, errors):
        frames += _frames([error.__cause__ or error.__context__, *getattr(error, "exceptions", ())])
        trace = error.__traceback__
        while trace is not None:
            frames.append((trace.tb_frame.f_code.co_filename, trace.tb_lineno))
            trace = trace.tb_next
        if isinstance(error, SyntaxError) and error.filename and error.lineno:
            frames.append((error.filename, error.lineno))
    return frames
