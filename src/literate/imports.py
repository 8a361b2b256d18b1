"""The imports of several files merged for the one file derived from them."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

from literate.errors import BadStarter, Problem
from literate.program import Origin, Target


class Imports:
    """Collects import statements: those between the sources are dropped, relative ones made absolute."""

    def __init__(self, sources: Sequence[str], outputs: Sequence[str]) -> None:
        self.modules = {_dotted(source, outputs): source for source in sources}
        self.outputs = outputs
        self.plain: dict[str, Origin] = {}
        self.names: dict[str, dict[str, Origin]] = {}

    def add(self, node: ast.Import | ast.ImportFrom, source: Target) -> list[Problem]:
        origin = source.origin(node.lineno)
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name not in self.modules:
                    self.plain.setdefault(ast.unparse(alias), origin)
            return []
        module = _absolute(node, source.path, self.outputs)
        problems: list[Problem] = []
        for alias in node.names:
            if f"{module}.{alias.name}" in self.modules:
                detail = f"the starter has no module {alias.name!r}: it joins that file's code"
                problems.append(
                    BadStarter(origin.path, origin.line, detail, f"Import names from {alias.name} instead")
                )
            elif not self._joined(module):
                self.names.setdefault(module, {}).setdefault(ast.unparse(alias), origin)
            elif alias.asname is not None:
                detail = f"{alias.name!r} is renamed on import, and the starter has it under its own name"
                problems.append(BadStarter(origin.path, origin.line, detail, "Import it without 'as'"))
        return problems

    def lines(self, first: Origin) -> Iterator[tuple[str, Origin]]:
        """The merged statements in ruff's order: future, standard library, others."""
        entries = [
            (name.partition(" ")[0], 0, f"import {name}", origin) for name, origin in self.plain.items()
        ]
        for module, names in self.names.items():
            origin = next(iter(names.values()))
            listed = ", ".join(sorted(names, key=_case))
            entries.append((module, 1, f"from {module} import {listed}", origin))
        group = None
        for module, _, text, origin in sorted(
            entries, key=lambda entry: (_group(entry[0]), entry[1], entry[0])
        ):
            if group is not None and _group(module) != group:
                yield "", Origin(origin.block, 0, None, 0, own=False)
            group = _group(module)
            yield text, Origin(origin.block, origin.line, None, 0, own=False)

    def _joined(self, module: str) -> bool:
        """Whether a module is a source, or the package that exports a source's names."""
        return module in self.modules or any(name.rpartition(".")[0] == module for name in self.modules)


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
