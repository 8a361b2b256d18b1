"""A statement with its functions' bodies taken out."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from literate.assembling.layout import INDENT
from literate.assembling.program import Origin, Target

AnyFunction = ast.FunctionDef | ast.AsyncFunctionDef
Row = tuple[str, Origin]


def stripped(source: Target, node: ast.stmt, message: Callable[[AnyFunction, str], str]) -> Iterator[Row]:
    """A statement's lines; instead of a body stands its `message`. Blocks marked ``lab=given`` stay whole."""
    line = start_of(node)
    for function, name in functions(node, ""):
        if given(source, function):
            continue
        yield from _signature(source, function, line)
        body = function.body[1:] if is_docstring(function.body[0]) else function.body
        first = body[0] if body else function.body[0]
        raised = f"raise NotImplementedError({message(function, name)!r})"
        yield _indent(source, function) + raised, source.origin(first.lineno)
        line = (function.end_lineno or 0) + 1
    for number in range(line, (node.end_lineno or node.lineno) + 1):
        yield source.lines[number - 1], source.origin(number)


def cut(source: Target, node: ast.stmt, first: bool, last: bool) -> Iterator[Row]:
    """The lines of a statement among others on its line: `first` from its start, `last` to its end."""
    end = node.end_lineno or node.lineno
    for number in range(node.lineno, end + 1):
        line = source.lines[number - 1].encode()
        stop = node.end_col_offset if number == end and not last else None
        start = node.col_offset if number == node.lineno and not first else 0
        yield line[start:stop].decode(), source.origin(number)


def given(source: Target, node: ast.stmt | ast.expr) -> bool:
    """Whether a node stands in a block that goes into the starter as it is."""
    return source.origin(node.lineno).block.attributes.given


def functions(node: ast.AST, prefix: str) -> Iterator[tuple[AnyFunction, str]]:
    """The outermost functions of a statement, in order, with their qualified names."""
    if isinstance(node, AnyFunction):
        yield node, prefix + node.name
        return
    inside = f"{prefix}{node.name}." if isinstance(node, ast.ClassDef) else prefix
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt | ast.ExceptHandler | ast.match_case):
            yield from functions(child, inside)


def start_of(node: ast.stmt) -> int:
    """The first line of a statement, its decorators included."""
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno] + [decorator.lineno for decorator in decorators])


def is_docstring(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _signature(source: Target, function: AnyFunction, line: int) -> Iterator[Row]:
    """The lines from `line` to the end of the function's signature, and its docstring."""
    first = function.body[0]
    before = _before(source, first)
    header_end = start_of(first) - 1
    while header_end >= function.lineno and source.lines[header_end - 1].strip()[:1] in ("", "#"):
        header_end -= 1
    for number in range(line, header_end + 1):
        yield source.lines[number - 1], source.origin(number)
    if before.strip():
        # The body stands on the line of the signature: cut the line there.
        yield before.rstrip(), source.origin(first.lineno)
        if is_docstring(first):
            text = _until(source.lines[first.lineno - 1], first)[len(before) :]
            yield _indent(source, function) + text, source.origin(first.lineno)
    elif is_docstring(first):
        for number in range(first.lineno, (first.end_lineno or 0) + 1):
            text = source.lines[number - 1]
            yield _until(text, first) if number == first.end_lineno else text, source.origin(number)


def _indent(source: Target, function: AnyFunction) -> str:
    """The indentation of a function's body: its own, or one step when it has no line of its own."""
    before = _before(source, function.body[0])
    if not before.strip():
        return before
    line = source.lines[function.lineno - 1]
    return line[: len(line) - len(line.lstrip())] + " " * INDENT


def _before(source: Target, node: ast.stmt) -> str:
    """What stands before a statement on its line."""
    return source.lines[start_of(node) - 1].encode()[: node.col_offset].decode()


def _until(line: str, node: ast.stmt) -> str:
    """A line up to the end of a statement; more statements may follow it there."""
    return line.encode()[: node.end_col_offset].decode()
