"""STOP-GAP until the new one is here: the old project's result in the new words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from oldliterate import config, project as old  # type: ignore
from oldliterate.reading import reader as oldreader

from literate.model import Attributes, Block, Book, Chapter, Kind, Line, Origin, Problem, Section, Target
from literate.read import chapter
from literate.settings import Settings


def load(settings: Settings, on_disk: bool = True) -> Book:
    """Read the book from its folder; with `on_disk`, links among the outputs count too."""
    return build(settings, [chapter.load(settings.root, name) for name in settings.chapter_paths()], on_disk)


def build(settings: Settings, chapters: Sequence[Chapter], on_disk: bool = False) -> Book:
    """Make the files of chapters that are read already."""
    starters = tuple(config.StarterConfig(*s) for s in settings.starters)
    c = config.Config(settings.root, settings.chapters, settings.outputs, settings.imports, starters, config.ClaimsConfig(), settings.whole)
    p = old.build(c, [oldreader.read(ch.text, ch.path) for ch in chapters], on_disk)
    targets = {path: _target(t) for path, t in p.targets.items()}
    problems = [*(x for ch in chapters for x in ch.problems), *(Problem(x.path, x.line, x.what(), x.mend()) for x in p.problems)]
    return Book(settings, tuple(chapters), targets, tuple(dict.fromkeys(problems)))


def revised(book: Book, texts: Mapping[str, str]) -> Book:
    """The book with other texts for some of its chapters."""
    return build(book.settings, [chapter.read(texts[c.path], c.path) if c.path in texts else c for c in book.chapters])


def _block(b: Any) -> Block:
    return Block(Kind(b.kind.value), b.path, b.line, tuple(Line(*x) for x in b.lines), Section(*b.section), Attributes(*b.attributes), b.hidden)


def _target(t: Any) -> Target:
    return Target(t.path, list(t.lines), [Origin(_block(o.block), o.line, o.column, o.indent, o.own) for o in t.origins], [_block(b) for b in t.blocks], t.derived)
