"""The sample book with one more page, as PDF and as EPUB."""

import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import yaml

EVERYTHING = Path(__file__).with_name("everything.md")


@dataclass(frozen=True)
class PrintedBook:
    """A folder with a book's sources, built by any of Sphinx's builders."""

    folder: Path

    def build(self, builder: str) -> "subprocess.CompletedProcess[str]":
        return build(self.folder, self.folder, builder)

    @property
    def pdf(self) -> Path:
        return self.folder / "_build" / "pdf" / "book.pdf"

    @property
    def epub(self) -> Path:
        return self.folder / "_build" / "epub" / "tinygpt.epub"

    def copy(self, folder: Path) -> "PrintedBook":
        """The built book in another folder, less what was built."""
        shutil.copytree(self.folder, folder, ignore=shutil.ignore_patterns("pdf", "epub"))
        return PrintedBook(folder)


def build(source: Path, output: Path, builder: str) -> "subprocess.CompletedProcess[str]":
    """What `make pdf` and `make epub` do."""
    command = [Path(sys.executable).parent / "jupyter-book", "build", source, "--path-output", output]
    command += ["--builder", "custom", "--custom-builder", builder, "-W", "--keep-going"]
    return subprocess.run(
        command, cwd=source, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )


def with_everything(folder: Path) -> PrintedBook:
    """The sample book in a folder, with the page `everything` added."""
    shutil.copy(EVERYTHING, folder / "book")
    toc = yaml.safe_load((folder / "_toc.yml").read_text("utf-8"))
    toc["chapters"].append({"file": "book/everything"})
    (folder / "_toc.yml").write_text(yaml.safe_dump(toc), "utf-8")
    return PrintedBook(folder)
