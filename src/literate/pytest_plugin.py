"""Under pytest, a failure inside tangled code also names the chapter's line and section."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest


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
    from literate.where import Places

    places = Places.of_folder(root)
    return places.note(_frames(error)) if places else []


def _frames(error: BaseException | None) -> list[tuple[str, int]]:
    if error is None:
        return []
    frames = _frames(error.__cause__ or error.__context__)
    trace: Any = error.__traceback__
    while trace is not None:
        frames.append((trace.tb_frame.f_code.co_filename, trace.tb_lineno))
        trace = trace.tb_next
    return frames
