"""The book: its chapters read, the files that they make, and what is wrong; nothing is written here."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath

from literate import lab_starter
from literate.errors import nearest, unwarned
from literate.join import join
from literate.model import Block, Book, Chapter, Kind, Problem, Target
from literate.read import chapter as reader
from literate.settings import Settings


def load(settings: Settings, on_disk: bool = True) -> Book:
    """Read the book from its folder; with `on_disk`, links among the outputs count too."""
    return build(settings, [reader.load(settings.root, path) for path in settings.chapter_paths()], on_disk)


def build(settings: Settings, chapters: Sequence[Chapter], on_disk: bool = False) -> Book:
    """Make the files of chapters that are read already; all that is wrong is in the book's `problems`."""
    with unwarned():
        targets, problems = _targets(settings, chapters, on_disk)
    return Book(settings, tuple(chapters), targets, tuple(problems))


def revised(book: Book, texts: Mapping[str, str]) -> Book:
    """The book with other texts for some of its chapters."""
    chapters = [
        reader.read(texts[chapter.path], chapter.path) if chapter.path in texts else chapter
        for chapter in book.chapters
    ]
    return build(book.settings, chapters)


def _targets(
    settings: Settings, chapters: Sequence[Chapter], on_disk: bool
) -> tuple[dict[str, Target], list[Problem]]:
    problems = [problem for chapter in chapters for problem in chapter.problems]
    sections = [section for chapter in chapters for section in chapter.sections]
    titles = {section.title for section in sections}
    groups: dict[str, list[Block]] = {}
    for block in (block for chapter in chapters for block in chapter.blocks if block.kind is Kind.TANGLED):
        groups.setdefault(block.target, []).append(block)
        explained = block.attributes.explained
        if explained is not None and explained not in titles:
            guess = nearest(explained, sorted(titles))
            what = f"no heading {explained!r} in the chapters{'.' if guess else ''}{guess}"
            mend = "Give the heading's text exactly as the chapter has it"
            problems.append(Problem(block.path, block.line, what, mend))
    good: list[Block] = []
    for path, group in groups.items():
        faults = [*_faults(path, group, groups, settings, on_disk)]
        problems += faults
        good += [] if faults else group
    if on_disk:
        problems += _one_file_by_two_names(settings.root, groups)
    targets, unjoined = join(good)
    problems += unjoined
    for entry in settings.starters:
        if fault := misplaced(entry.target, settings, on_disk):
            problems.append(_bad_target("pyproject.toml", 1, entry.target, *fault))
    if not problems:
        for entry in settings.starters:
            target, underived = lab_starter.derive(entry, targets, settings, sections)
            problems += underived
            if target is not None:
                targets[target.path] = target
    return targets, problems


def _faults(
    path: str, group: list[Block], names: Iterable[str], settings: Settings, on_disk: bool
) -> Iterator[Problem]:
    """What is wrong with where the blocks of one target want to go."""
    fault = misplaced(path, settings, on_disk)
    parents = {parent.as_posix() for parent in PurePosixPath(path).parents}
    for block in group:
        target = block.attributes.tangle or ""
        if fault:
            yield _bad_target(block.path, block.line, target, *fault)
        for parent in parents.intersection(names):
            detail = f"lies below another target, {parent!r}"
            yield _bad_target(block.path, block.line, target, detail, "Name another folder")
        if any(path == entry.target for entry in settings.starters):
            what = (
                f"a block for {target!r}, which is derived from other files, is not read, so nothing checks"
            )
            yield Problem(block.path, block.line, f"{what} it", "Tangle to its sources instead")


def _bad_target(path: str, line: int, target: str, detail: str, mend: str) -> Problem:
    return Problem(path, line, f"the target {target!r} {detail}", mend)


def misplaced(target: str, settings: Settings, on_disk: bool) -> tuple[str, str] | None:
    """Why a target may not be written, and how to mend it; with `on_disk`, for what lies there too."""
    below = f"Give a path below one of: {', '.join(settings.outputs)}"
    path = PurePosixPath(target)
    if "\\" in target or any(ord(letter) < 32 for letter in target):
        return "holds a character no path of ours may have", "Use / and plain names"
    if path.is_absolute() or target[1:2] == ":":
        return "is absolute", below
    if ".." in path.parts:
        return "goes up with '..'", below
    if not target.endswith(".py"):
        return "is not a Python file", "Give it a name that ends in .py"
    if not any(PurePosixPath(output) in path.parents for output in settings.outputs):
        return "lies outside the declared outputs", below
    return _misplaced_on_disk(settings.root / target, settings) if on_disk else None


def _misplaced_on_disk(place: Path, settings: Settings) -> tuple[str, str] | None:
    if place.is_dir():
        return "is a folder", "Name a file"
    real = Path(os.path.realpath(place))
    if not any(Path(os.path.realpath(settings.root), output) in real.parents for output in settings.outputs):
        detail = f"leads out of the outputs through a link, to {real}"
        return detail, "Take the link away, or name another file"
    for parent in place.parents:
        if parent.is_file():
            return f"lies below {parent.name!r}, which is a file", "Name another folder"
    return None


def _one_file_by_two_names(root: Path, groups: Mapping[str, list[Block]]) -> Iterator[Problem]:
    """Targets that links make one file: one of them would be lost."""
    first: dict[str, Block] = {}
    for path, (block, *_) in groups.items():
        other = first.setdefault(os.path.realpath(root / path), block)
        if other is not block:
            name = other.attributes.tangle
            detail = f"is the same file as {name!r} of {other.path}:{other.line}, through a link"
            target = block.attributes.tangle or ""
            yield _bad_target(block.path, block.line, target, detail, "Use one name for it")
