"""Numerals: those that a text states, and those that code holds or prints.

In prose a numeral is a number in digits, except after a word that makes it a name ("section 3", "Python
3.11"). In a formula it is a number that stands alone on a side of a relation, or alone in a list or a
matrix; coefficients, exponents, indices and the steps of a calculation are the formula's own structure.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

_NUMBER = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:[eE][-+\u2212]?\d+)?"
_IN_PROSE = re.compile(rf"(?<![\w.,^/])(?<![\w.][-\u2212])[-+\u2212]?{_NUMBER}(?![\w^/]|[.,]\d|-D\b)")
_NAMED = re.compile(
    r"\b(?:chapters?|sections?|figures?|tables?|equations?|listings?|exercises?|python|versions?)"
    r"[\s\u00a0]+$",
    re.IGNORECASE,
)
_PRINTED = re.compile(r"\d[\d,]*\.?\d*(?:[eE][-+]?\d+)?")
_SPACES = re.compile(r"\\[,;:! ]|~|\\left\b|\\right\b|\\displaystyle\b|\\(?:big|Big)[lr]?\b")
_NAMES = re.compile(r"\\(?:text|mathrm|operatorname|tag|label|begin|end)\*?\{[^{}]*\}(?:\{[lcr|]+\})?")
_SEPARATORS = re.compile(
    r"\\(?:approx|neq?|leq?|geq?|ll|gg|to|mapsto|in|equiv|sim|propto|Rightarrow|q?quad|[cl]?dots|colon)\b"
    r"|\\\\|[=<>&,;:\n]"
)
_POWER = re.compile(r"(?P<base>\d+(?:\.\d+)?)\^(?:\{(?P<long>-?\d+)\}|(?P<short>\d))")
_FRACTION = re.compile(r"\\[td]?frac(?:\{(?P<top>\d+)\}|(?P<t>\d))(?:\{(?P<bottom>\d+)\}|(?P<b>\d))")
_VALUE = re.compile(r"[-+]?(?:[\d.]+(?:e[-+]?\d+)?)(?:[*/][-+]?[\d.]+(?:e[-+]?\d+)?)?")


def in_prose(text: str) -> Iterator[str]:
    """The numerals of a piece of running text, as they are written."""
    for match in _IN_PROSE.finditer(text):
        if not _NAMED.search(text[: match.start()]):
            yield match[0]


def in_formula(text: str) -> Iterator[str]:
    """The numerals that a formula states as values, as they are written."""
    text = _NAMES.sub(" ", text.replace("\\\\", "&").replace("{,}", ","))
    text = re.sub(r"(?<=\d)(?:\\,|,)(?=\d{3}(?!\d))", "", text)
    for term in _SEPARATORS.split(_SPACES.sub(" ", text)):
        alone = term.strip().strip("()[]| .").removeprefix("\\{").removesuffix("\\}").strip()
        if alone and value(alone) is not None:
            yield alone


def value(written: str) -> float | None:
    """The size of a numeral, without its sign; None for what is no numeral."""
    plain = written.replace("\u2212", "-").replace(",", "")
    plain = _FRACTION.sub(lambda m: f"{m['top'] or m['t']}/{m['bottom'] or m['b']}", plain)
    plain = re.sub(r"\s*\\(?:times|cdot)\s*", "*", plain)
    plain = _POWER.sub(_power, plain)
    plain = re.sub(r"\s+", "", plain)
    if not _VALUE.fullmatch(plain):
        return None
    for mark in "*/":
        first, found, second = plain.partition(mark)
        if found:
            try:
                return abs(float(first) * float(second) if mark == "*" else float(first) / float(second))
            except (ValueError, ZeroDivisionError):
                return None
    try:
        return abs(float(plain))
    except ValueError:
        return None


def _power(match: re.Match[str]) -> str:
    try:
        return repr(float(match["base"]) ** int(match["long"] or match["short"]))
    except ArithmeticError:
        return match[0]


def printed(output: str) -> set[float]:
    """The sizes of the numbers in an output."""
    sizes = {value(match[0].rstrip(".,")) for match in _PRINTED.finditer(output)}
    return {size for size in sizes if size is not None}


def held(code: str) -> set[float]:
    """The sizes of the numbers that Python code holds, with those of constant products and powers."""
    sizes: set[float] = set()
    try:
        tree = ast.parse(code)
    except SyntaxError:
        return printed(code)
    for node in ast.walk(tree):
        size = _constant(node)
        if size is not None:
            sizes.add(abs(size))
    return sizes


def _constant(node: ast.AST) -> float | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        return None if isinstance(node.value, bool) or abs(node.value) > 1e300 else float(node.value)
    if isinstance(node, ast.BinOp):
        left, right = _constant(node.left), _constant(node.right)
        if left is None or right is None:
            return None
        try:
            if isinstance(node.op, ast.Pow):
                return float(left**right)
            if isinstance(node.op, ast.Mult):
                return left * right
            if isinstance(node.op, ast.Div):
                return left / right
        except (ArithmeticError, TypeError):
            return None
    return None


def same(written: str, sizes: set[float]) -> bool:
    """Whether one of the numbers is the one written, to the decimals that it is written with."""
    size = value(written)
    if size is None or size in sizes:
        return size is not None
    mantissa, _, exponent = written.replace("\u2212", "-").lower().partition("e")
    places = len(mantissa.partition(".")[2].rstrip("0123456789") or mantissa.partition(".")[2])
    if not places or not re.fullmatch(r"[-+]?[\d.,]+", mantissa):
        return any(abs(size - other) <= 1e-12 * size for other in sizes)
    unit = 10.0 ** (int(exponent or 0) - places)
    return any(abs(size - other) <= unit * 0.5000001 for other in sizes)
