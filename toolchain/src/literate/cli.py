"""The ``literate`` command."""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Sequence
from importlib import import_module

from literate.commands.common import CALL_WRONG, INTERRUPTED, RIGHT, TEXT_WRONG
from literate.errors import CallError, unwarned
from literate.model import TextErrors
from literate.terminal import Terminal

COMMANDS = ("tangle", "untangle", "where", "update", "prefixes", "claims")

DESCRIPTION = """\
Read the chapters of this folder's project, and keep text and code one thing.

The folder's pyproject.toml says what the chapters are and where their code goes:

    [tool.literate]
    chapters = ["book/*.md"]
    outputs = ["src/mypackage", "examples"]

Further settings, all optional:

    whole     those outputs, or folders in them, whose Python files must all come from chapters
    imports   folders that examples import from (default: the parent of each nested output)
    starters  files made of others with the bodies taken out: starters."labs/s.py".sources = ["src/…"]
    claims    how many numerals nothing checks: see "literate claims --help"
"""

EPILOG = """\
"literate COMMAND --help" describes a command, with examples.
What the tangler wrote last is noted in .literate/, which is not for version control.

exit status:
  0    all is right
  1    the text is wrong; stderr says where, and how to mend it
  2    the call or pyproject.toml is wrong, or the system refuses to read or write a file
  130  interrupted (Ctrl-C)
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A stream that is not UTF-8 shows what it cannot hold by its number.
            stream.reconfigure(errors="backslashreplace")
    try:
        options = _parser().parse_args(arguments)
    except SystemExit as stop:
        return CALL_WRONG if stop.code else RIGHT
    terminal = Terminal(options.quiet)
    try:
        with unwarned():
            status: int = options.run(options, terminal)
            return status
    except TextErrors as error:
        count = len(error.problems)
        things = "1 thing is" if count == 1 else f"{count} things are"
        terminal.tell(f"{error}\n{things} wrong; {error.outcome}.")
        return TEXT_WRONG
    except CallError as error:
        print(f"literate: {error}", file=sys.stderr)
        return CALL_WRONG
    except KeyboardInterrupt:
        print("literate: interrupted", file=sys.stderr)
        return INTERRUPTED
    except UnicodeEncodeError as error:
        what = "this name is not UTF-8, or not in this locale. Rename it, or run it again with PYTHONUTF8=1."
        print(f"literate: {error.object}: {what}", file=sys.stderr)
        return CALL_WRONG
    except BrokenPipeError:
        # Whoever read the output has seen enough.
        sys.stderr.close()
        return RIGHT
    except OSError as error:
        print(f"literate: {error.filename or 'a file'}: {error.strerror or error}", file=sys.stderr)
        return CALL_WRONG


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "literate",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("-q", "--quiet", action="store_true", help="say nothing when all is right")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", title="commands")
    for name in COMMANDS:
        import_module(f"literate.commands.{name}").add(commands)
    return parser
