"""The files that the chapters' blocks make, line by line, each line with its place in a chapter."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from literate.assembling import paths
from literate.assembling.layout import INDENT, Edge, Piece, compiles, piece, space
from literate.errors import UNPARSED, BadSyntax, ClosedClass, NotSaidShared, Problem, UnknownClass
from literate.reading.chapter import Block

# What such a statement means, or whether it may stand there, depends on what comes before it in the file.
_OF_ALL = ("__future__", "global")


class Origin(NamedTuple):
    """Where a tangled line comes from.

    `column` counts the characters before the line's text in the chapter, `indent` those put before it in the
    file; `own` is False for the empty lines put between blocks, which count as their neighbour's.
    """

    block: Block
    line: int
    column: int | None
    indent: int
    own: bool = True

    @property
    def path(self) -> str:
        return self.block.path


@dataclass
class Target:
    """One tangled file; `derived` when it is made from other tangled files."""

    path: str
    lines: list[str] = field(default_factory=list)
    origins: list[Origin] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    derived: bool = False

    @property
    def text(self) -> str:
        return "\n".join([*self.lines, ""])

    def origin(self, line: int) -> Origin:
        """The origin of a line, counted from 1; a line beyond the end counts as the last."""
        return self.origins[min(max(line, 1), len(self.origins)) - 1]


@dataclass
class _Slot:
    """A piece at the top of a file, and the pieces appended to each class it defines."""

    piece: Piece
    methods: dict[str, list[Piece]] = field(default_factory=dict)


def join(blocks: Iterable[Block]) -> tuple[dict[str, Target], list[Problem]]:
    """Join blocks, in the order given, into their files."""
    groups: dict[str, list[Block]] = {}
    for block in blocks:
        groups.setdefault(paths.normal(block.attributes.tangle or ""), []).append(block)
    targets: dict[str, Target] = {}
    problems: list[Problem] = []
    for path, group in groups.items():
        problems += _unsaid(path, group)
        target, found = _file(path, group)
        problems += found
        targets[path] = target
    return targets, problems


def _unsaid(path: str, group: list[Block]) -> list[Problem]:
    first: dict[str, Block] = {}
    for block in group:
        first.setdefault(block.path, block)
    if len(first) < 2:
        return []
    return [
        NotSaidShared(chapter, block.line, path, next(other for other in first if other != chapter))
        for chapter, block in first.items()
        if not block.attributes.shared
    ]


def _file(path: str, group: list[Block]) -> tuple[Target, list[Problem]]:
    target = Target(path, blocks=group)
    problems: list[Problem] = []
    slots: list[_Slot] = []
    for block in group:
        part = piece(block)
        if isinstance(part, BadSyntax):
            problems.append(part)
        elif block.attributes.class_name is None:
            slots.append(_Slot(part))
        else:
            problems += _append(slots, part, path)
    problems = [_placed(problem, slots) for problem in problems]
    before: Edge | None = None
    for slot in slots:
        _write(target, slot, before)
        before = slot.piece.last
    if not problems and not _right_alone(target, slots):
        problems += _whole(target)
    return target, problems


def _right_alone(target: Target, slots: list[_Slot]) -> bool:
    """Whether each block compiles by itself, and means the same in the file."""
    return (
        not any(slot.methods for slot in slots)
        and not any(word in target.text for word in _OF_ALL)
        and all(slot.piece.compiled or compiles(slot.piece.code) for slot in slots)
    )


def _append(slots: list[_Slot], part: Piece, path: str) -> list[Problem]:
    name, block = part.block.attributes.class_name or "", part.block
    homes = [(slot, body) for slot in slots for body in slot.piece.classes if body.name == name]
    if not homes:
        known = tuple(dict.fromkeys(body.name for slot in slots for body in slot.piece.classes))
        return [UnknownClass(block.path, block.line, name, path, known)]
    slot, body = homes[-1]
    if len(homes) > 1:
        return [ClosedClass(block.path, block.line, name, f"is defined {len(homes)} times in {path!r}")]
    if body.closed:
        return [ClosedClass(block.path, block.line, name, body.closed)]
    slot.methods.setdefault(name, []).append(part)
    return []


def _placed(problem: Problem, slots: list[_Slot]) -> Problem:
    """A class that is missed, with the place where it comes later."""
    if not isinstance(problem, UnknownClass):
        return problem
    for slot in slots:
        if any(body.name == problem.name for body in slot.piece.classes):
            return replace(problem, later=f"{slot.piece.block.path}:{slot.piece.block.line}")
    return problem


def _write(target: Target, slot: _Slot, before: Edge | None) -> None:
    part = slot.piece
    if before is not None:
        _part(target, before, part, 0)
    start = 0
    for body in part.classes:
        _rows(target, part, range(start, body.end), 0)
        for method in slot.methods.get(body.name, []):
            _part(target, Edge.OTHER, method, 1)
            _rows(target, method, range(len(method.rows)), INDENT)
        start = body.end
    _rows(target, part, range(start, len(part.rows)), 0)


def _part(target: Target, before: Edge, after: Piece, depth: int) -> None:
    origin = target.origins[-1]
    for _ in range(space(before, after.first, depth)):
        target.lines.append("")
        target.origins.append(Origin(origin.block, origin.line, origin.column, origin.indent, own=False))


def _rows(target: Target, part: Piece, rows: range, indent: int) -> None:
    block = part.block
    for row in rows:
        text, number, column = block.lines[part.rows[row]]
        depth = indent
        if indent and row in part.verbatim:
            depth = 0
        elif indent:
            text = " " * indent + text if text.strip() else ""
            depth = indent if text else 0
        target.lines.append(text)
        target.origins.append(Origin(block, number, column, depth))


def _whole(target: Target) -> list[Problem]:
    """Compile the joined file; a `return` outside a function shows only now."""
    if not target.lines:
        return []
    try:
        compile(target.text, target.path, "exec", dont_inherit=True)
    except UNPARSED as error:
        origin = target.origin(getattr(error, "lineno", None) or 1)
        detail = getattr(error, "msg", None) or str(error) or "nested too deeply"
        return [BadSyntax(origin.path, origin.line, detail, f"It stands in {target.path}")]
    return []
