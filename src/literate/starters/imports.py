"""The imports of several files merged for the one file derived from them."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import PurePosixPath

from literate.assembling.program import Origin, Target
from literate.errors import BadStarter, Problem


class Imports:
    """Collects import statements: those between the sources are dropped, relative ones made absolute."""

    def __init__(self, sources: Sequence[str], outputs: Sequence[str]) -> None:
        self.modules = {_dotted(source, outputs): source for source in sources}
        self.outputs = outputs
        self.defined: set[str] = set()
        self.plain: dict[str, Origin] = {}
        self.names: dict[str, dict[str, Origin]] = {}

    def add(self, node: ast.Import | ast.ImportFrom, source: Target) -> Iterator[Problem]:
        """Take in an import that stands at the top of a source."""
        origin = source.origin(node.lineno)
        yield from self.faults(node, source)
        for alias in node.names:
            if isinstance(node, ast.Import):
                self.plain.setdefault(ast.unparse(alias), origin)
            elif not self.within(node, alias, source):
                names = self.names.setdefault(self.module(node, source), {})
                names.setdefault(ast.unparse(alias), origin)

    def faults(self, node: ast.Import | ast.ImportFrom, source: Target) -> Iterator[Problem]:
        """What an import of a source asks for that the one file joined from all of them does not have."""
        origin = source.origin(node.lineno)
        for alias in node.names:
            if isinstance(node, ast.Import):
                module, name = alias.name, alias.name
                is_module = any(part == module or part.startswith(f"{module}.") for part in self.modules)
            else:
                module, name = self.module(node, source), alias.name
                is_module = f"{module}.{name}" in self.modules
            if is_module:
                detail = f"the starter has no module {name!r}: it joins that file's code"
                advice = f"Import names from {name} instead"
            elif name == "*" and len(self.modules) > 1 and module not in self.modules:
                detail = f"'from {module} import *' may hide names of the files that the starter joins"
                advice = "Import each name"
            elif isinstance(node, ast.ImportFrom) and self.within(node, alias, source) and _renamed(alias):
                detail = f"{name!r} is renamed on import, and the starter has it under its own name"
                advice = "Import it without 'as'"
            else:
                continue
            yield BadStarter(origin.path, origin.line, detail, advice)

    def within(self, node: ast.ImportFrom, alias: ast.alias, source: Target) -> bool:
        """Whether an import asks for a name of a source: in its module, or in a package that exports it."""
        module = self.module(node, source)
        package = any(name.rpartition(".")[0] == module for name in self.modules)
        return module in self.modules or (package and alias.name in self.defined)

    def module(self, node: ast.ImportFrom, source: Target) -> str:
        """The absolute name of the module that is imported from."""
        return _absolute(node, source.path, self.outputs)

    def module_for(self, source: Target) -> Callable[[ast.ImportFrom], str]:
        return lambda node: self.module(node, source)

    def lines(self, first: Origin) -> Iterator[tuple[str, Origin]]:
        """The merged statements in ruff's order: future, standard library, others."""
        entries = [
            (name.partition(" ")[0], 0, f"import {name}", origin) for name, origin in self.plain.items()
        ]
        for module, names in self.names.items():
            for part in _statements(names):
                listed = ", ".join(sorted(part, key=_case))
                entries.append((module, 1, f"from {module} import {listed}", names[part[0]]))
        group = None
        for module, _, text, origin in sorted(
            entries, key=lambda entry: (_group(entry[0]), entry[1], entry[0])
        ):
            if group is not None and _group(module) != group:
                yield "", Origin(origin.block, 0, None, 0, own=False)
            group = _group(module)
            yield text, Origin(origin.block, origin.line, None, 0, own=False)


def _statements(names: Iterable[str]) -> Iterator[list[str]]:
    """The names of one module, in their order, by statement: ``*`` stands in one of its own."""
    for _, part in groupby(names, "*".__eq__):
        yield list(part)


def _renamed(alias: ast.alias) -> bool:
    return alias.asname not in (None, alias.name)


def _group(module: str) -> int:
    top = module.partition(".")[0]
    return 0 if top == "__future__" else 1 if top in sys.stdlib_module_names else 2


def _case(name: str) -> tuple[int, str]:
    """Constants, then classes, then the rest, as isort orders names."""
    kind = 0 if name.isupper() and len(name) > 1 else 1 if name[:1].isupper() else 2
    return kind, name


def _dotted(path: str, outputs: Sequence[str]) -> str:
    """The module name of a file: the output folder it lies in is the top package."""
    parts = PurePosixPath(path).with_suffix("").parts
    for output in outputs:
        top = PurePosixPath(output).parts
        if parts[: len(top)] == top:
            parts = parts[len(top) - 1 :]
            break
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _absolute(node: ast.ImportFrom, path: str, outputs: Sequence[str]) -> str:
    if not node.level:
        return node.module or ""
    package = _dotted((PurePosixPath(path).parent / "__init__.py").as_posix(), outputs).split(".")
    base = package[: len(package) - node.level + 1]
    return ".".join([*base, node.module] if node.module else base)
