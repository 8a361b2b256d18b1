"""The project as the Sphinx build sees it: read once per process and per state of the chapters."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from docutils import nodes  # type: ignore[import-untyped]

from literate import config
from literate.assembling import paths
from literate.errors import CallError
from literate.reading import reader
from literate.reading.chapter import Block, Chapter, Kind
from literate.reading.numbering import Numbering


@dataclass(frozen=True)
class Part:
    """A tangled block as a part of its file: its label, and those of the parts before and after it.

    `number` counts the tangled blocks of a chapter, after the chapter's own number; empty where it has none.
    """

    target: str
    label: str
    number: str
    before: str | None
    after: str | None


class Book:
    """The chapters of a project and how their blocks hang together."""

    def __init__(self, settings: config.Config, chapters: Iterable[Chapter]) -> None:
        self.config = settings
        self.chapters = {chapter.path: chapter for chapter in chapters}
        self._parts: dict[tuple[str, int], Part] = {}
        self._by_code: dict[tuple[str, str], list[Block]] = {}
        files: dict[str, list[Block]] = {}
        numbers: dict[tuple[str, int], str] = {}
        for chapter in self.chapters.values():
            for block in chapter.blocks:
                self._by_code.setdefault((chapter.path, block.text.strip("\n")), []).append(block)
            own = Numbering(chapter.path).number(1)
            tangled = [block for block in chapter.blocks if block.kind is Kind.TANGLED]
            for count, block in enumerate(tangled, start=1):
                numbers[block.path, block.line] = f"{own}.{count}" if own else ""
                files.setdefault(paths.normal(block.attributes.tangle or ""), []).append(block)
        for target, blocks in files.items():
            labels = [nodes.make_id(f"tangled {target} {number}") for number in range(1, len(blocks) + 1)]
            around = [None, *labels, None]
            for number, block in enumerate(blocks):
                place = block.path, block.line
                self._parts[place] = Part(
                    target, labels[number], numbers[place], around[number], around[number + 2]
                )

    def part(self, block: Block) -> Part:
        return self._parts[block.path, block.line]

    def find(self, path: str, code: str, line: int) -> Block | None:
        """The block of a chapter whose code is `code`; of several, the one nearest to `line`."""
        blocks = self._by_code.get((path, code.strip("\n")), [])
        return min(blocks, key=lambda block: abs(block.line - line), default=None)

    def parts_of(self, path: str) -> list[Part]:
        """The parts that a chapter shows, in order: what its captions say."""
        chapter = self.chapters.get(path)
        blocks = chapter.blocks if chapter else ()
        return [self.part(block) for block in blocks if block.kind is Kind.TANGLED]


def load(root: Path) -> Book | None:
    """The book in the folder `root`, or None when it holds no such project."""
    try:
        settings = config.load(root)
    except CallError:
        return None
    names = settings.chapter_paths()
    return _book(settings, tuple((name, (root / name).read_bytes()) for name in names))


@lru_cache(maxsize=4)
def _book(settings: config.Config, files: tuple[tuple[str, bytes], ...]) -> Book:
    return Book(settings, [reader.decode(data, name) for name, data in files])
