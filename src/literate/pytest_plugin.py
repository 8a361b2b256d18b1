"""Under pytest, a failure inside tangled code also names the chapter's line and section.

It also lets the claims of one line of a chapter be run alone: ``pytest "book/02-parser.md::line:310"``.
"""

from __future__ import annotations

import os
import re
from collections.abc import Generator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from literate.pointing.where import Places


_LINE = re.compile(r"(?P<path>.+)::line:(?P<line>\d+)")


def pytest_configure(config: pytest.Config) -> None:
    config.args = [item for argument in config.args for item in _claims_at(config.rootpath, argument)]


def _claims_at(root: Path, argument: str) -> list[str]:
    """An argument that names a line of a chapter, as the items that the line belongs to."""
    match = _LINE.fullmatch(argument)
    if match is None:
        return [argument]
    from literate.errors import CallError
    from literate.sybil_parsers import items_at

    try:
        items = items_at(root, os.path.abspath(match["path"]), int(match["line"]))
    except (OSError, CallError):
        return [argument]
    return [f"{match['path']}::{item}" for item in items] or [argument]


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """A chapter is run though its folder has a name that pytest passes over, such as ``build``."""
    root = config.rootpath
    folders = [
        place
        for place in (collection_path, *collection_path.parents)
        if place != root and place.is_relative_to(root) and _is_passed_over(place, config)
    ]
    ignored = [Path(os.path.abspath(name)) for name in config.getoption("ignore") or ()]
    chapters = _chapters(root) if folders and collection_path not in ignored else ()
    if any(collection_path in (chapter, *chapter.parents) for chapter in chapters):
        return False
    # Nothing else of such a folder is run.
    return True if any(folder in chapter.parents for folder in folders for chapter in chapters) else None


def _is_passed_over(folder: Path, config: pytest.Config) -> bool:
    return any(fnmatch(folder.name, pattern) for pattern in config.getini("norecursedirs"))


@cache
def _chapters(root: Path) -> frozenset[Path]:
    """The chapters of the project; none when there is no project."""
    from literate import config
    from literate.errors import CallError

    try:
        return frozenset(root / path for path in config.load(root).chapter_paths())
    except CallError:
        return frozenset()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if call.excinfo is not None and report.failed:
        lines = chapter_places(item.config.rootpath, call.excinfo.value)
        if lines:
            report.sections.append(("Tangled code", "\n".join(lines)))
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    call = getattr(report, "call", None)
    if report.failed and call is not None and call.excinfo is not None:
        lines = chapter_places(collector.config.rootpath, call.excinfo.value)
        if lines:
            report.sections.append(("Tangled code", "\n".join(lines)))
    return report


def chapter_places(root: Path, error: BaseException) -> list[str]:
    """Where in the chapters the frames of a failure stand, innermost last."""
    places = _places(root)
    return places.note(_frames(error)) if places else []


@cache
def _places(root: Path) -> Places | None:
    """The project's places, read once in a test run and only when a test fails."""
    from literate.pointing.where import Places

    return Places.of_folder(root)


def _frames(error: BaseException | None) -> list[tuple[str, int]]:
    if error is None:
        return []
    frames = _frames(error.__cause__ or error.__context__)
    for member in getattr(error, "exceptions", ()):
        frames += _frames(member)
    trace: Any = error.__traceback__
    while trace is not None:
        frames.append((trace.tb_frame.f_code.co_filename, trace.tb_lineno))
        trace = trace.tb_next
    if isinstance(error, SyntaxError) and error.filename and error.lineno:
        frames.append((error.filename, error.lineno))
    return frames
