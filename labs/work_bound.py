"""Bound the work of a test, so that a walk along every path fails at once and does not run for ever."""

import sys
from contextlib import contextmanager

import pytest


@contextmanager
def at_most(lines, advice):
    """Fail with this advice once the functions that the block calls have run more lines of Python."""
    run = 0

    def count(frame, event, argument):
        nonlocal run
        run += event == "line"
        if run > lines:
            pytest.fail(f"stopped after {lines:,} lines of Python; {advice}", pytrace=False)
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        yield
    finally:
        sys.settrace(before)
