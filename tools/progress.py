"""One line that is rewritten on a terminal; elsewhere nothing, or now and then a line of its own."""

from __future__ import annotations

import sys
from typing import TextIO


class Progress:
    """Shows how far something has come. Leaving the block wipes the line."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stdout
        self._terminal = self._stream.isatty()

    def show(self, text: str, milestone: bool = False) -> None:
        """Put this text in the place of the last; without a terminal only a milestone is printed."""
        if self._terminal:
            print(f"\r\x1b[K  {text[:76]}", end="", file=self._stream, flush=True)
        elif milestone:
            print(f"  {text}", file=self._stream, flush=True)

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *error: object) -> None:
        if self._terminal:
            print("\r\x1b[K", end="", file=self._stream, flush=True)
