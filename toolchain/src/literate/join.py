"""Blocks joined into the files that they are tangled to, each line with its origin."""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Iterable, Iterator
from enum import Enum
from typing import NamedTuple

from literate.errors import UNPARSED, nearest
from literate.model import Block, Origin, Problem, Target

INDENT = 4
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_IMPORTS = (ast.Import, ast.ImportFrom)


class _Edge(Enum):
    """What stands at the first or last line of a piece; it decides the empty lines beside it."""

    DEFINITION = "definition"
    IMPORT = "import"
    OTHER = "other"


class _ClassBody(NamedTuple):
    """A class in a piece: `end` is the row after its last line; `closed` says why nothing can be appended."""

    name: str
    end: int
    closed: str


class _Piece(NamedTuple):
    """A block's code without the empty lines around it: `rows` are the indices of its lines in the block.

    `verbatim` are those, counted from the piece's first, that an indentation would change in meaning.
    """

    block: Block
    rows: range
    first: _Edge
    last: _Edge
    classes: tuple[_ClassBody, ...]
    verbatim: frozenset[int]


def join(blocks: Iterable[Block]) -> tuple[dict[str, Target], list[Problem]]:
    """Join tangled blocks, in the order given, into their files; and what is wrong with them."""
    groups: dict[str, list[Block]] = {}
    for block in blocks:
        groups.setdefault(block.target, []).append(block)
    targets: dict[str, Target] = {}
    problems: list[Problem] = []
    for path, group in groups.items():
        targets[path], found = _file(path, group)
        problems += [*_not_said_shared(path, group), *found]
    return targets, problems


def _not_said_shared(path: str, group: list[Block]) -> Iterator[Problem]:
    first: dict[str, Block] = {}
    for block in group:
        first.setdefault(block.path, block)
    for chapter, block in first.items():
        other = next((other for other in first if other != chapter), None)
        if other and not block.attributes.shared:
            what = f"{path!r} is written by {other} too"
            mend = "Add the word 'shared' to the first block for it in each of the chapters"
            yield Problem(chapter, block.line, what, f"{mend}, or rename one file")


def _file(path: str, group: list[Block]) -> tuple[Target, list[Problem]]:
    target = Target(path, blocks=group)
    parsed = [_parse(block) for block in group]
    pieces = [piece for piece in parsed if isinstance(piece, _Piece)]
    problems = [problem for problem in parsed if isinstance(problem, Problem)]
    methods: dict[tuple[Block, str], list[_Piece]] = {}
    for row, piece in enumerate(pieces):
        if name := piece.block.attributes.class_name:
            home = _home(name, pieces, row, path)
            if isinstance(home, Problem):
                problems.append(home)
            else:
                methods.setdefault((home, name), []).append(piece)
    before = None
    for piece in (piece for piece in pieces if not piece.block.attributes.class_name):
        if before is not None:
            _add_space(target, before, piece.first, 0)
        before = piece.last
        start = 0
        for body in piece.classes:
            _add_rows(target, piece, range(start, body.end), 0)
            for method in methods.get((piece.block, body.name), []):
                _add_space(target, _Edge.OTHER, method.first, 1)
                _add_rows(target, method, range(len(method.rows)), INDENT)
            start = body.end
        _add_rows(target, piece, range(start, len(piece.rows)), 0)
    return target, problems or [*_faults_of_the_whole(target)]


def _home(name: str, pieces: list[_Piece], row: int, path: str) -> Block | Problem:
    """The block that defines the class which the piece at `row` goes into."""
    block = pieces[row].block
    bodies = [
        (at, piece.block, body)
        for at, piece in enumerate(pieces)
        if not piece.block.attributes.class_name
        for body in piece.classes
    ]
    homes = [(home, body) for at, home, body in bodies if body.name == name and at < row]
    if homes:
        home, body = homes[-1]
        detail = f"is defined {len(homes)} times in {path!r}" if len(homes) > 1 else body.closed
        mend = f"Define it once, with its body on lines of its own, indented by {INDENT}"
        return Problem(block.path, block.line, f"class {name!r} {detail}", mend) if detail else home
    what = f"no class {name!r} is defined in {path!r} before this block"
    for later in (home for _, home, body in bodies if body.name == name):
        mend = f"It comes only later, at {later.path}:{later.line}: move one of the two blocks"
        return Problem(block.path, block.line, what, mend)
    known = [*dict.fromkeys(body.name for at, _, body in bodies if at < row)]
    guess = nearest(name, known)
    mend = f"Classes defined so far: {', '.join(known) or 'none'}"
    return Problem(block.path, block.line, f"{what}{'.' if guess else ''}{guess}", mend)


def _parse(block: Block) -> _Piece | Problem:
    """Parse one block by itself."""
    filled = [row for row, line in enumerate(block.lines) if line.text.strip()]
    rows = range(filled[0], filled[-1] + 1)
    texts = [block.lines[row].text for row in rows]
    code = "\n".join([*texts, ""])
    try:
        tree = ast.parse(code)
    except UNPARSED as error:
        advice = "Each block must be whole Python as it stands"
        if isinstance(error, IndentationError) and texts[0][:1].isspace():
            advice = "Write the block from the first column on; "
            advice += "with class=NAME it is indented into the class for you"
        line = block.lines[rows[min(_line(error), len(rows)) - 1]].number
        return Problem(block.path, line, _invalid(error), advice)
    first, last = (_edge(tree.body[at]) if tree.body else _Edge.OTHER for at in (0, -1))
    classes = tuple(_class_body(node, texts) for node in tree.body if isinstance(node, ast.ClassDef))
    # Only what goes into a class is indented.
    verbatim = _rows_in_strings(code, tree) if block.attributes.class_name else frozenset[int]()
    return _Piece(block, rows, first, last, classes, verbatim)


def _line(error: BaseException) -> int:
    return getattr(error, "lineno", None) or 1


def _invalid(error: BaseException) -> str:
    return f"not valid Python: {getattr(error, 'msg', None) or str(error) or 'nested too deeply'}"


def _edge(node: ast.stmt) -> _Edge:
    if isinstance(node, _DEFINITIONS):
        return _Edge.DEFINITION
    return _Edge.IMPORT if isinstance(node, _IMPORTS) else _Edge.OTHER


def _class_body(node: ast.ClassDef, texts: list[str]) -> _ClassBody:
    end = node.end_lineno or node.lineno
    closed = ""
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
    return _ClassBody(node.name, end, closed)


def _rows_in_strings(code: str, tree: ast.Module) -> frozenset[int]:
    """Rows inside strings of several lines, which indentation would change; docstrings may be indented."""
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


def _add_space(target: Target, before: _Edge, after: _Edge, depth: int) -> None:
    """Part two pieces as Python code is parted, at the top (depth 0) or in a class."""
    empty = 0 if before is after is _Edge.IMPORT else 1
    if depth == 0 and _Edge.DEFINITION in (before, after):
        empty = 2
    target.lines += [""] * empty
    target.origins += [target.origins[-1]._replace(own=False)] * empty


def _add_rows(target: Target, piece: _Piece, rows: range, indent: int) -> None:
    for row in rows:
        text, number, column = piece.block.lines[piece.rows[row]]
        depth = 0 if row in piece.verbatim else indent
        if depth and not text.strip():
            text, depth = "", 0
        target.lines.append(" " * depth + text)
        target.origins.append(Origin(piece.block, number, column, depth))


def _faults_of_the_whole(target: Target) -> Iterator[Problem]:
    """Compile the joined file; a `return` outside a function shows only now."""
    try:
        compile(target.text, target.path, "exec", dont_inherit=True)
    except UNPARSED as error:
        origin = target.origin(_line(error))
        yield Problem(origin.path, origin.line, _invalid(error), f"It stands in {target.path}")
