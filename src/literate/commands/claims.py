"""``literate claims``."""

from __future__ import annotations

import argparse

from literate.commands.base import RIGHT, Commands, command
from literate.terminal import Terminal


def add(commands: Commands) -> None:
    command(commands, "claims", run, "stub", "x\nexamples:\n  literate claims\n")


def run(options: argparse.Namespace, terminal: Terminal) -> int:
    return RIGHT
