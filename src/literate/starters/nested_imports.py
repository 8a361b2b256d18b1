"""Imports below the top of a source, as the starter needs them: absolute, and none between the sources."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from literate.assembling.program import Target
from literate.errors import Problem
from literate.starters.imports import Imports

_AnyFunction = ast.FunctionDef | ast.AsyncFunctionDef
_IDLE = (
    *(ast.Name, ast.Attribute, ast.Subscript, ast.Slice, ast.Constant, ast.Tuple),
    *(ast.Compare, ast.BoolOp, ast.UnaryOp),
    *(ast.expr_context, ast.cmpop, ast.boolop, ast.unaryop),
)


def settle(source: Target, imports: Imports) -> tuple[Target, list[Problem]]:
    """The source with its nested imports written for the starter, and what is wrong with them."""
    settled = replace(source, lines=[*source.lines], origins=[*source.origins])
    problems: list[Problem] = []
    nodes = [node for part in ast.parse(source.text).body for node in _nested(part, source)]
    # From the last one up, so that the lines of those above stay where they are.
    for node in sorted(nodes, key=lambda node: (-node.lineno, -node.col_offset)):
        problems += imports.faults(node, source)
        text = _text(node, source, imports) if isinstance(node, ast.ImportFrom) else None
        if text is not None:
            first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
            before = settled.lines[first].encode()[: node.col_offset].decode()
            after = settled.lines[last].encode()[node.end_col_offset :].decode()
            settled.lines[first : last + 1] = [before + text + after]
            del settled.origins[first + 1 : last + 1]
    return settled, problems


def dropped(node: ast.stmt) -> bool:
    """Whether nothing is left of a statement such as ``if TYPE_CHECKING:`` but its condition."""
    if not isinstance(node, ast.If) or node.orelse or not all(isinstance(s, ast.Pass) for s in node.body):
        return False
    # A condition that binds a name or calls something is a statement in itself.
    return all(isinstance(part, _IDLE) for part in ast.walk(node.test))


def _nested(node: ast.AST, source: Target) -> Iterator[ast.Import | ast.ImportFrom]:
    """The imports below a statement of the top, except in bodies that are taken out."""
    if isinstance(node, _AnyFunction) and not source.origin(node.lineno).block.attributes.given:
        return
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import | ast.ImportFrom):
            yield child
        yield from _nested(child, source)


def _text(node: ast.ImportFrom, source: Target, imports: Imports) -> str | None:
    """The statement for the starter; None when it may stay as it is."""
    kept = [alias for alias in node.names if not imports.within(node, alias, source)]
    if len(kept) == len(node.names) and not node.level:
        return None
    if not kept:
        return "pass"
    return f"from {imports.module(node, source)} import {', '.join(map(ast.unparse, kept))}"
