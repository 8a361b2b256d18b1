"""Which code a lab's tests run on: the book's, or yours. LAB_IMPL in the environment says which."""

import importlib
import os
import shutil
import traceback
from pathlib import Path
from types import ModuleType

import pytest

LABS = Path(__file__).parent
IMPLEMENTATIONS = {
    "ch06": {"reference": "tinygpt.autograd", "mine": "labs.ch06.mine"},
}
# The files made by this run, for the report to tell of.
made: list[Path] = []


def chosen(lab: str) -> str:
    """Return the name in LAB_IMPL (default: reference); ValueError lists the known ones."""
    name = os.environ.get("LAB_IMPL", "reference")
    if name not in IMPLEMENTATIONS[lab]:
        raise ValueError(f"LAB_IMPL={name} is not known; use one of: {', '.join(IMPLEMENTATIONS[lab])}")
    return name


def load(lab: str) -> ModuleType:
    """Import the implementation that LAB_IMPL names.

    mine.py, which is yours and which git ignores, is made from starter.py when it is first asked for.
    When it cannot be imported, the line at fault is all that is said.
    """
    name = chosen(lab)
    mine = LABS / lab / "mine.py"
    if name == "mine" and not mine.exists():
        shutil.copyfile(mine.with_name("starter.py"), mine)
        made.append(mine)
    try:
        return importlib.import_module(IMPLEMENTATIONS[lab][name])
    except Exception as error:
        if name != "mine":
            raise
        raise pytest.Collector.CollectError(fault(error, mine)) from None


def fault(error: Exception, file: Path) -> str:
    """Say where in the file an error arose when the file was imported, and what it was."""
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if Path(frame.filename) == file]
    message = str(error)
    if isinstance(error, SyntaxError) and error.filename == str(file):
        lines, message = [error.lineno], error.msg
    place = f"{file.relative_to(LABS.parent)}:{lines[-1]}" if lines else f"{file.relative_to(LABS.parent)}"
    text = (error.text or "").strip() if isinstance(error, SyntaxError) else ""
    return f"{place}: {type(error).__name__}: {message}" + (f"\n    {text}" if text else "")
