"""A whole project read once: its chapters, the files they make, and all that is wrong with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from literate import paths, program, reader, starter
from literate.config import Config
from literate.errors import CallError, NotReadHere, Problem, TextErrors, UnknownHeading
from literate.program import Target
from literate.reader import Block, Chapter, Kind


@dataclass(frozen=True)
class Project:
    """What the chapters of a project make. `problems` is empty when it can be written."""

    config: Config
    chapters: tuple[Chapter, ...]
    targets: dict[str, Target]
    problems: tuple[Problem, ...]

    def demand(self) -> Project:
        """Return itself, or raise all problems together."""
        if self.problems:
            raise TextErrors(self.problems)
        return self


def load(config: Config, on_disk: bool = True) -> Project:
    """Read the project from its folder; with `on_disk`, links among the outputs count too."""
    names = config.chapter_paths()
    if not names:
        raise CallError(f"[tool.literate]: no chapter matches {', '.join(config.chapters)}.")
    return build(config, [reader.load(config.root, name) for name in names], on_disk)


def build(config: Config, chapters: Sequence[Chapter], on_disk: bool = False) -> Project:
    """Make the files of chapters that are read already."""
    problems = [problem for chapter in chapters for problem in chapter.problems]
    titles = {section.title for chapter in chapters for section in chapter.sections}
    good = []
    for block in (block for chapter in chapters for block in chapter.blocks if block.kind is Kind.TANGLED):
        found = _refuse(block, config, titles, on_disk)
        problems += found
        if not found:
            good.append(block)
    targets, found = program.join(good)
    problems += found
    if not problems:
        for entry in config.starters:
            target, found = starter.derive(entry, targets, config)
            problems += found
            if target is not None:
                targets[target.path] = target
    return Project(config, tuple(chapters), targets, tuple(problems))


def _refuse(block: Block, config: Config, titles: set[str], on_disk: bool) -> list[Problem]:
    found: list[Problem] = []
    target = block.attributes.tangle or ""
    root = config.root if on_disk else None
    outside = paths.refuse(target, config.outputs, root, block.path, block.line)
    if outside:
        found.append(outside)
    if paths.normal(target) in {entry.target for entry in config.starters}:
        advice = "Tangle to its sources instead"
        place = f"a block for {target!r}, which is derived from other files,"
        found.append(NotReadHere(block.path, block.line, place, advice))
    explained = block.attributes.explained
    if explained is not None and explained not in titles:
        found.append(UnknownHeading(block.path, block.line, explained, tuple(sorted(titles))))
    return found
