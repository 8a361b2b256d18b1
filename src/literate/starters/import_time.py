"""What Python evaluates when a file is imported: all but the bodies of its functions."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator
from dataclasses import dataclass

_CONSTRUCTORS = ("__init__", "__new__", "__post_init__")
_FUNCTION = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Evaluated:
    """A node that is evaluated; `scope` is the dotted name of the classes around it, with a final dot."""

    node: ast.AST
    scope: str


def evaluated(node: ast.AST, scope: str = "") -> Iterator[Evaluated]:
    """The node and those below it that are evaluated on import; a lambda is one, what it holds is not."""
    yield Evaluated(node, scope)
    if isinstance(node, ast.Lambda):
        return
    inside = f"{scope}{node.name}." if isinstance(node, ast.ClassDef) else scope
    if isinstance(node, _FUNCTION):
        arguments = node.args
        children: list[ast.AST] = [*arguments.defaults, *filter(None, arguments.kw_defaults)]
    else:
        decorators = set(getattr(node, "decorator_list", ()))
        children = [child for child in ast.iter_child_nodes(node) if child not in decorators]
    for decorator in getattr(node, "decorator_list", ()):
        # To decorate is to call.
        call = ast.copy_location(ast.Call(decorator, [], []), decorator)
        yield from evaluated(call, scope)
    for child in children:
        yield from evaluated(child, inside)


def called(found: Evaluated, known: Container[str]) -> str | None:
    """The function among `known` dotted names that a node calls, as far as its text shows."""
    names: list[str] = []
    if isinstance(found.node, ast.Call):
        names = _callees(found.node.func)
    elif isinstance(found.node, ast.ClassDef):
        names = [f"{_dotted(base)}.__init_subclass__" for base in found.node.bases]
        for keyword in found.node.keywords:
            if keyword.arg == "metaclass":
                names += [f"{_dotted(keyword.value)}.{name}" for name in ("__new__", "__init__")]
    # A name in a class may be the class's own.
    full = [place + name for name in names for place in dict.fromkeys((found.scope, ""))]
    return next((name for name in full if name in known), None)


def _callees(function: ast.expr) -> list[str]:
    name = _dotted(function)
    return [name, *(f"{name}.{constructor}" for constructor in _CONSTRUCTORS)]


def _dotted(node: ast.expr) -> str:
    """``a.b`` for that expression, also for ``a().b``; nothing for what has no such name."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        holder = node.value.func if isinstance(node.value, ast.Call) else node.value
        return f"{_dotted(holder)}.{node.attr}"
    return ""
