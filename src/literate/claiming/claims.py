"""What the chapters claim, and the numerals in them that nothing checks.

A numeral counts as checked when, somewhere in its section, an example or a command prints that number, a
computed number shows it, or code that runs there holds it. A section is what stands under a heading of the
second level. Signs are not compared.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from literate.claiming import numerals
from literate.config import ClaimsConfig, Typed
from literate.reading import session
from literate.reading.chapter import Block, Chapter, Kind, Passage, Section


@dataclass(frozen=True)
class Unchecked:
    """A numeral that nothing checks, with the words around it."""

    written: str
    words: str
    path: str
    line: int
    section: Section


@dataclass(frozen=True)
class Count:
    """What one chapter claims."""

    path: str
    examples: int
    commands: int
    computed: int
    cells: int
    unchecked: tuple[Unchecked, ...]


def count(chapter: Chapter) -> Count:
    """Count the claims of a chapter that was read with its prose."""
    tops = _tops(chapter)
    sizes: dict[Section, set[float]] = {}
    for block in chapter.blocks:
        sizes.setdefault(tops[block.section], set()).update(_sizes(block))
    for number in chapter.computed:
        shown = numerals.printed(number.shown) | numerals.held(number.expression)
        sizes.setdefault(tops[number.section], set()).update(shown)
    unchecked = [
        Unchecked(written, _words(passage, written), chapter.path, passage.line, passage.section)
        for passage in chapter.passages
        for written in _written(passage)
        if not numerals.same(written, sizes.get(tops[passage.section], set()))
    ]
    blocks = chapter.blocks
    return Count(
        chapter.path,
        sum(len(session.examples(b.lines, b.path)[0]) for b in blocks if b.kind is Kind.EXAMPLE),
        sum(len(session.commands(b.lines, b.path)[0]) for b in blocks if b.kind is Kind.TRANSCRIPT),
        len(chapter.computed),
        sum(block.kind is Kind.CELL for block in blocks),
        tuple(unchecked),
    )


def sort_out(counts: Iterable[Count], config: ClaimsConfig) -> tuple[list[Unchecked], list[Typed]]:
    """The numerals that nothing checks and that are not allowed, and the allowances that no numeral needs."""
    found = [numeral for count in counts for numeral in count.unchecked]
    allowed = {(entry.chapter, entry.number) for entry in config.typed}
    present = {(numeral.path, numeral.written) for numeral in found}
    return (
        [numeral for numeral in found if (numeral.path, numeral.written) not in allowed],
        [entry for entry in config.typed if (entry.chapter, entry.number) not in present],
    )


def _tops(chapter: Chapter) -> dict[Section, Section]:
    """For each section the one of the second level that holds it."""
    held = [*(block.section for block in chapter.blocks), *(p.section for p in chapter.passages)]
    tops = {section: section for section in held}
    top: Section | None = None
    for section in chapter.sections:
        top = section if section.level <= 2 or top is None else top
        tops[section] = top
    return tops


def _sizes(block: Block) -> set[float]:
    if block.kind is Kind.ILLUSTRATIVE:
        return set()
    if block.kind is Kind.EXAMPLE:
        items = session.examples(block.lines, block.path)[0]
        return set().union(*(numerals.printed(item.want) | numerals.held(item.source) for item in items))
    return numerals.printed(block.text) if block.kind is Kind.TRANSCRIPT else numerals.held(block.text)


def _written(passage: Passage) -> Iterable[str]:
    return (numerals.in_formula if passage.maths else numerals.in_prose)(passage.text)


def _words(passage: Passage, written: str, around: int = 30) -> str:
    if passage.maths:
        return f"${passage.text.strip()}$"
    at = passage.text.find(written)
    start, end = max(at - around, 0), at + len(written) + around
    return ("…" if start else "") + passage.text[start:end].strip() + ("…" if end < len(passage.text) else "")
