"""What a command says, and how: in colours on a terminal only, and little when asked to be quiet."""

from __future__ import annotations

import os
import re
import sys
from typing import NamedTuple, TextIO

_RESET = "\x1b[0m"
_STYLES = {"-": "\x1b[31m", "+": "\x1b[32m", "@": "\x1b[36m", "place": "\x1b[1m"}
_LOCATED = re.compile(r"^(?P<place>[^\s:]+:\d+(?:-\d+)?:)(?= )")


class Terminal(NamedTuple):
    """Where a command's words go: news and results to stdout, errors to stderr."""

    quiet: bool = False

    def say(self, text: str) -> None:
        """News of what was done; nothing when quiet."""
        if not self.quiet:
            _print(text, sys.stdout)

    def show(self, text: str) -> None:
        """What was asked for, such as a diff."""
        _print(text, sys.stdout)

    def tell(self, text: str) -> None:
        """What is wrong."""
        _print(text, sys.stderr)


def _print(text: str, stream: TextIO) -> None:
    try:
        print(coloured(text) if _colours(stream) else text, file=stream, flush=True)
    except BrokenPipeError:
        # Whoever read it has seen enough; the exit status is still to come.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _colours(stream: TextIO) -> bool:
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def coloured(text: str) -> str:
    """A diff's lines by their sign, an error's place in bold."""
    return "\n".join(map(_line, text.split("\n")))


def _line(line: str) -> str:
    style = _STYLES["place"] if line.startswith(("--- ", "+++ ")) else _STYLES.get(line[:1])
    if style:
        return f"{style}{line}{_RESET}"
    return _LOCATED.sub(lambda match: f"{_STYLES['place']}{match['place']}{_RESET}", line)
