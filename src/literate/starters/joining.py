"""The sources of a starter joined: their imports, their definitions without bodies, and what does not fit."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import partial

from literate.assembling.layout import Edge
from literate.assembling.program import Target
from literate.errors import BadStarter, Problem
from literate.reading.chapter import Block, Section
from literate.starters import import_time, names, nested_imports, skeleton
from literate.starters.imports import Imports
from literate.starters.names import Binding
from literate.starters.skeleton import AnyFunction, Row, given


class Joined:
    """What goes into the one file made from all sources: `imports`, then `pieces` in order."""

    def __init__(
        self, sources: Sequence[Target], outputs: Sequence[str], sections: Sequence[Section]
    ) -> None:
        self.sections = sections
        self.imports = Imports([source.path for source in sources], outputs)
        self.pieces: list[tuple[list[Row], Edge]] = []
        self.problems: list[Problem] = []
        self._first: dict[str, tuple[Binding, Target]] = {}
        self._bodiless: dict[str, str] = {}
        self._kept: list[tuple[Target, ast.stmt]] = []
        self._last: list[list[Row]] = []
        for source in sources:
            found = names.bindings(ast.parse(source.text), self.imports.module_for(source))
            # What a source imports it only passes on.
            self.imports.defined.update(binding.name for binding in found if not binding.imported)
        for source in sources:
            self._names(source)
            settled, problems = nested_imports.settle(source, self.imports)
            self.problems += problems
            self._add(settled)
        self.pieces += [(rows, Edge.OTHER) for rows in self._last]
        self._demand_importable()

    def _names(self, source: Target) -> None:
        """Two sources, or two imports, may give a name one meaning only."""
        tree = ast.parse(source.text)
        from_sources = {
            (node.lineno, alias.asname or alias.name)
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
            if self.imports.within(node, alias, source)
        }
        for binding in names.bindings(tree, self.imports.module_for(source)):
            if binding.imported and (binding.line, binding.name) in from_sources:
                continue
            other, place = self._first.setdefault(binding.name, (binding, source))
            within = place is source
            if other is binding or other.same(binding) or (within and not binding.first):
                continue
            why = "the starter puts imports first" if within else "the starter joins both files"
            origin, there = source.origin(binding.line), place.origin(other.line)
            first = f"{there.path}:{there.line}"
            detail = f"{binding.name!r} is another thing in {place.path}, at {first}, and {why}"
            self.problems.append(
                BadStarter(origin.path, origin.line, detail, "Give one of them another name")
            )

    def _add(self, source: Target) -> None:
        body = ast.parse(source.text).body
        previous = 0
        for position, node in enumerate(body):
            start, end = skeleton.start_of(node), node.end_lineno or node.lineno
            after = body[position + 1].lineno if position + 1 < len(body) else 0
            if isinstance(node, ast.Import | ast.ImportFrom):
                self.problems += self.imports.add(node, source)
            elif not (position == 0 and skeleton.is_docstring(node)) and self._wanted(node, source):
                rows = list(_comments(source, previous, start))
                if start == previous or after == end:
                    rows += skeleton.cut(source, node, start != previous, after != end)
                else:
                    rows += skeleton.stripped(source, node, partial(self._message, source))
                self._take(source, node, rows)
            previous = end

    def _wanted(self, node: ast.stmt, source: Target) -> bool:
        if _is_about_all(node) or nested_imports.dropped(node):
            return False
        if isinstance(node, ast.Assign) and names.constant(node):
            # A constant that another source has too stands in the starter once.
            named = [name.id for name in node.targets if isinstance(name, ast.Name)]
            return any(self._first[name][1].path == source.path for name in named if name in self._first)
        return True

    def _take(self, source: Target, node: ast.stmt, rows: list[Row]) -> None:
        if _is_main(node):
            # Its place is after all that it may call.
            self._last.append(rows)
            return
        for function, name in skeleton.functions(node, ""):
            self._bodiless.pop(name, None)
            if not given(source, function):
                origin = source.origin(function.lineno)
                self._bodiless[name] = f"{origin.path}:{origin.block.line}"
        edge = Edge.DEFINITION if isinstance(node, AnyFunction | ast.ClassDef) else Edge.OTHER
        self.pieces.append((rows, edge))
        self._kept.append((source, node))

    def _demand_importable(self) -> None:
        """Importing the starter may call nothing whose body is gone; nor may it give a body away."""
        for source, node in self._kept:
            for found in import_time.evaluated(node):
                line = getattr(found.node, "lineno", None)
                if line is None:
                    continue
                origin = source.origin(line)
                name = import_time.called(found, self._bodiless)
                if name is not None:
                    detail = f"{name!r} is called when the starter is imported, and its body is taken out"
                    advice = f"Mark the block that defines it, {self._bodiless[name]}, with lab=given"
                elif isinstance(found.node, ast.Lambda) and not given(source, found.node):
                    detail = "the starter would show all of this lambda"
                    advice = "Write it as a function, or mark its block with lab=given"
                else:
                    continue
                self.problems.append(BadStarter(origin.path, origin.line, detail, advice))

    def _message(self, source: Target, function: AnyFunction, name: str) -> str:
        section = self._explaining(source.origin(function.lineno).block)
        place = f"section {section.number}, '{section.title}'," if section.number else f"'{section.title}'"
        return f"{name}: write it; {place} in {section.path} explains it"

    def _explaining(self, block: Block) -> Section:
        """The section that the block names, in its own chapter if it is there, else the block's own."""
        named = [section for section in self.sections if section.title == block.attributes.explained]
        return next((section for section in named if section.path == block.path), (*named, block.section)[0])


def _comments(source: Target, after: int, before: int) -> Iterator[Row]:
    """Comment lines that stand between two statements, next to the second."""
    for line in range(after + 1, before):
        if source.lines[line - 1].strip():
            yield source.lines[line - 1], source.origin(line)


def _is_about_all(node: ast.stmt) -> bool:
    """Whether a statement sets or changes ``__all__``, which the starter does not have."""
    about: list[ast.expr] = []
    if isinstance(node, ast.Assign | ast.Delete):
        about = node.targets
    elif isinstance(node, ast.AugAssign | ast.AnnAssign):
        about = [node.target]
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        method = node.value.func
        about = [method.value] if isinstance(method, ast.Attribute) else []
    return any(isinstance(name, ast.Name) and name.id == "__all__" for name in about)


def _is_main(node: ast.stmt) -> bool:
    """Whether a statement is ``if __name__ == …``."""
    return isinstance(node, ast.If) and any(
        isinstance(part, ast.Name) and part.id == "__name__" for part in ast.walk(node.test)
    )
