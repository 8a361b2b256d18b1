"""A lab's starter: the chapter's own code, in one file, with the bodies of its functions taken out.

Blocks marked ``lab=given`` stay whole. What the starter calls when it is imported has to be given: whoever
imports it sees that.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath

from literate.errors import UNPARSED
from literate.model import Block, Origin, Problem, Section, Target
from literate.settings import Settings, Starter

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_Import = ast.Import | ast.ImportFrom
_Row = tuple[str, Origin]
_STEP = " " * 4


def derive(
    entry: Starter, targets: Mapping[str, Target], settings: Settings, sections: Sequence[Section]
) -> tuple[Target | None, list[Problem]]:
    """Make the starter that `entry` describes from its sources, which are among `targets`."""
    for path in entry.sources:
        if path not in targets:
            what = f"the starter {entry.target!r} is derived from {path!r}, which no chapter makes"
            return None, [Problem("pyproject.toml", 1, what, "Mend its sources in [tool.literate]")]
    sources = [targets[path] for path in entry.sources]
    joined = _Joined(sources, settings, sections)
    chapters = ", ".join(dict.fromkeys(block.path for source in sources for block in source.blocks))
    docstring = entry.docstring or (
        "The lab's starter: write every body that raises NotImplementedError.\n\n"
        f"Signatures and docstrings are those of {chapters}; each message says where the body is explained.\n"
    )
    start = sources[0].origins[0]._replace(column=None, indent=0, own=False)
    rows: list[_Row] = [(line, start) for line in _quoted(docstring).split("\n")]
    if joined.imports:
        rows += [("", start), *joined.import_rows()]
    after_definition = False
    for definition, piece in joined.pieces:
        rows += [("", rows[-1][1]._replace(own=False))] * (2 if definition or after_definition else 1)
        rows += piece
        after_definition = definition
    target = Target(entry.target, derived=True)
    target.lines, target.origins = [text for text, _ in rows], [origin for _, origin in rows]
    target.blocks = [block for source in sources for block in source.blocks]
    return target, joined.problems or [*_faults(target, joined.modules)]


class _Joined:
    """The sources joined: their imports, and the `pieces` of the rest; True is said of definitions."""

    def __init__(self, sources: Sequence[Target], settings: Settings, sections: Sequence[Section]) -> None:
        self.outputs, self.sections = settings.outputs, sections
        self.modules = {_module(source.path, settings.outputs) for source in sources}
        self.imports: dict[tuple[bool, str], dict[str, Origin]] = {}
        self.pieces: list[tuple[bool, list[_Row]]] = []
        self.problems: list[Problem] = []
        self._first: dict[str, tuple[str, Target, Origin]] = {}
        for source in sources:
            self._add(source)

    def _add(self, source: Target) -> None:
        previous = 0
        for number, node in enumerate(ast.parse(source.text).body):
            start, end = _start(node), node.end_lineno or node.lineno
            if start <= previous:
                what = "two statements stand on one line, and the starter takes each by itself"
                self._refuse(source.origin(start), what, "Write each on a line of its own")
            elif isinstance(node, _Import):
                self._add_import(node, source)
            elif not (number == 0 and _is_docstring(node)) and not _sets(node, "__all__"):
                self._note_names(node, source)
                comments = [at for at in range(previous + 1, start) if source.lines[at - 1].strip()]
                piece = [(source.lines[at - 1], source.origin(at)) for at in comments]
                piece += self._stripped(source, node)
                self.pieces.append((isinstance(node, _Function | ast.ClassDef), piece))
            previous = end

    def _refuse(self, origin: Origin, what: str, mend: str) -> None:
        self.problems.append(Problem(origin.path, origin.line, what, mend))

    def _add_import(self, node: _Import, source: Target) -> None:
        """Take in an import of a source's top; those between the sources are not needed in one file."""
        origin = source.origin(node.lineno)
        above = _module(source.path, self.outputs, package=True).split(".")
        for alias in node.names:
            module = alias.name
            if isinstance(node, ast.ImportFrom):
                package = above[: len(above) - node.level + 1] if node.level else []
                module = ".".join([*package, *([node.module] if node.module else [])])
            full = module if isinstance(node, ast.Import) else f"{module}.{alias.name}"
            if any(f"{known}.".startswith(f"{full}.") for known in self.modules):
                what = f"the starter has no module {alias.name!r}: it joins that file's code"
                self._refuse(origin, what, f"Import names from {alias.name} instead")
            elif module in self.modules:
                if alias.asname not in (None, alias.name):
                    what = f"{alias.name!r} is renamed on import, and the starter has it under its own name"
                    self._refuse(origin, what, "Import it without 'as'")
            elif alias.name == "*":
                what = f"'from {module} import *' may hide names of the files that the starter joins"
                self._refuse(origin, what, "Import each name")
            else:
                whole = isinstance(node, ast.Import) and not alias.asname
                name = module.split(".")[0] if whole else alias.asname or alias.name
                self._note(name, f"import of {name if whole else full}", source, origin)
                names = self.imports.setdefault((isinstance(node, ast.ImportFrom), module), {})
                names.setdefault(ast.unparse(alias), origin)

    def _note_names(self, node: ast.stmt, source: Target) -> None:
        """What a statement at the top of a source gives a name to."""
        if isinstance(node, _Function | ast.ClassDef):
            names = [node.name]
        else:
            parts = [part for part in ast.walk(node) if isinstance(part, ast.Name)]
            names = [part.id for part in parts if isinstance(part.ctx, ast.Store)]
        for name in names:
            self._note(name, f"{name} of {source.path}", source, source.origin(node.lineno))

    def _note(self, name: str, meaning: str, source: Target, origin: Origin) -> None:
        """In one file a name may have one meaning only."""
        known, place, first = self._first.setdefault(name, (meaning, source, origin))
        if known != meaning:
            why = "the starter puts imports first" if place is source else "the starter joins both files"
            what = f"{name!r} is another thing in {place.path}, at {first.path}:{first.line}, and {why}"
            self._refuse(origin, what, "Give one of them another name")

    def import_rows(self) -> Iterator[_Row]:
        """The imports as ruff sorts them: future, standard library, others; in each, modules before names."""
        group, origin = None, None
        for from_module, module in sorted(self.imports, key=_order):
            names = self.imports[from_module, module]
            if origin is not None and _order((from_module, module))[0] != group:
                yield "", origin
            group = _order((from_module, module))[0]
            origin = next(iter(names.values()))._replace(column=None, indent=0, own=False)
            if from_module:
                yield f"from {module} import {', '.join(sorted(names, key=_name_order))}", origin
            else:
                yield from ((f"import {name}", origin) for name in names)

    def _stripped(self, source: Target, node: ast.stmt) -> Iterator[_Row]:
        """A statement's lines; instead of a body stands what to write there."""
        line = _start(node)
        for function, name in _functions(node, ""):
            block = source.origin(function.lineno).block
            if block.attributes.given:
                continue
            first = function.body[0]
            body = function.body[1:] if _is_docstring(first) else function.body
            indent = source.lines[first.lineno - 1].encode()[: first.col_offset].decode()
            if _is_docstring(first) and (indent.strip() or (body and body[0].lineno == first.end_lineno)):
                what = f"the docstring of {name!r} shares its line with other code"
                self._refuse(source.origin(first.lineno), what, "Write it on lines of its own")
                continue
            head = first.end_lineno or 0 if _is_docstring(first) else _start(first) - 1
            while head > function.lineno and source.lines[head - 1].strip()[:1] in ("", "#"):
                head -= 1  # A comment at the head of the body belongs to it.
            for number in range(line, head + 1):
                yield source.lines[number - 1], source.origin(number)
            if indent.strip():
                # The body stands on the line of the signature: cut the line there.
                yield indent.rstrip(), source.origin(first.lineno)
                signature = source.lines[function.lineno - 1]
                indent = signature[: len(signature) - len(signature.lstrip())] + _STEP
            raised = f"raise NotImplementedError({self._message(block, name)!r})"
            yield indent + raised, source.origin((body or function.body)[0].lineno)
            line = (function.end_lineno or 0) + 1
        for number in range(line, (node.end_lineno or node.lineno) + 1):
            yield source.lines[number - 1], source.origin(number)

    def _message(self, block: Block, name: str) -> str:
        """Where the body is explained: in the section that the block names, best in its own chapter."""
        named = [section for section in self.sections if section.title == block.attributes.explained]
        here = [section for section in named if section.path == block.path]
        section = [*here, *named, block.section][0]
        place = f"section {section.number}, '{section.title}'," if section.number else f"'{section.title}'"
        return f"{name}: write it; {place} in {section.path} explains it"


def _faults(target: Target, modules: set[str]) -> Iterator[Problem]:
    """The starter must be a program, as what it is made from is, and need none of its sources."""
    try:
        tree = ast.parse(target.text)
        compile(target.text, target.path, "exec", dont_inherit=True)
    except UNPARSED as error:
        origin = target.origin(getattr(error, "lineno", None) or 1)
        detail = getattr(error, "msg", None) or str(error)
        what = f"the starter {target.path!r} made from this is not valid Python: {detail}"
        mend = "Write the code here on lines of its own, indented by 4"
        yield Problem(origin.path, origin.line, what, mend)
        return
    for node in ast.walk(tree):
        if not isinstance(node, _Import):
            continue
        names = [alias.name for alias in node.names]
        asked = names if isinstance(node, ast.Import) else ["" if node.level else str(node.module)]
        if not {"", *modules}.isdisjoint(asked):
            origin = target.origin(node.lineno)
            what = f"in the starter {target.path!r} this import leads nowhere, or to the starter's sources"
            yield Problem(origin.path, origin.line, what, "Put it at the top of its file")


def _functions(node: ast.AST, prefix: str) -> Iterator[tuple[_Function, str]]:
    """The outermost functions of a statement, in order, with their qualified names."""
    if isinstance(node, _Function):
        yield node, prefix + node.name
        return
    inside = f"{prefix}{node.name}." if isinstance(node, ast.ClassDef) else prefix
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt | ast.ExceptHandler | ast.match_case):
            yield from _functions(child, inside)


def _module(path: str, outputs: Sequence[str], package: bool = False) -> str:
    """The module name of a file, or of its package: the output that the file lies in is the top package."""
    tops = [PurePosixPath(output).parent for output in outputs if PurePosixPath(path).is_relative_to(output)]
    parts = PurePosixPath(path).relative_to(tops[0]).with_suffix("").parts
    return ".".join(parts[:-1] if package or parts[-1] == "__init__" else parts)


def _order(entry: tuple[bool, str]) -> tuple[int, bool, str]:
    from_module, module = entry
    top = module.partition(".")[0]
    group = 0 if top == "__future__" else 1 if top in sys.stdlib_module_names else 2
    return group, from_module, module


def _name_order(name: str) -> tuple[int, str]:
    """Constants, then classes, then the rest."""
    return (0 if name.isupper() and len(name) > 1 else 1 if name[:1].isupper() else 2), name


def _sets(node: ast.stmt, name: str) -> bool:
    """Whether a statement gives a value to `name`."""
    parts = [*getattr(node, "targets", []), getattr(node, "target", None)]
    return any(isinstance(part, ast.Name) and part.id == name for part in parts)


def _start(node: ast.stmt) -> int:
    """The first line of a statement, its decorators included."""
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(decorator.lineno for decorator in decorators)])


def _is_docstring(node: ast.stmt) -> bool:
    value = getattr(node, "value", None)
    return isinstance(node, ast.Expr) and isinstance(value, ast.Constant) and isinstance(value.value, str)


def _quoted(text: str) -> str:
    """The text as a docstring, whatever it holds."""
    text = text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    if text.endswith('"'):
        text = text[:-1] + '\\"'
    return '"""' + "".join(c if c >= " " or c in "\n\t" else f"\\x{ord(c):02x}" for c in text) + '"""'
