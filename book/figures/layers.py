"""The layers of a package, drawn as rows, and compared with what its files import."""

import ast
import importlib.util
from html import escape
from pathlib import Path

from figures import palette
from figures.picture import Picture

_SIZE, _HEIGHT, _GAP, _LETTER = 15, 34, 12, 9.1


def layers(package: str, rows: str, alt: str) -> Picture:
    """Draw the parts of a package, the rows of `rows` from top to bottom.

    A part is a module or a sub-package. It may import from its own row and from those below; ValueError says
    which import goes up, or which part is missing or gone.
    """
    order = [row.split() for row in rows.strip().split("\n")]
    level = {part: number for number, row in enumerate(order) for part in row}
    imports = _imports(package)
    if set(level) != set(imports):
        raise ValueError(f"drawn or there, but not both: {sorted(set(level) ^ set(imports))}")
    for part, others in imports.items():
        for other in others:
            if level[other] < level[part]:
                raise ValueError(f"{package}.{part} imports {package}.{other}, which stands above it")
    boxes, widest = [], 0.0
    for number, row in enumerate(order):
        widths = [len(part) * _LETTER + 2 * _GAP for part in row]
        widest = max(widest, sum(widths) + _GAP * (len(row) - 1))
        for place, part in enumerate(row):
            left = sum(widths[:place]) + _GAP * place - (sum(widths) + _GAP * (len(row) - 1)) / 2
            boxes.append((part, left, number * (_HEIGHT + _GAP), widths[place]))
    drawn = "\n".join(
        f'<rect x="{left:.1f}" y="{top}" width="{width:.1f}" height="{_HEIGHT}" rx="5" fill="none" '
        f'stroke="{palette.BLUE}"/><text x="{left + width / 2:.1f}" y="{top + _HEIGHT / 2 + 5}" '
        f'fill="{palette.INK}">{escape(part)}</text>'
        for part, left, top, width in boxes
    )
    body = (
        f'<g transform="translate({widest / 2 + 4:.1f} 4)" '
        f'style="font-size: {_SIZE}px; text-anchor: middle">\n{drawn}\n</g>'
    )
    return Picture(body, round(widest + 8, 1), len(order) * (_HEIGHT + _GAP) - _GAP + 8, alt)


def _imports(package: str) -> dict[str, set[str]]:
    """For each part of a package, those that it imports when it runs."""
    spec = importlib.util.find_spec(package)
    assert spec is not None and spec.origin is not None
    folder = Path(spec.origin).parent
    found: dict[str, set[str]] = {}
    for file in sorted(folder.rglob("*.py")):
        part = file.relative_to(folder).parts[0].removesuffix(".py")
        if not part.startswith("__"):
            named = _named(ast.parse(file.read_text("utf-8")))
            found.setdefault(part, set()).update(
                name.split(".")[1] for name in named if name.startswith(f"{package}.")
            )
    return {part: (others & set(found)) - {part} for part, others in found.items()}


def _named(tree: ast.Module) -> set[str]:
    """What a file imports, less what it imports for types alone."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            node.body = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names
