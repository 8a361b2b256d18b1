"""STOP-GAP until the new reader is here: the old reader's result in the new words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from oldliterate.reading import reader as old  # type: ignore
from oldliterate.reading import session

from literate.model import Attributes, Block, Chapter, Claim, ClaimKind, Kind, Line, Passage, Problem, Section


def load(root: Path, path: str) -> Chapter:
    """Read the chapter at `path`, relative to `root`; what cannot be read is a problem of it."""
    found = old.load(root, path)
    return read(found.text, path) if not found.problems else _new(found)


def decode(data: bytes, path: str) -> Chapter:
    """Read a chapter from its bytes: UTF-8, with or without a byte order mark, any line ends."""
    found = old.decode(data, path)
    return read(found.text, path) if not found.problems else _new(found)


def read(text: str, path: str) -> Chapter:
    """Read a chapter from its text."""
    return _new(old.read(text, path, prose=True))


def _new(c: Any) -> Chapter:
    blocks = tuple(
        Block(Kind(b.kind.value), b.path, b.line, tuple(Line(*x) for x in b.lines), Section(*b.section), Attributes(*b.attributes), b.hidden)
        for b in c.blocks
    )
    claims = [Claim(ClaimKind.NUMBER, n.path, n.line, n.expression, n.shown, Section(*n.section)) for n in c.computed]
    faulty = [p.line for p in c.problems]
    for b in blocks:
        if b.kind is Kind.EXAMPLE:
            claims += [Claim(ClaimKind.EXAMPLE, b.path, i.line, i.source, i.want, b.section, b) for i in session.examples(b.lines, b.path)[0]]
        elif b.kind is Kind.TRANSCRIPT:
            claims += [Claim(ClaimKind.COMMAND, b.path, i.line, i.source, i.want, b.section, b) for i in session.commands(b.lines, b.path)[0]]
        elif b.kind is Kind.CELL and not any(b.line <= n <= b.lines[-1].number for n in faulty):
            claims.append(Claim(ClaimKind.CELL, b.path, b.lines[0].number, b.text, "", b.section, b))
    claims.sort(key=lambda claim: claim.line)
    return Chapter(
        c.path,
        c.text,
        tuple(Section(*s) for s in c.sections),
        blocks,
        tuple(claims),
        tuple(Passage(p.text, p.maths, p.line, Section(*p.section)) for p in c.passages),
        tuple(Problem(p.path, p.line, p.what(), p.mend()) for p in c.problems),
    )
