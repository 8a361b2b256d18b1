"""Python files that no chapter makes, in folders where every one should come from a chapter."""

from __future__ import annotations

from collections.abc import Container

from literate.config import Config


def strays(settings: Config, made: Container[str]) -> list[str]:
    """The Python files of the `whole` folders that are not among those `made`."""
    found = {
        path.relative_to(settings.root).as_posix()
        for folder in settings.whole
        for path in (settings.root / folder).rglob("*.py")
    }
    return sorted(path for path in found if path not in made)
