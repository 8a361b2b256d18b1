"""The ``literate`` command."""

from __future__ import annotations

import sys
from pathlib import Path

from literate import config, project, writer
from literate.errors import CallError, TextErrors


def main() -> int:
    try:
        book = project.load(config.load(Path.cwd())).demand()
        for path in writer.write(book.config.root, {p: t.text for p, t in book.targets.items()}, []):
            print(f"wrote {path}")
    except TextErrors as error:
        print(error, file=sys.stderr)
        return 1
    except CallError as error:
        print(error, file=sys.stderr)
        return 2
    return 0
