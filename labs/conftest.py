"""Report what is still to be written in a lab: one line for each part, not one traceback for each test."""

from collections import Counter

import pytest
from implementations import LABS, chosen

UNWRITTEN = "unwritten"


def pytest_configure():
    try:
        chosen("ch06")
    except ValueError as error:
        raise pytest.UsageError(str(error)) from None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    error = call.excinfo.value if call.excinfo else None
    if report.failed and isinstance(error, NotImplementedError) and ": write it; " in str(error):
        report.longrepr = str(error)
        report.user_properties.append((UNWRITTEN, str(error)))
    return report


@pytest.hookimpl(tryfirst=True)
def pytest_report_teststatus(report):
    properties = getattr(report, "user_properties", ())  # a report of collection has none
    if report.failed and any(name == UNWRITTEN for name, _ in properties):
        return UNWRITTEN, "u", ("UNWRITTEN", {"yellow": True})
    return None


def pytest_terminal_summary(terminalreporter):
    waiting = Counter(report.longrepr for report in terminalreporter.getreports(UNWRITTEN))
    if waiting:
        terminalreporter.section("to write next")
        for part, tests in waiting.items():
            terminalreporter.line(f"{part} ({tests} test{'s' if tests > 1 else ''})")
        left = (LABS / "ch06" / "mine.py").read_text("utf-8").count(": write it; ")
        terminalreporter.line(f"{left} parts are left in labs/ch06/mine.py")
