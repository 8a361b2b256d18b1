"""What the chapters claim, and the numerals in them that nothing checks.

A numeral counts as checked when, somewhere in its section, an example or a command prints that number, a
computed number shows it, or code that runs there holds it. A section is what stands under a heading of the
second level. Signs are not compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from literate import numerals
from literate.model import Chapter, Claim, ClaimKind, Kind, Passage, Section
from literate.settings import Typed


class Unchecked(NamedTuple):
    """A numeral that nothing checks, with the words around it."""

    written: str
    words: str
    path: str
    line: int
    section: Section


class Count(NamedTuple):
    """What one chapter claims: how often in which way, and the numerals that nothing checks."""

    path: str
    kinds: Counter[ClaimKind]
    unchecked: tuple[Unchecked, ...]


def count(chapter: Chapter) -> Count:
    """Count the claims of a chapter."""
    tops = _tops(chapter)
    sizes: dict[Section, set[float]] = {}
    for claim in chapter.claims:
        sizes.setdefault(tops[claim.section], set()).update(_sizes(claim))
    for block in chapter.blocks:
        if block.kind is Kind.TANGLED:
            sizes.setdefault(tops[block.section], set()).update(numerals.held(block.text))
    unchecked = [
        Unchecked(written, _words(passage, written), chapter.path, passage.line, passage.section)
        for passage in chapter.passages
        for written in (numerals.in_formula if passage.maths else numerals.in_prose)(passage.text)
        if not numerals.same(written, sizes.get(tops[passage.section], set()))
    ]
    return Count(chapter.path, Counter(claim.kind for claim in chapter.claims), tuple(unchecked))


def sort_out(counts: Iterable[Count], typed: Iterable[Typed]) -> tuple[list[Unchecked], list[Typed]]:
    """The numerals that nothing checks and that are not allowed, and the allowances that no numeral needs."""
    found = [numeral for count in counts for numeral in count.unchecked]
    allowed = {(entry.chapter, entry.number) for entry in typed}
    present = {(numeral.path, numeral.written) for numeral in found}
    return (
        [numeral for numeral in found if (numeral.path, numeral.written) not in allowed],
        [entry for entry in typed if (entry.chapter, entry.number) not in present],
    )


def _tops(chapter: Chapter) -> dict[Section, Section]:
    """For each section the one of the second level that holds it."""
    held: list[Section] = [block.section for block in chapter.blocks]
    held += [claim.section for claim in chapter.claims]
    held += [passage.section for passage in chapter.passages]
    tops = {section: section for section in held}
    top: Section | None = None
    for section in chapter.sections:
        top = section if section.level <= 2 or top is None else top
        tops[section] = top
    return tops


def _sizes(claim: Claim) -> set[float]:
    """The sizes of the numbers that a claim shows, and of those that its Python code holds."""
    held = numerals.printed if claim.kind is ClaimKind.COMMAND else numerals.held
    return numerals.printed(claim.want) | held(claim.source)


def _words(passage: Passage, written: str, around: int = 30) -> str:
    if passage.maths:
        return f"${passage.text.strip()}$"
    at = passage.text.find(written)
    start, end = max(at - around, 0), at + len(written) + around
    return ("…" if start else "") + passage.text[start:end].strip() + ("…" if end < len(passage.text) else "")
