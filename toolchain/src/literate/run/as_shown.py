"""Numbers written at the precision at which a text shows them."""

from __future__ import annotations

import numbers
import re
from typing import Any

_INTEGER = re.compile(r"[-+]?(\d{1,3}(,\d{3})+|\d+)$")
_DECIMAL = re.compile(r"[-+]?(\d{1,3}(,\d{3})+|\d+)(\.(?P<places>\d+))?(?P<exponent>[eE][-+]?\d+)?$")


def as_shown(value: Any, shown: str) -> str:
    """`value` written in the form of `shown`: its places, its exponent, its thousands and its minus sign.

    It is rounded as Python's own formats round: what lies exactly between two numbers goes to the even one.
    """
    plain = shown.replace("\u2212", "-")
    match = _DECIMAL.match(plain)
    number = _number(value)
    if match is None or number is None:
        return str(value)
    try:
        text = _in_form(number, plain, match)
    except OverflowError:
        return str(value)
    if not plain.startswith("-") and not re.search("[1-9]", text):
        text = text.removeprefix("-")
    return _signed(text, shown)


def _in_form(number: int | float, plain: str, match: re.Match[str]) -> str:
    places = len(match["places"] or "")
    thousands = "," if "," in plain else ""
    if match["exponent"]:
        mantissa, _, exponent = f"{number:.{places}e}".partition("e")
        mark = "e" if "e" in plain else "E"
        return f"{mantissa}{mark}{_exponent(int(exponent), match['exponent'][1:])}"
    if _INTEGER.match(plain) and isinstance(number, int):
        return f"{number:{thousands}d}"
    return f"{number:{thousands}.{places}f}"


def _number(value: Any) -> int | float | None:
    truth = isinstance(value, bool) or getattr(getattr(value, "dtype", None), "kind", "") == "b"
    if truth or isinstance(value, str | bytes | bytearray):
        return None
    if isinstance(value, numbers.Integral):
        return int(value)
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        return None


def _exponent(exponent: int, shown: str) -> str:
    sign = "-" if exponent < 0 else "+" if shown.startswith("+") else ""
    return sign + f"{abs(exponent):0{len(shown.lstrip('+-'))}d}"


def _signed(text: str, shown: str) -> str:
    if shown.startswith("+") and not text.startswith("-"):
        text = "+" + text
    return text.replace("-", "\u2212") if "\u2212" in shown else text
