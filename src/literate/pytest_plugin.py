"""Under pytest, a failure inside tangled code also names the chapter's line and section."""

from __future__ import annotations

from collections.abc import Generator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from literate.where import Places


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


def chapter_places(root: Path, error: BaseException) -> list[str]:
    """Where in the chapters the frames of a failure stand, innermost last."""
    places = _places(root)
    return places.note(_frames(error)) if places else []


@cache
def _places(root: Path) -> Places | None:
    """The project's places, read once in a test run and only when a test fails."""
    from literate.where import Places

    return Places.of_folder(root)


def _frames(error: BaseException | None) -> list[tuple[str, int]]:
    if error is None:
        return []
    frames = _frames(error.__cause__ or error.__context__)
    trace: Any = error.__traceback__
    while trace is not None:
        frames.append((trace.tb_frame.f_code.co_filename, trace.tb_lineno))
        trace = trace.tb_next
    return frames
