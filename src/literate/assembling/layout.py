"""How the blocks of one file join: what each holds, the empty lines between, the indentation into a class."""

from __future__ import annotations

import ast
import io
import tokenize
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from literate.errors import UNPARSED, BadSyntax
from literate.reading.chapter import Block

INDENT = 4
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_IMPORTS = (ast.Import, ast.ImportFrom)


class Edge(Enum):
    """What stands at the first or last line of a piece; it decides the empty lines beside it."""

    DEFINITION = "definition"
    IMPORT = "import"
    OTHER = "other"


class ClassBody(NamedTuple):
    """A class in a piece: `end` is the row after its last line; `closed` says why nothing can be appended."""

    name: str
    end: int
    closed: str | None


class Piece(NamedTuple):
    """A block's code without the empty lines around it: `rows` are the indices of its lines in the block.

    `compiled` says that Python has compiled it by itself, and not only parsed it.
    """

    block: Block
    rows: range
    first: Edge
    last: Edge
    classes: tuple[ClassBody, ...]
    verbatim: frozenset[int]
    compiled: bool = False

    def text(self, row: int) -> str:
        return self.block.lines[self.rows[row]].text

    @property
    def code(self) -> str:
        return "\n".join([*map(self.text, range(len(self.rows))), ""])


@lru_cache(maxsize=16384)
def piece(block: Block) -> Piece | BadSyntax:
    """Parse one block by itself."""
    texts = [line.text for line in block.lines]
    start, end = 0, len(texts)
    while not texts[start].strip():
        start += 1
    while not texts[end - 1].strip():
        end -= 1
    rows, texts = range(start, end), texts[start:end]
    code = "\n".join([*texts, ""])
    if not block.attributes.class_name and _is_one_function(texts) and compiles(code):
        return Piece(block, rows, Edge.DEFINITION, Edge.DEFINITION, (), frozenset(), compiled=True)
    try:
        tree = ast.parse(code)
    except UNPARSED as error:
        return _syntax_error(error, block, rows)
    first = _edge(tree.body[0]) if tree.body else Edge.OTHER
    last = _edge(tree.body[-1]) if tree.body else Edge.OTHER
    classes = tuple(_class(node, texts) for node in tree.body if isinstance(node, ast.ClassDef))
    # Only what goes into a class is indented.
    verbatim = in_strings(code, tree) if block.attributes.class_name else frozenset[int]()
    return Piece(block, rows, first, last, classes, verbatim)


def space(before: Edge, after: Edge, depth: int) -> int:
    """How many empty lines part two pieces, at the top (depth 0) or in a class."""
    if depth == 0 and Edge.DEFINITION in (before, after):
        return 2
    return 0 if before is after is Edge.IMPORT else 1


def compiles(code: str) -> bool:
    """Whether Python takes the code; if it does not, whoever parses it finds out why."""
    try:
        compile(code, "", "exec", dont_inherit=True)
    except UNPARSED:
        return False
    return True


def _is_one_function(texts: list[str]) -> bool:
    """Whether code that Python takes must be one function: all its other lines are indented."""
    *decorators, last = [text for text in texts if text and not text[0].isspace()] or [""]
    return last.startswith(("def ", "async def ")) and all(line.startswith("@") for line in decorators)


def _syntax_error(error: Exception, block: Block, rows: range) -> BadSyntax:
    number = getattr(error, "lineno", None) or 1
    line = block.lines[rows[min(number, len(rows)) - 1]].number
    detail = getattr(error, "msg", None) or str(error) or "nested too deeply"
    if isinstance(error, IndentationError) and block.lines[rows[0]].text[:1].isspace():
        advice = (
            "Write the block from the first column on; with class=NAME it is indented into the class for you"
        )
        return BadSyntax(block.path, line, detail, advice)
    return BadSyntax(block.path, line, detail)


def _edge(node: ast.stmt) -> Edge:
    if isinstance(node, _DEFINITIONS):
        return Edge.DEFINITION
    return Edge.IMPORT if isinstance(node, _IMPORTS) else Edge.OTHER


def _class(node: ast.ClassDef, texts: list[str]) -> ClassBody:
    end = node.end_lineno or node.lineno
    closed = None
    if node.body[0].lineno == node.lineno:
        closed = "has its body on the line of its name"
    elif node.body[0].col_offset != node.col_offset + INDENT:
        closed = f"is not indented by {INDENT}, as the blocks for it will be"
    # Indented comments after the last statement still belong to the body.
    for row in range(end, len(texts)):
        if texts[row].strip() and not texts[row][0].isspace():
            break
        if texts[row].strip():
            end = row + 1
    return ClassBody(node.name, end, closed)


def in_strings(code: str, tree: ast.Module) -> frozenset[int]:
    """Rows inside strings of several lines, which indentation would change; docstrings may be indented."""
    if '"""' not in code and "'''" not in code and "\\\n" not in code:
        return frozenset()
    docstrings: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, _DEFINITIONS) and ast.get_docstring(node):
            docstrings.update(range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1))
    rows: set[int] = set()
    starts: list[int] = []
    for token in tokenize.generate_tokens(io.StringIO(code).readline):
        name = tokenize.tok_name[token.type]
        if name == "STRING":
            rows.update(range(token.start[0] + 1, token.end[0] + 1))
        elif name in ("FSTRING_START", "TSTRING_START"):
            starts.append(token.start[0])
        elif name in ("FSTRING_END", "TSTRING_END"):
            rows.update(range(starts.pop() + 1, token.end[0] + 1))
    return frozenset(row - 1 for row in rows - docstrings)
