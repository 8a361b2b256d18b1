"""``literate update``."""

from __future__ import annotations

import argparse
from typing import Any

from literate.commands.common import command
from literate.terminal import Terminal


def add(commands: Any) -> None:
    command(commands, "update", run, "to be written", "")


def run(options: argparse.Namespace, terminal: Terminal) -> int:
    raise NotImplementedError("update")
