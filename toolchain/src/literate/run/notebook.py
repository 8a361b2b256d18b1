"""A chapter's cells, run by IPython as in the book: ``python -P -m literate.run.notebook FD``."""

from __future__ import annotations

import traceback
from typing import Any

from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

from literate.run.child import Answer, error, fresh_main, serve


class _Shell(InteractiveShell):
    """Keeps errors, also those in drawing a result, instead of printing them."""

    def __init__(self, **options: Any) -> None:
        self.raised: list[BaseException] = []
        super().__init__(**options)  # type: ignore[no-untyped-call]

    def _showtraceback(self, etype: Any, evalue: BaseException, stb: Any) -> None:
        self.raised.append(evalue)


class Notebook:
    """Runs cells in one IPython."""

    def __init__(self) -> None:
        settings = Config()
        settings.HistoryManager.enabled = False
        self.shell = _Shell.instance(config=settings, user_module=fresh_main())
        self.name = ""
        self.shell.compile.get_code_name = lambda *_: self.name  # type: ignore[method-assign]

    def run(self, kind: str, source: str, name: str, shown: str) -> Answer:
        """Run a cell; `name` is the file that its traceback names."""
        self.shell.raised.clear()
        self.name = name
        self.shell.run_cell(source, store_history=True)  # type: ignore[no-untyped-call]
        if not self.shell.raised:
            return {}
        raised = self.shell.raised[0]
        frames = traceback.extract_tb(raised.__traceback__)
        rows = [frame.lineno for frame in frames if frame.filename == name]
        if isinstance(raised, SyntaxError) and raised.filename == name:
            rows.append(raised.lineno)
        own = {frame.filename for frame in frames if "IPython" in frame.filename}
        return error(raised, own) | {"row": (rows[-1] if rows else None) or 1}


if __name__ == "__main__":
    serve(Notebook().run)
