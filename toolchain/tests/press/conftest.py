"""A sample book, rendered with the project's own configuration."""

import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml
from books import PrintedBook, with_everything
from bs4 import BeautifulSoup

ROOT = Path(__file__).resolve().parents[3]
SAMPLE = Path(__file__).parent / "sample"


@dataclass(frozen=True)
class SampleBook:
    """A folder with a book's sources; `build` renders it as `make book` does."""

    folder: Path

    def build(self) -> "subprocess.CompletedProcess[str]":
        command = [Path(sys.executable).parent / "jupyter-book", "build", ".", "-W", "--keep-going"]
        return subprocess.run(
            command, cwd=self.folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
        )

    def html(self, page: str) -> Path:
        return self.folder / "_build" / "html" / f"{page}.html"

    def page(self, page: str) -> BeautifulSoup:
        return BeautifulSoup(self.html(page).read_text("utf-8"), "html.parser")

    def edit(self, path: str, old: str, new: str) -> None:
        file = self.folder / path
        text = file.read_text("utf-8")
        assert old in text
        file.write_text(text.replace(old, new), "utf-8")


def make_sample_book(folder: Path) -> SampleBook:
    """The sample's sources with the project's configuration, less what reads the chapters' program."""
    shutil.copytree(SAMPLE, folder, ignore=shutil.ignore_patterns("chapters"))
    shutil.copytree(SAMPLE / "chapters", folder / "book")  # the name `book` would make them chapters to test
    shutil.copytree(
        ROOT / "book" / "figures", folder / "book" / "figures", ignore=shutil.ignore_patterns("__pycache__")
    )
    config = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))
    config["sphinx"]["extra_extensions"].remove("literate.sphinx_ext")
    del config["sphinx"]["config"]["myst_fence_as_directive"]
    (folder / "_config.yml").write_text(yaml.safe_dump(config), "utf-8")
    return SampleBook(folder)


@pytest.fixture(scope="session")
def rendered(tmp_path_factory: pytest.TempPathFactory) -> SampleBook:
    """The sample book, built once. Tests only look at it."""
    book = make_sample_book(tmp_path_factory.mktemp("rendered") / "book")
    result = book.build()
    assert result.returncode == 0, result.stdout
    return book


@pytest.fixture
def copy(rendered: SampleBook, tmp_path: Path) -> SampleBook:
    """The built book in a folder of the test's own, to be changed and built again."""
    folder = tmp_path / "book"
    shutil.copytree(rendered.folder, folder)
    return SampleBook(folder)


@pytest.fixture(scope="session")
def printed(rendered: SampleBook, tmp_path_factory: pytest.TempPathFactory) -> PrintedBook:
    """The sample book as PDF and EPUB, built once, with the figures of `rendered`. Tests only look at it."""
    folder = tmp_path_factory.mktemp("printed") / "book"
    shutil.copytree(rendered.folder, folder)
    book = with_everything(folder)
    for builder in ("pdf", "epub"):
        result = book.build(builder)
        assert result.returncode == 0, result.stdout
    return book


@pytest.fixture(scope="session")
def printed_again(printed: PrintedBook, tmp_path_factory: pytest.TempPathFactory) -> PrintedBook:
    """The same book, built once more in another folder."""
    book = printed.copy(tmp_path_factory.mktemp("printed-again") / "book")
    for builder in ("pdf", "epub"):
        result = book.build(builder)
        assert result.returncode == 0, result.stdout
    return book
