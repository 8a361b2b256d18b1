"""Inline drawings in fewer bytes: the same picture to a tenth of a unit, with nothing that draws nothing."""

import re
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

_SVG = "{http://www.w3.org/2000/svg}"
_XLINK = "{http://www.w3.org/1999/xlink}href"
_COMMAND = re.compile(r"([MLHVCSQTZmlhvcsqtaAz])|(-?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)")
_PAIRS = {"M": 1, "L": 1, "T": 1, "C": 3, "S": 2, "Q": 2}
_NUMBERS = ("x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "r", "width", "height", "transform")

_INK = "fill:currentColor"  # as the text around the drawing
_FILLED = {"circle", "ellipse", "line", "path", "polygon", "polyline", "rect", "text", "use"}
# Properties of SVG that are inherited, and what they are where nothing else is said.
_INITIAL = {
    "fill": "black",
    "fill-opacity": "1",
    "fill-rule": "nonzero",
    "stroke": "none",
    "stroke-dasharray": "none",
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
    "stroke-opacity": "1",
    "stroke-width": "1",
    "text-anchor": "start",
}


def slim(svg: str) -> str:
    """The drawing, smaller; one that is not well-formed XML comes back as it is."""
    try:
        root = ElementTree.fromstring(svg)
    except ElementTree.ParseError:
        return svg
    for element in root.iter():
        _shorten(element)
    _prune(root)
    in_ink = [element for element in root.iter() if _INK in element.get("style", "")]
    if len(in_ink) > 1 and not _relies_on_black(root):
        root.set("style", f"{root.get('style', '')};{_INK}".lstrip(";"))
    _inherit(root, _INITIAL)
    return ElementTree.tostring(root, encoding="unicode")


def _shorten(element: Element) -> None:
    element.tag = element.tag.removeprefix(_SVG)
    text = element.tag in ("text", "tspan", "title", "desc")
    if not text and not (element.text or "").strip():
        element.text = None
    if element.tag != "tspan" and not (element.tail or "").strip():
        element.tail = None
    if _XLINK in element.attrib:
        element.set("href", element.attrib.pop(_XLINK))
    if path := element.get("d"):
        element.set("d", relative(path))
    for name in _NUMBERS:
        if value := element.get(name):
            element.set(name, re.sub(r"-?\d+\.\d+", lambda number: _number(float(number[0]), 2), value))
    if element.get("transform", "").startswith("rotate(-0 "):
        del element.attrib["transform"]
    if style := element.get("style"):
        element.set("style", re.sub(r"\s*([:;])\s*", r"\1", style))


def _relies_on_black(element: Element) -> bool:
    """Whether something is filled that neither it nor what is around it gives a colour."""
    if element.tag == "defs" or re.search(r"(^|;)fill:", element.get("style", "")):
        return False
    return element.tag in _FILLED or any(_relies_on_black(child) for child in element)


def _inherit(element: Element, around: dict[str, str]) -> None:
    """Leave out of each style what it would inherit anyway; what `use` shows inherits from elsewhere."""
    if element.tag == "defs":
        return
    around = around | {name: value for name, value in element.attrib.items() if name in _INITIAL}
    declared = [part.partition(":") for part in element.get("style", "").split(";") if part]
    own = {name: value for name, _, value in declared}
    if "style" in element.attrib:
        said = {name: value for name, value in own.items() if around.get(name) != value != "inherit"}
        element.set("style", ";".join(f"{name}:{value}" for name, value in said.items()))
        if not said:
            del element.attrib["style"]
    within = around | {name: own[name] for name in _INITIAL.keys() & own.keys() if own[name] != "inherit"}
    for child in element:
        _inherit(child, within)


def _prune(element: Element) -> None:
    """Take out what draws nothing, and groups that say nothing about what they hold."""
    kept: list[Element] = []
    for child in list(element):
        _prune(child)
        if (child.tag in ("g", "defs") and len(child) == 0) or (child.tag == "path" and not child.get("d")):
            continue
        kept += list(child) if child.tag == "g" and not child.attrib else [child]
    element[:] = kept


def relative(path: str) -> str:
    """Path data with relative commands, rounded to tenths; rounding errors do not add up."""
    pieces = [(match[1], match[2]) for match in _COMMAND.finditer(path)]
    if any(command and command not in "MLHVCSQTZz" for command, _ in pieces):
        return path
    out: list[str] = []
    here, start = (0.0, 0.0), (0.0, 0.0)
    last, place = "", 0
    command = ""
    while place < len(pieces):
        if pieces[place][0]:
            command = pieces[place][0].upper()
            place += 1
            if command == "Z":
                out.append("z")
                here, last = start, ""
                continue
        count = 1 if command in "HV" else 2 * _PAIRS[command]
        numbers = [round(float(number), 1) for _, number in pieces[place : place + count]]
        place += count
        if command in "HV":
            axis = "HV".index(command)
            steps = [numbers[0] - here[axis]]
            here = (numbers[0], here[1]) if command == "H" else (here[0], numbers[0])
        else:
            steps = [number - here[index % 2] for index, number in enumerate(numbers)]
            here = (numbers[-2], numbers[-1])
        name = command.lower()
        if command == "L" and not any(round(step, 1) for step in steps):
            continue
        text = "".join(
            ("" if index == 0 or number.startswith("-") else " ") + number
            for index, number in enumerate(_number(step, 1) for step in steps)
        )
        if name == last and not text.startswith("-"):
            text = " " + text
        out.append(text if name == last else name + text)
        # After a move, further pairs are lines.
        last = "l" if command == "M" else name
        if command == "M":
            start, command = here, "L"
    return "".join(out)


def _number(value: float, digits: int) -> str:
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return re.sub(r"^(-?)0\.", r"\1.", text) if text not in ("-0", "") else "0"
