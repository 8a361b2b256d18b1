"""A project in a scratch folder, from chapters written inline."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from literate import build, cli, settings
from literate.git import OF_ONE_REPOSITORY
from literate.model import Book

SETTINGS = """\
[tool.literate]
chapters = ["book/*.md"]
outputs = ["src/pkg", "examples"]
"""


class Folder:
    """A project's folder: its chapters, its files, and the command run in it."""

    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.root, self.monkeypatch = root, monkeypatch
        self.write("pyproject.toml", SETTINGS)

    def write(self, path: str, text: str | bytes) -> Path:
        place = self.root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
        return place

    def read(self, path: str) -> str:
        return (self.root / path).read_bytes().decode("utf-8")

    def files(self) -> list[str]:
        """The files of the outputs, as paths."""
        found = [*self.root.glob("src/**/*"), *self.root.glob("examples/**/*")]
        return sorted(place.relative_to(self.root).as_posix() for place in found if place.is_file())

    def settings(self) -> settings.Settings:
        return settings.load(self.root)

    def book(self) -> Book:
        return build.load(self.settings())

    def literate(self, *arguments: str) -> int:
        self.monkeypatch.chdir(self.root)
        return cli.main(arguments)


@pytest.fixture(autouse=True, scope="session")
def no_repository_is_named() -> Iterator[None]:
    """Run by a hook of git, the tests would otherwise commit into the repository of the hook."""
    with pytest.MonkeyPatch.context() as patch:
        for name in OF_ONE_REPOSITORY:
            patch.delenv(name, raising=False)
        yield


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    return Folder(tmp_path, monkeypatch)


@pytest.fixture
def tangled(folder: Folder) -> Callable[[str], dict[str, str]]:
    """Tangle one chapter and return every file made; problems are raised."""

    def tangle(text: str) -> dict[str, str]:
        folder.write("book/a.md", text)
        return {path: target.text for path, target in folder.book().demand().targets.items()}

    return tangle
