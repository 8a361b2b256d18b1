"""A lab's starter: the chapter's own code with the bodies taken out."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from literate.chapter import Block, Section
from literate.config import Config, StarterConfig
from literate.errors import BadStarter, Problem
from literate.imports import Imports
from literate.layout import INDENT, Edge, space
from literate.program import Origin, Target

_AnyFunction = ast.FunctionDef | ast.AsyncFunctionDef


def derive(
    entry: StarterConfig, targets: dict[str, Target], config: Config, sections: Sequence[Section]
) -> tuple[Target | None, list[Problem]]:
    """Make the starter that `entry` describes from its source files."""
    missing = [source for source in entry.sources if source not in targets]
    if missing:
        detail = f"the starter {entry.target!r} is derived from {missing[0]!r}, which no chapter makes"
        return None, [BadStarter("pyproject.toml", 1, detail, "Mend its sources in [tool.literate]")]
    sources = [targets[source] for source in entry.sources]
    imports = Imports(entry.sources, config.outputs)
    body = _Body(sections)
    problems: list[Problem] = []
    for source in sources:
        problems += body.add(source, imports)
    target = Target(
        entry.target, derived=True, blocks=[block for source in sources for block in source.blocks]
    )
    first = sources[0].origins[0]
    docstring = entry.docstring or _docstring(sources)
    _emit(target, [f'"""{docstring}"""', ""], Origin(first.block, first.line, None, 0, own=False))
    for text, origin in imports.lines(first):
        _emit(target, [text], origin)
    before = Edge.IMPORT
    for lines, edge in body.pieces:
        _emit(target, [""] * space(before, edge, 0), Origin(lines[0][1].block, 0, None, 0, own=False))
        for text, origin in lines:
            _emit(target, [text], origin)
        before = edge
    _settle(target)
    return target, problems or _faults(target)


def _faults(target: Target) -> list[Problem]:
    """The starter must be a program, as what it is made from is."""
    try:
        ast.parse(target.text)
    except SyntaxError as error:
        origin = target.origin(error.lineno or 1)
        detail = f"the starter {target.path!r} made from this is not valid Python: {error.msg}"
        advice = "Write the code here on lines of its own, indented by 4"
        return [BadStarter(origin.path, origin.line, detail, advice)]
    return []


def _docstring(sources: Sequence[Target]) -> str:
    chapters = ", ".join(dict.fromkeys(block.path for source in sources for block in source.blocks))
    return (
        "The lab's starter: write every body that raises NotImplementedError.\n\n"
        f"Signatures and docstrings are those of {chapters}; each message says where the body is explained.\n"
    )


def _emit(target: Target, texts: Sequence[str], origin: Origin) -> None:
    for text in "\n".join(texts).split("\n") if texts else []:
        target.lines.append(text)
        target.origins.append(origin)


def _settle(target: Target) -> None:
    """Lines between pieces belong to the line before them."""
    for row, origin in enumerate(target.origins):
        if origin.line == 0:
            near = target.origins[row - 1]
            target.origins[row] = Origin(near.block, near.line, near.column, near.indent, own=False)


class _Body:
    """The definitions of all sources, without their bodies, in order."""

    def __init__(self, sections: Sequence[Section]) -> None:
        self.sections = sections
        self.pieces: list[tuple[list[tuple[str, Origin]], Edge]] = []
        self.names: dict[str, str] = {}

    def add(self, source: Target, imports: Imports) -> list[Problem]:
        problems: list[Problem] = []
        tree = ast.parse(source.text)
        previous_end = 0
        for position, node in enumerate(tree.body):
            start, end = _start(node), node.end_lineno or node.lineno
            if position == 0 and _is_docstring(node):
                previous_end = end
                continue
            if isinstance(node, ast.Import | ast.ImportFrom):
                problems += imports.add(node, source)
                previous_end = end
                continue
            name = getattr(node, "name", None)
            if name is not None and self.names.setdefault(name, source.path) != source.path:
                origin = source.origin(node.lineno)
                detail = f"{name!r} is defined in {self.names[name]} too, and the starter joins both files"
                problems.append(BadStarter(origin.path, origin.line, detail, "Give one of them another name"))
            if _assigns_all(node):
                previous_end = end
                continue
            lines = list(_comments(source, previous_end, start))
            lines += self._stripped(source, node, start, end)
            edge = Edge.DEFINITION if isinstance(node, _AnyFunction | ast.ClassDef) else Edge.OTHER
            self.pieces.append((lines, edge))
            previous_end = end
        return problems

    def _stripped(self, source: Target, node: ast.stmt, start: int, end: int) -> Iterator[tuple[str, Origin]]:
        """A statement's lines with its functions' bodies replaced; blocks marked ``lab=given`` stay whole."""
        line = start
        for function, name in _functions(node, ""):
            if source.origin(function.lineno).block.attributes.given:
                continue
            yield from _signature(source, function, line)
            body = function.body[1:] if _is_docstring(function.body[0]) else function.body
            first = body[0] if body else function.body[0]
            indent = " " * (function.col_offset + INDENT)
            message = repr(self._message(source, function, name))
            yield f"{indent}raise NotImplementedError({message})", source.origin(first.lineno)
            line = (function.end_lineno or 0) + 1
        for number in range(line, end + 1):
            yield source.lines[number - 1], source.origin(number)

    def _message(self, source: Target, function: _AnyFunction, name: str) -> str:
        section = self._explaining(source.origin(function.lineno).block)
        place = (
            f"section {section.number}, '{section.title}', in" if section.number else f"'{section.title}' in"
        )
        return f"{name}: write it; {place} {section.path} explains it"

    def _explaining(self, block: Block) -> Section:
        """The section that the block names, in its own chapter if it is there, else the block's own."""
        named = [section for section in self.sections if section.title == block.attributes.explained]
        return next((section for section in named if section.path == block.path), (*named, block.section)[0])


def _start(node: ast.stmt) -> int:
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno] + [decorator.lineno for decorator in decorators])


def _is_docstring(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _assigns_all(node: ast.stmt) -> bool:
    return isinstance(node, ast.Assign) and any(
        isinstance(name, ast.Name) and name.id == "__all__" for name in node.targets
    )


def _comments(source: Target, after: int, before: int) -> Iterator[tuple[str, Origin]]:
    """Comment lines that stand between two statements, next to the second."""
    for line in range(after + 1, before):
        if source.lines[line - 1].strip():
            yield source.lines[line - 1], source.origin(line)


def _signature(source: Target, function: _AnyFunction, line: int) -> Iterator[tuple[str, Origin]]:
    """The lines from `line` to the end of the function's signature, and its docstring."""
    first = function.body[0]
    before = source.lines[first.lineno - 1].encode()[: first.col_offset].decode()
    header_end = _start(first) - 1
    while header_end >= function.lineno and source.lines[header_end - 1].strip()[:1] in ("", "#"):
        header_end -= 1
    for number in range(line, header_end + 1):
        yield source.lines[number - 1], source.origin(number)
    if before.strip():
        # The body stands on the line of the signature: cut the line there.
        yield before.rstrip(), source.origin(first.lineno)
        if _is_docstring(first):
            text = _until(source.lines[first.lineno - 1], first)[len(before) :]
            yield " " * (function.col_offset + INDENT) + text, source.origin(first.lineno)
    elif _is_docstring(first):
        for number in range(first.lineno, (first.end_lineno or 0) + 1):
            text = source.lines[number - 1]
            yield _until(text, first) if number == first.end_lineno else text, source.origin(number)


def _until(line: str, node: ast.stmt) -> str:
    """A line up to the end of a statement; more statements may follow it there."""
    return line.encode()[: node.end_col_offset].decode()


def _functions(node: ast.AST, prefix: str) -> Iterator[tuple[_AnyFunction, str]]:
    """The outermost functions of a statement, in order, with their qualified names."""
    if isinstance(node, _AnyFunction):
        yield node, prefix + node.name
        return
    inside = f"{prefix}{node.name}." if isinstance(node, ast.ClassDef) else prefix
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt | ast.ExceptHandler | ast.match_case):
            yield from _functions(child, inside)
