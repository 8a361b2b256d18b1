"""MathML to Typst's maths, so that the pages and the PDF share one reader of formulas."""

# ruff: noqa: RUF001  (characters that look like others are the point here)

from xml.etree.ElementTree import Element, fromstring

from press.mathml import MathsError, render
from press.pdf.typst import string

_ACCENTS = {
    "¯": "macron",
    "^": "hat",
    "ˆ": "hat",
    "\u0302": "hat",
    "~": "tilde",
    "˜": "tilde",
    "\u0303": "tilde",
    "→": "arrow",
    "˙": "dot",
    "¨": "dot.double",
    "ˇ": "caron",
    "˘": "breve",
    "´": "acute",
    "`": "grave",
    "˚": "circle",
}
_LINES = {"‾": "overline", "_": "underline", "⏞": "overbrace", "⏟": "underbrace"}
_LARGE = set("∑∏∐∫∮⋃⋂⨁⨂⋁⋀")
_PRIMES = set("′″‴⁗")
_OPENING = set("([{⟨⌊⌈|‖")
_CLOSING = set(")]}⟩⌋⌉|‖")
_INVISIBLE = {"", "\u2061", "\u2062", "\u2063", "\u2064"}
_VARIANTS = str.maketrans("", "", "\ufe00\ufe01")


def formula(tex: str, *, block: bool, macros: tuple[tuple[str, str], ...] = ()) -> str:
    """The inside of a Typst equation, or a `MathsError` that says what is wrong with the formula."""
    return _body(fromstring(render(tex, block=block, macros=macros)))


def _body(root: Element) -> str:
    children = list(root)
    if len(children) == 1 and children[0].tag == "mtable" and _is_aligned(children[0]):
        rows = [" & ".join(_row(cell) for cell in _cells(row)) for row in children[0]]
        return " \\\n".join(rows)
    return _row(root)


def _row(parent: Element) -> str:
    return _joined([_convert(child) for child in parent])


def _joined(pieces: list[str]) -> str:
    """The pieces side by side. A space next to words in quotes would be printed, so none is put there."""
    out = ""
    for piece in filter(None, pieces):
        out += piece if not out or out.endswith('"') or piece.startswith('"') else " " + piece
    return out


def _convert(element: Element) -> str:
    converter = _CONVERTERS.get(element.tag)
    if converter is None:
        raise MathsError(f"The PDF has no form for <{element.tag}>. Add one to press/pdf/maths.py.")
    return converter(element)


def _character(character: str) -> str:
    return character if character.isalnum() else "\\" + character


def _text_of(element: Element) -> str:
    return (element.text or "").translate(_VARIANTS)


def _group(element: Element) -> str:
    children = list(element)
    if _is_primed(children):
        return f"attach({_convert(children[0])}, tr: {_text_of(children[1])})"
    if len(children) >= 2:
        left, right = _fence(children[0], _OPENING), _fence(children[-1], _CLOSING)
        if left is not None and right is not None and left + right:
            inside = _joined([_convert(child) for child in children[1:-1]])
            return f"lr({left} {inside} {right})"
    return _row(element)


def _is_primed(children: list[Element]) -> bool:
    return len(children) == 2 and children[1].tag == "mo" and _text_of(children[1]) in _PRIMES


def _fence(element: Element, known: set[str]) -> str | None:
    """A delimiter that grows with what it holds; an empty string for an invisible one."""
    if element.tag != "mo" or element.get("stretchy") == "false" or element.get("minsize"):
        return None
    sign = _text_of(element).strip()
    if sign in _INVISIBLE:
        return ""
    return _character(sign) if sign in known else None


def _identifier(element: Element) -> str:
    name = _text_of(element)
    if len(name) > 1:
        return f"op({string(name)})"
    return f"upright({_character(name)})" if element.get("mathvariant") == "normal" else _character(name)


def _number(element: Element) -> str:
    digits = _text_of(element)
    return digits if digits.isdigit() else string(digits)


def _words(element: Element) -> str:
    return string(_text_of(element))


def _space(element: Element) -> str:
    width = element.get("width", "")
    return f"#h({width});" if width else ""


def _operator(element: Element) -> str:
    sign = _text_of(element).strip()
    if sign in _INVISIBLE:
        return ""
    if len(sign) > 1:
        return f"op({string(sign)})"
    drawn = _character(sign)
    if size := element.get("minsize"):
        side = "opening" if sign in _OPENING else "closing"
        return f'class("{side}", lr(size: #{size}, {drawn}))'
    if form := {"prefix": "opening", "postfix": "closing"}.get(element.get("form", "")):
        return f'class("{form}", {drawn})'
    tight = element.get("lspace") == element.get("rspace") == "0"
    if sign in "|‖" or (tight and sign not in _LARGE):
        return f'class("normal", {drawn})'
    return drawn


def _fraction(element: Element) -> str:
    above, below = (_convert(part) for part in element)
    if element.get("linethickness", "").startswith("0"):
        return f"vec(delim: #none, {above}, {below})"
    styles = {"true": "display", "false": "inline"}
    style = styles.get(element.get("displaystyle", ""))
    return f"{style}(frac({above}, {below}))" if style else f"frac({above}, {below})"


def _root(element: Element) -> str:
    radicand, index = element
    return f"root({_convert(index)}, {_convert(radicand)})"


def _script(element: Element) -> str:
    places = {"msub": ["br"], "msup": ["tr"], "msubsup": ["br", "tr"]}[element.tag]
    base, *scripts = element
    attached = {place: _convert(script) for place, script in zip(places, scripts, strict=True)}
    inner = list(base)
    if base.tag == "mrow" and _is_primed(inner):
        base = inner[0]
        attached["tr"] = f"{_text_of(inner[1])} {attached.get('tr', '')}".strip()
    return _attach(_convert(base), attached)


def _attach(base: str, attached: dict[str, str]) -> str:
    scripts = "".join(f", {place}: {script or string('')}" for place, script in attached.items())
    return f"attach({base or string('')}{scripts})"


def _over_or_under(element: Element) -> str:
    base, *marks = element
    sign = _text_of(marks[0]).strip() if marks[0].tag == "mo" else ""
    if len(marks) == 1 and sign in _LINES:
        return f"{_LINES[sign]}({_convert(base)})"
    if element.tag == "mover" and element.get("accent") == "true":
        if sign not in _ACCENTS:
            raise MathsError(f"The PDF has no form for the accent {sign!r}. Add one to press/pdf/maths.py.")
        return f"accent({_convert(base)}, {_ACCENTS[sign]})"
    if base.tag in ("munder", "mover") and len(base) == 2 and _text_of(base[1]) in ("⏟", "⏞"):
        return f"{_LINES[_text_of(base[1])]}({_convert(base[0])}, {_convert(marks[0])})"
    places = {"munder": ["b"], "mover": ["t"], "munderover": ["b", "t"]}[element.tag]
    attached = {place: _convert(mark) for place, mark in zip(places, marks, strict=True)}
    if base.tag == "mo" and _text_of(base).strip() in _LARGE:
        return _attach(_convert(base), attached)  # Typst knows where their limits go
    return _attach(f"limits({_convert(base)})", attached)


def _style(cell: Element) -> dict[str, str]:
    pairs = (rule.partition(":") for rule in cell.get("style", "").split(";"))
    return {name.strip(): value.strip() for name, _, value in pairs if name.strip()}


def _cells(row: Element) -> list[Element]:
    """The cells of a row, less those that only push the others to the middle of a page."""
    return [cell for cell in row if _style(cell).get("width") != "50%"]


def _is_aligned(table: Element) -> bool:
    aligned_right = any(_style(cell).get("text-align") == "right" for row in table for cell in row)
    return table.get("displaystyle") == "true" and aligned_right


def _table(element: Element) -> str:
    rows = [[_row(cell) or string("") for cell in _cells(row)] for row in element]
    if _is_aligned(element):
        lines = [" & ".join(f"display({cell})" for cell in row) for row in rows]
        return f"mat(delim: #none, row-gap: #0.6em, {'; '.join(lines)})"
    if element.get("displaystyle") == "true":
        rows = [[f"display({cell})" for cell in row] for row in rows]
    sides = {_style(cell).get("text-align", "center") for row in element for cell in _cells(row)}
    align = f"align: #{sides.pop()}, " if len(sides) == 1 else ""
    lines = [", ".join(row) for row in rows]
    return f"mat(delim: #none, {align}column-gap: #0.9em, row-gap: #0.4em, {'; '.join(lines)})"


_CONVERTERS = {
    "mfrac": _fraction,
    "mi": _identifier,
    "mn": _number,
    "mo": _operator,
    "mover": _over_or_under,
    "mpadded": _group,
    "mphantom": lambda element: f"#hide[${_row(element)}$];",
    "mroot": _root,
    "mrow": _group,
    "mspace": _space,
    "msqrt": lambda element: f"sqrt({_row(element)})",
    "mstyle": _group,
    "msub": _script,
    "msubsup": _script,
    "msup": _script,
    "mtable": _table,
    "mtext": _words,
    "munder": _over_or_under,
    "munderover": _over_or_under,
}
