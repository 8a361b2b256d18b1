"""``literate prefixes``."""

from __future__ import annotations

import argparse
from typing import Any

from literate.commands.common import command
from literate.terminal import Terminal


def add(commands: Any) -> None:
    command(commands, "prefixes", run, "to be written", "")


def run(options: argparse.Namespace, terminal: Terminal) -> int:
    raise NotImplementedError("prefixes")
