"""List the mutants of a Python file: mutmut's operators, and those that it lacks.

Runs where mutmut and libcst are installed, which is not .venv: tools/mutants.py makes that place and
calls this file. Annotations, docstrings, imports and what stands at the top level of a module (type
aliases) are left alone. Two mutants with one syntax tree count once.
"""

from __future__ import annotations

import ast
import difflib
import json
import sys
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import libcst as cst  # type: ignore[import-not-found]
from libcst.metadata import MetadataWrapper, PositionProvider  # type: ignore[import-not-found]
from mutmut.mutation.mutators import mutation_operators  # type: ignore[import-not-found]

Node = Any  # a libcst node; libcst is not there when the types are checked
Operator = Callable[[Node], Iterator[Node]]

ARITHMETIC = (cst.Add, cst.Subtract, cst.Multiply, cst.Divide, cst.Power, cst.MatrixMultiply)
ORDER = (
    cst.LessThan,
    cst.LessThanEqual,
    cst.GreaterThan,
    cst.GreaterThanEqual,
    cst.Equal,
    cst.NotEqual,
)
PASS = cst.SimpleStatementLine([cst.Pass()])
NONE, TRUE, FALSE = cst.Name("None"), cst.Name("True"), cst.Name("False")
SHORT = 4  # strings up to this length are sets of letters: each letter is left out


def other_arithmetic(node: Node) -> Iterator[Node]:
    if isinstance(node.operator, ARITHMETIC):
        for kind in ARITHMETIC:
            yield node.with_changes(operator=kind())


def one_operand(node: Node) -> Iterator[Node]:
    yield from (node.left, node.right)


def no_sign(node: Node) -> Iterator[Node]:
    yield node.expression


def other_comparison(node: Node) -> Iterator[Node]:
    if isinstance(node.operator, ORDER):
        for kind in ORDER:
            yield node.with_changes(operator=kind())


def other_number(node: Node) -> Iterator[Node]:
    value = ast.literal_eval(node.value)
    others = [value - 1]
    if value:
        others.append(-value)
    if isinstance(value, float):
        others += [value * 10, value / 10]
    for other in others:
        text = cst.parse_expression(repr(other))
        yield text if other >= 0 else text.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])


def without_one_letter(node: Node) -> Iterator[Node]:
    text = ast.literal_eval(node.value)
    if len(text) <= SHORT:
        for i in range(len(text)):
            yield node.with_changes(value=repr(text[:i] + text[i + 1 :]))


def other_text(node: Node) -> Iterator[Node]:
    yield node.with_changes(value=f"XX{node.value}")


def no_format(node: Node) -> Iterator[Node]:
    if node.format_spec:
        yield node.with_changes(format_spec=None)


def forced(node: Node) -> Iterator[Node]:
    for test in (TRUE, FALSE):
        yield node.with_changes(test=test)


def no_round(node: Node) -> Iterator[Node]:
    yield node.with_changes(iter=cst.Tuple([]))


def nothing_returned(node: Node) -> Iterator[Node]:
    if node.value:
        yield node.with_changes(value=NONE)


def other_exception(node: Node) -> Iterator[Node]:
    if isinstance(node.exc, cst.Call):
        yield node.with_changes(exc=node.exc.with_changes(func=cst.Name("Exception")))


def no_call(node: Node) -> Iterator[Node]:
    if isinstance(node.func, cst.Attribute):
        yield node.func.value  # x.copy() -> x
    if node.args and not node.args[0].star:
        yield node.args[0].value  # float(x) -> x


def one_bound_less(node: Node) -> Iterator[Node]:
    for bound in ("lower", "upper", "step"):
        if getattr(node, bound):
            yield node.with_changes(**{bound: None})


def one_element_less(node: Node) -> Iterator[Node]:
    for i in range(len(node.elements)):
        yield node.with_changes(elements=[*node.elements[:i], *node.elements[i + 1 :]])


def fewer_defaults(node: Node) -> Iterator[Node]:
    for i, last in enumerate(node.params, start=1):
        if last.default:  # those before it lose theirs too, or it would be no Python
            bare = [p.with_changes(default=None, equal=cst.MaybeSentinel.DEFAULT) for p in node.params[:i]]
            yield node.with_changes(params=[*bare, *node.params[i:]])


def one_decorator_less(node: Node) -> Iterator[Node]:
    for i in range(len(node.decorators)):
        yield node.with_changes(decorators=[*node.decorators[:i], *node.decorators[i + 1 :]])


def removed(node: Node) -> Iterator[Node]:
    yield PASS.with_changes(leading_lines=node.leading_lines)


LACKING: tuple[tuple[type, Operator], ...] = (
    (cst.BinaryOperation, other_arithmetic),
    (cst.BinaryOperation, one_operand),
    (cst.BooleanOperation, one_operand),
    (cst.UnaryOperation, no_sign),
    (cst.ComparisonTarget, other_comparison),
    (cst.BaseNumber, other_number),
    (cst.SimpleString, without_one_letter),
    (cst.FormattedStringText, other_text),
    (cst.FormattedStringExpression, no_format),
    (cst.If, forced),
    (cst.CompIf, forced),
    (cst.For, no_round),
    (cst.CompFor, no_round),
    (cst.Return, nothing_returned),
    (cst.Raise, other_exception),
    (cst.Call, no_call),
    (cst.Slice, one_bound_less),
    (cst.Tuple, one_element_less),
    (cst.List, one_element_less),
    (cst.Parameters, fewer_defaults),
    (cst.FunctionDef, one_decorator_less),
    (cst.SimpleStatementLine, removed),
)


def is_docstring(node: Node) -> bool:
    return (
        isinstance(node, cst.SimpleStatementLine)
        and isinstance(node.body[0], cst.Expr)
        and isinstance(node.body[0].value, cst.BaseString)
    )


def paths(path: tuple[Node, ...]) -> Iterator[tuple[Node, ...]]:
    """The paths from the module to every node that may be changed."""
    node = path[-1]
    if isinstance(node, cst.Annotation) or is_docstring(node):
        return
    if names(path):
        yield path
    elif not isinstance(node, cst.Module):
        return  # the top level: imports and type aliases
    for child in node.children:
        yield from paths((*path, child))


def names(path: tuple[Node, ...]) -> list[str]:
    """The names of the classes and functions on a path."""
    return [node.name.value for node in path if isinstance(node, (cst.ClassDef, cst.FunctionDef))]


class Replaced(cst.CSTTransformer):  # type: ignore[misc]
    """Puts another node at the end of a path; libcst's own replacement visits the whole tree, and is slow."""

    def __init__(self, path: tuple[Node, ...], other: Node) -> None:
        super().__init__()
        self.path, self.other = {id(node) for node in path[:-1]}, other
        self.node = path[-1]

    def on_visit(self, node: Node) -> bool:
        return id(node) in self.path

    def on_leave(self, original_node: Node, updated_node: Node) -> Node:
        return self.other if original_node is self.node else updated_node


def changed(path: tuple[Node, ...]) -> Iterator[Node]:
    """What the operators make of the last node of a path."""
    node = path[-1]
    for kind, operator in chain(mutation_operators, LACKING):
        if isinstance(node, kind):
            yield from operator(node)
    if isinstance(node, cst.FunctionDef) and len(names(path)) > 1:
        yield from removed(node)


def tree_of(code: str) -> str | None:
    try:
        return ast.dump(ast.parse(code))
    except SyntaxError:
        return None


def change_between(before: str, after: str) -> tuple[str, str]:
    """The lines that differ, on one line each, as tests/mutation.md writes them."""
    old, new = before.splitlines(), after.splitlines()
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    spans = [span for span in matcher.get_opcodes() if span[0] != "equal"]
    (_, old_start, _, new_start, _), (_, _, old_end, _, new_end) = spans[0], spans[-1]
    return on_one_line(old[old_start:old_end]), on_one_line(new[new_start:new_end])


def on_one_line(lines: list[str]) -> str:
    return " ".join(" ".join(lines).split())


def mutants(source: str) -> Iterator[dict[str, object]]:
    wrapper = MetadataWrapper(cst.parse_module(source), unsafe_skip_copy=True)
    positions, module = wrapper.resolve(PositionProvider), wrapper.module
    seen = {tree_of(source), None}
    for path in paths((module,)):
        for other in changed(path):
            code = module.visit(Replaced(path, other)).code
            tree = tree_of(code)
            if tree in seen:
                continue
            seen.add(tree)
            before, after = change_between(source, code)
            yield {
                "line": max(positions[node].start.line for node in path if node in positions),
                "place": ".".join(names(path)),
                "before": before,
                "after": after,
                "code": code,
            }


if __name__ == "__main__":
    sources = {file: Path(file).read_text("utf-8") for file in sys.argv[1:]}
    found = [{"file": file} | mutant for file, source in sources.items() for mutant in mutants(source)]
    json.dump(found, sys.stdout)
