"""A pytest plugin: a run in which every claim of every chapter passed leaves a note (`verified`)."""

from __future__ import annotations

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(_Watch(config), "literate-verified")


class _Watch:
    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.failed = False
        self.passed: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed = True
        elif report.when == "call" and report.passed:
            self.passed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        if self.failed:
            return
        from literate import config
        from literate.errors import CallError
        from literate.verifying import verified

        try:
            settings = config.load(self.config.rootpath)
        except CallError:
            return
        verified.take(settings, self.passed)
