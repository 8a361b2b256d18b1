"""The names that a file binds at its top, and whether two bindings of one name mean the same."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass

# A caught error is unbound at the end of its handler.
_CAUGHT = "a caught error"
_COMPREHENSION = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
_FUNCTION = ast.FunctionDef | ast.AsyncFunctionDef
Module = Callable[[ast.ImportFrom], str]


@dataclass(frozen=True)
class Binding:
    """A name and the line that binds it; an empty `meaning` is like no other.

    `first` says that it is an import at the top of the file, which the file derived from it puts first.
    """

    name: str
    line: int
    meaning: str = ""
    imported: bool = False
    first: bool = False

    def same(self, other: Binding) -> bool:
        return bool(self.meaning) and self.meaning == other.meaning


def bindings(tree: ast.Module, module: Module) -> Iterator[Binding]:
    """What a file binds outside its functions and classes; `module` gives an import's absolute module."""
    for node in tree.body:
        for found in _bound(node, module):
            if found.name not in ("_", "*", "__all__"):
                yield found
    for part in ast.walk(tree):
        if isinstance(part, ast.Global):
            yield from (Binding(name, part.lineno) for name in part.names)


def _imported(node: ast.Import | ast.ImportFrom, module: Module) -> Iterator[tuple[str, str]]:
    """The names that an import binds, and what they mean."""
    for alias in node.names:
        if isinstance(node, ast.ImportFrom):
            yield alias.asname or alias.name, f"{alias.name} of {module(node)}"
        elif alias.asname:
            yield alias.asname, f"module {alias.name}"
        else:
            top = alias.name.partition(".")[0]
            yield top, f"module {top}"


def _bound(node: ast.AST, module: Module, depth: int = 0) -> Iterator[Binding]:
    if isinstance(node, ast.Import | ast.ImportFrom):
        for name, meaning in _imported(node, module):
            yield Binding(name, node.lineno, meaning, True, depth == 0)
    elif isinstance(node, _FUNCTION | ast.ClassDef):
        yield Binding(node.name, node.lineno)
    elif isinstance(node, ast.Assign) and constant(node):
        meaning = f"the value {ast.unparse(node.value)}"
        yield from (Binding(ast.unparse(name), node.lineno, meaning) for name in node.targets)
    elif isinstance(node, ast.AnnAssign) and node.value is None:
        return
    elif isinstance(node, ast.Name):
        if not isinstance(node.ctx, ast.Load):
            yield Binding(node.id, node.lineno)
    elif isinstance(node, _COMPREHENSION):
        # Its own names are not the file's, but those of := are.
        inner = (part.target for part in ast.walk(node) if isinstance(part, ast.NamedExpr))
        yield from (Binding(name.id, name.lineno) for name in inner)
    else:
        if isinstance(node, ast.ExceptHandler) and node.name:
            yield Binding(node.name, node.lineno, _CAUGHT)
        if isinstance(node, ast.MatchAs | ast.MatchStar) and node.name:
            yield Binding(node.name, node.lineno)
        if isinstance(node, ast.MatchMapping) and node.rest:
            yield Binding(node.rest, node.lineno)
        for child in ast.iter_child_nodes(node):
            yield from _bound(child, module, depth + 1)


def constant(node: ast.Assign) -> bool:
    """Whether names are given a value that can neither change nor depend on anything."""
    return all(map(_is_name, node.targets)) and _unchanging(node.value)


def _is_name(node: ast.expr) -> bool:
    return isinstance(node, ast.Name)


def _unchanging(node: ast.expr) -> bool:
    if isinstance(node, ast.Tuple):
        return all(map(_unchanging, node.elts))
    return isinstance(node, ast.Constant) or (
        isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant)
    )
