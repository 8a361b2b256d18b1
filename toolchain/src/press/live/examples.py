"""Which examples of a page can run in the page, by reading them.

The page has plain Python, `math` and the modules that the book ships with it. An example can run there if
all that it imports is among these, and all the names it uses come from Python or from examples that can run.
What an example does to a name spoils the name for those after it when the page cannot do the same.
"""

import ast
import symtable
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

_BUILTINS = """
    abs all any bin bool bytes callable chr dict dir divmod enumerate filter float frozenset getattr
    hasattr hash hex id int isinstance issubclass iter len list map max min next object oct ord pow print
    property range repr reversed round set setattr slice sorted staticmethod classmethod str sum super tuple
    type zip True False None NotImplemented
    ArithmeticError AssertionError AttributeError Exception IndexError KeyError LookupError NameError
    NotImplementedError OverflowError StopIteration TypeError ValueError ZeroDivisionError
"""
BUILTINS = frozenset(_BUILTINS.split())


class Offer(Enum):
    """What the page does with an example."""

    RUN = "the reader can run it"
    SILENT = "it runs before those that follow; its error would be worded otherwise than in the book"
    NONE = "it needs what the page has not"


@dataclass(frozen=True)
class _Statement:
    """What one statement of an example needs, and what it does to names."""

    imports: frozenset[tuple[str, str]]  # (module, name); a name of "" is the module itself
    uses: frozenset[str]
    binds: frozenset[str]
    fixed: frozenset[str]  # bound to a module, a function or a class: using it elsewhere does not change it
    changes: frozenset[str]  # has an attribute or an item set, or is assigned inside a function


class Page:
    """Goes through the examples of one page in their order."""

    def __init__(self, modules: Mapping[str, Iterable[str]]) -> None:
        self._modules = {"math": None, **{name: frozenset(names) for name, names in modules.items()}}
        self._known: set[str] = set()
        self._fixed: set[str] = set()

    def offer(self, claims: Sequence[tuple[str, str]], left_out: bool = False) -> Offer:
        """What the page can do with the next example, given as sources with their wanted outputs.

        Nothing with one that is left out by hand, or that is no Python: its error would be worded otherwise.
        """
        statements = [read for read in (_read(source) for source, _ in claims) if read]
        if not left_out and len(statements) == len(claims) and self._can_run(statements):
            for statement in statements:
                self._known |= statement.binds
                self._fixed = (self._fixed - statement.binds) | statement.fixed
            return Offer.SILENT if any(want.startswith("Traceback ") for _, want in claims) else Offer.RUN
        for statement in statements:
            lost = statement.binds | statement.changes | (statement.uses - self._fixed)
            self._known -= lost
            self._fixed -= lost
        return Offer.NONE

    def _can_run(self, statements: Iterable[_Statement]) -> bool:
        known = set(self._known)
        for statement in statements:
            if not all(self._has(module, name) for module, name in statement.imports):
                return False
            if not statement.uses - statement.binds <= known | BUILTINS:
                return False
            known |= statement.binds
        return True

    def _has(self, module: str, name: str) -> bool:
        if module not in self._modules:
            return False
        names = self._modules[module]
        return names is None or name in names


def public_names(source: str) -> list[str]:
    """The functions and classes that a module offers."""
    definitions = ast.FunctionDef | ast.ClassDef
    named = [node.name for node in ast.parse(source).body if isinstance(node, definitions)]
    return [name for name in named if not name.startswith("_")]


def _read(source: str) -> _Statement | None:
    """What a statement needs and does; None of a text that is no Python."""
    try:
        tree = ast.parse(source)
        top = symtable.symtable(source, "example", "exec")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    tables = list(_tables(top))
    inner = [symbol for table in tables[1:] for symbol in table.get_symbols()]
    outer = {symbol.get_name() for symbol in inner if symbol.is_global()}
    own = list(top.get_symbols())
    binds = {s.get_name() for s in own if s.is_assigned() or s.is_imported() or s.is_namespace()}
    set_inside = {s.get_name() for s in inner if s.is_declared_global() and s.is_assigned()}
    kinds = ast.Import | ast.ImportFrom | ast.FunctionDef | ast.ClassDef
    is_fixed = all(isinstance(node, kinds) for node in tree.body)
    return _Statement(
        frozenset(_imports(tree)),
        frozenset({s.get_name() for s in own if s.is_referenced()} | outer),
        frozenset(binds),
        frozenset(binds) if is_fixed else frozenset(),
        frozenset(set_inside | set(_written_into(tree))),
    )


def _tables(table: symtable.SymbolTable) -> Iterator[symtable.SymbolTable]:
    yield table
    for child in table.get_children():
        yield from _tables(child)


def _imports(tree: ast.AST) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (("." * node.level + (node.module or ""), alias.name) for alias in node.names)


def _written_into(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute | ast.Subscript) and not isinstance(node.ctx, ast.Load):
            owner: ast.expr = node
            while isinstance(owner, ast.Attribute | ast.Subscript):
                owner = owner.value
            if isinstance(owner, ast.Name):
                yield owner.id
