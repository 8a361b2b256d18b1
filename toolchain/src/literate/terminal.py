"""What a command says, and where: little when asked to be quiet."""

from __future__ import annotations

import os
import sys
from typing import NamedTuple, TextIO


class Terminal(NamedTuple):
    """Where a command's words go: news and results to stdout, errors to stderr."""

    quiet: bool = False

    def say(self, text: str) -> None:
        """News of what was done; nothing when quiet."""
        if not self.quiet:
            self.show(text)

    def show(self, text: str) -> None:
        """What was asked for, such as a diff."""
        _print(text, sys.stdout)

    def tell(self, text: str) -> None:
        """What is wrong."""
        _print(text, sys.stderr)


def _print(text: str, stream: TextIO) -> None:
    try:
        print(text, file=stream, flush=True)
    except BrokenPipeError:
        # Whoever read it has seen enough; the exit status is still to come.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
