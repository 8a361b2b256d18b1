"""A chapter's examples and numbers, run as at Python's prompt: ``python -P -m literate.run.prompt FD``."""

from __future__ import annotations
import __future__

import linecache
import sys
from types import CodeType
from typing import Any

from literate.run.as_shown import as_shown
from literate.run.child import Answer, error, fresh_main, serve

_FUTURE = [getattr(__future__, name).compiler_flag for name in __future__.all_feature_names]


class Prompt:
    """Runs statements in one namespace, and evaluates numbers in copies of it."""

    def __init__(self, namespace: dict[str, Any]) -> None:
        self.namespace = namespace
        self.flags = 0

    def run(self, kind: str, source: str, name: str, shown: str) -> Answer:
        return self.number(source, name, shown) if kind == "number" else self.statement(source, name)

    def statement(self, source: str, name: str) -> Answer:
        """Run one statement; `name` is the file that its traceback names."""
        # So that tracebacks and inspect.getsource find it.
        linecache.cache[name] = len(source), None, source.splitlines(keepends=True), name
        try:
            exec(self._compiled(source, name), self.namespace)
        except BaseException as raised:
            if sys.excepthook is sys.__excepthook__ or isinstance(raised, SystemExit):
                return error(raised, {__file__})
            sys.excepthook(type(raised), raised, raised.__traceback__)
        return {}

    def number(self, source: str, name: str, shown: str) -> Answer:
        """Evaluate an expression and write its value in the form of `shown`; it changes no names."""
        try:
            code = compile(source.strip(), name, "eval", self.flags, dont_inherit=True, optimize=0)
            value = eval(code, dict(self.namespace))
        except BaseException as raised:
            return error(raised, {__file__})
        try:
            return {"value": as_shown(value, shown), "whole": repr(value)}
        except Exception as raised:
            return {"unshowable": f"{type(raised).__name__}: {raised}"}

    def _compiled(self, source: str, name: str) -> CodeType:
        rows = map(str.strip, source.splitlines())
        # A comment alone is no statement to the compiler; a prompt takes it.
        mode = "single" if any(row and not row.startswith("#") for row in rows) else "exec"
        code: CodeType = compile(source, name, mode, self.flags, dont_inherit=True, optimize=0)
        self.flags |= sum(flag for flag in _FUTURE if code.co_flags & flag)
        return code


if __name__ == "__main__":
    serve(Prompt(vars(fresh_main())).run)
