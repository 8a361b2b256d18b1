"""A whole project read once: its chapters, the files they make, and all that is wrong with them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from literate.assembling import paths, program
from literate.assembling.program import Target
from literate.config import Config, top_folder
from literate.errors import BadTarget, CallError, NotReadHere, Problem, TextErrors, UnknownHeading
from literate.reading import reader
from literate.reading.chapter import Block, Chapter, Kind, Section
from literate.unwarned import unwarned


class Project(NamedTuple):
    """What the chapters of a project make. `problems` is empty when it can be written."""

    config: Config
    chapters: tuple[Chapter, ...]
    targets: dict[str, Target]
    problems: tuple[Problem, ...]

    def sections(self) -> list[Section]:
        """The sections of all chapters, in reading order."""
        return [section for chapter in self.chapters for section in chapter.sections]

    def revised(self, texts: Mapping[str, str]) -> Project:
        """The project with other texts for some of its chapters."""
        chapters = [
            reader.read(texts[chapter.path], chapter.path) if chapter.path in texts else chapter
            for chapter in self.chapters
        ]
        return build(self.config, chapters)

    def demand(self) -> Project:
        """Return itself, or raise all problems together."""
        if self.problems:
            raise TextErrors(self.problems)
        return self


def load(config: Config, on_disk: bool = True) -> Project:
    """Read the project from its folder; with `on_disk`, links among the outputs count too."""
    names = config.chapter_paths()
    for pattern in config.chapters:
        if not any(config.takes_in(pattern, name) for name in names):
            raise CallError(f"[tool.literate]: no chapter matches {pattern}{_unlisted(config, pattern)}.")
    return build(config, [reader.load(config.root, name) for name in names], on_disk)


def _unlisted(config: Config, pattern: str) -> str:
    """Why the folder of a pattern cannot be searched, if that is so."""
    try:
        os.scandir(config.root / top_folder(pattern)).close()
    except OSError as error:
        return f": {top_folder(pattern)}: {error.strerror}"
    return ""


@unwarned()
def build(config: Config, chapters: Sequence[Chapter], on_disk: bool = False) -> Project:
    """Make the files of chapters that are read already."""
    problems = [problem for chapter in chapters for problem in chapter.problems]
    sections = [section for chapter in chapters for section in chapter.sections]
    titles = {section.title for section in sections}
    known = {None, *titles}
    blocks = [block for chapter in chapters for block in chapter.blocks if block.kind is Kind.TANGLED]
    names = {paths.normal(block.attributes.tangle or "") for block in blocks}
    disk = config.root if on_disk else None
    outside = {name: paths.refuse(name, config.outputs, disk, "", 0) for name in sorted(names)}
    if on_disk:
        problems += _one_file_by_two_names(blocks, config)
    derived = {entry.target for entry in config.starters}
    refused = {
        name for name in names if outside[name] or name in derived or not names.isdisjoint(paths.above(name))
    }
    good = []
    for block in blocks:
        if paths.normal(block.attributes.tangle or "") in refused or block.attributes.explained not in known:
            problems += _faults(block, derived, outside, titles)
        else:
            good.append(block)
    targets, unjoined = program.join(good)
    problems += unjoined
    for entry in config.starters:
        fault = paths.refuse(entry.target, config.outputs, disk, "pyproject.toml", 1)
        problems += [fault] if fault else []
    if config.starters and not problems:
        from literate.starters import starter

        for entry in config.starters:
            target, underived = starter.derive(entry, targets, config, sections)
            problems += underived
            if target is not None:
                targets[target.path] = target
    return Project(config, tuple(chapters), targets, tuple(problems))


def _one_file_by_two_names(blocks: Sequence[Block], config: Config) -> Iterator[Problem]:
    """Targets that links make one file: one of them would be lost."""
    first: dict[str, Block] = {}
    for block in blocks:
        first.setdefault(paths.normal(block.attributes.tangle or ""), block)
    real: dict[str, Block] = {}
    for target, block in first.items():
        other = real.setdefault(os.path.realpath(config.root / target), block)
        name = other.attributes.tangle or ""
        if other is not block:
            detail = f"is the same file as {name!r} of {other.path}:{other.line}, through a link"
            yield BadTarget(block.path, block.line, target, detail, "Use one name for it")


def _faults(
    block: Block, derived: set[str], outside: dict[str, BadTarget | None], titles: set[str]
) -> Iterator[Problem]:
    """What is wrong with where a block wants to go; `outside` holds every target's own fault."""
    target = block.attributes.tangle or ""
    fault = outside[paths.normal(target)]
    if fault:
        yield replace(fault, path=block.path, line=block.line, target=target)
    for parent in paths.above(paths.normal(target)):
        if parent in outside:
            detail = f"lies below another target, {parent!r}"
            yield BadTarget(block.path, block.line, target, detail, "Name another folder")
    if paths.normal(target) in derived:
        place = f"a block for {target!r}, which is derived from other files,"
        yield NotReadHere(block.path, block.line, place, "Tangle to its sources instead")
    explained = block.attributes.explained
    if explained is not None and explained not in titles:
        yield UnknownHeading(block.path, block.line, explained, tuple(sorted(titles)))
