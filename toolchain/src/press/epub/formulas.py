"""Formulas for e-readers: the MathML Core of the pages as the MathML 3 that an EPUB may hold."""

from xml.etree.ElementTree import Element, fromstring, tostring

_NAMESPACE = "http://www.w3.org/1998/Math/MathML"
_STYLES = ("displaystyle", "scriptlevel")
_MAY_BE_STYLED = {"math", "mstyle"}


def portable(formula: str) -> str:
    """The formula with its namespace, and with styles only where MathML 3 has them."""
    root = fromstring(formula)
    _wrap_styled(root)
    root.set("xmlns", _NAMESPACE)
    return tostring(root, encoding="unicode")


def _wrap_styled(parent: Element) -> None:
    for place, child in enumerate(list(parent)):
        _wrap_styled(child)
        styles = {name: child.attrib.pop(name) for name in _STYLES if name in child.attrib}
        if not styles:
            continue
        if child.tag in _MAY_BE_STYLED:
            child.attrib.update(styles)
        else:
            styled = Element("mstyle", styles)
            styled.append(child)
            parent[place] = styled
