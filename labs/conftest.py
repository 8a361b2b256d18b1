"""Report what is still to be written in a lab: one line for each part, not one traceback for each test."""

import re
from collections import Counter

import pytest
from implementations import LABS, chosen, made

UNWRITTEN = "unwritten"
PART = re.compile(r'raise NotImplementedError\(\s*"((?:[^"\\]|\\.)*: write it; (?:[^"\\]|\\.)*)"', re.DOTALL)
SHOWN = 5


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


def parts(file):
    """The lines of all that is left to write in a file, in its order."""
    return PART.findall(file.read_text("utf-8"))


def number(count, thing):
    return f"{count} {thing}{'' if count == 1 else 's'}"


def to_write_next(left, waiting):
    """The parts that tests have come to, with the most tests first, and how many other parts are left."""
    reached = sorted((part for part in left if waiting[part]), key=lambda part: -waiting[part])
    for part in reached[:SHOWN]:
        yield f"{part} ({number(waiting[part], 'test')})"
    if more := reached[SHOWN:]:
        yield f"and {len(more)} more that tests wait for"
    if later := len(left) - len(reached):
        yield f"{number(later, 'part')} that no test has come to yet"


def what_it_means(tests, left, whole, failed):
    """One line on why the run fails: unwritten parts are no fault."""
    line = f"{number(tests, 'test')} wait{'s' if tests == 1 else ''} for {number(left, 'part')}; "
    if left == whole:
        return line + "that is as it should be at the start."
    if failed:
        return line + f"{number(failed, 'test')} failed on what is written."
    return line + "no test fails on what is written."


def pytest_terminal_summary(terminalreporter):
    waiting = Counter(report.longrepr for report in terminalreporter.getreports(UNWRITTEN))
    if waiting:
        left = parts(LABS / "ch06" / "mine.py")
        terminalreporter.section("to write next")
        for line in to_write_next(left, waiting):
            terminalreporter.line(line)


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config):
    """The last lines of the run, below pytest's own."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None:
        return
    for file in made:
        text = f"{file.relative_to(LABS.parent)} is new, a copy of starter.py. Write your code there."
        reporter.line(text)
    if tests := len(reporter.getreports(UNWRITTEN)):
        lab = LABS / "ch06"
        left, whole = len(parts(lab / "mine.py")), len(parts(lab / "starter.py"))
        reporter.line(what_it_means(tests, left, whole, len(reporter.getreports("failed"))))
