"""A chapter's code cells, run by IPython as the book's kernel does: ``python -P -m literate.run.notebook FD``."""

from __future__ import annotations

import traceback
from typing import Any

from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

from literate.run.child import Answer, error, fresh_main, serve


class Notebook:
    """Runs cells in one IPython."""

    def __init__(self) -> None:
        settings = Config()
        settings.HistoryManager.enabled = False
        self.shell = InteractiveShell.instance(config=settings, user_module=fresh_main())
        self.raised: list[BaseException] = []
        # Errors, also those in drawing a result, are told to the other side and not printed.
        self.shell._showtraceback = lambda kind, value, lines: self.raised.append(value)
        self.shell.compile.get_code_name = lambda raw, transformed, number: self.name

    def run(self, kind: str, source: str, name: str, shown: str) -> Answer:
        """Run a cell; `name` is the file that its traceback names."""
        self.raised.clear()
        self.name = name
        self.shell.run_cell(source, store_history=True)
        if not self.raised:
            return {}
        raised = self.raised[0]
        rows = [frame.lineno for frame in traceback.extract_tb(raised.__traceback__) if frame.filename == name]
        if isinstance(raised, SyntaxError) and raised.filename == name:
            rows.append(raised.lineno)
        own = {frame.filename for frame in traceback.extract_tb(raised.__traceback__) if "IPython" in frame.filename}
        told: dict[str, Any] = error(raised, own | {__file__})
        return told | {"row": (rows[-1] if rows else None) or 1}


if __name__ == "__main__":
    serve(Notebook().run)
