"""What math-core's MathML needs so that Chromium and Firefox draw it alike, and so that it is XML."""

import html
import re
from xml.etree.ElementTree import Element, fromstring

_PRIMES = set("′″‴⁗")  # noqa: RUF001
_LARGE_IN_FIREFOX = set("⊙⊗⊕⊖")
_COMBINING_LOW_LINE = "\N{COMBINING LOW LINE}"
_COMBINING_ARROW = "\N{COMBINING RIGHT ARROW ABOVE}"


def mended(mathml: str) -> Element:
    """The formula as a tree, with every mend made."""
    formula = fromstring(_without_html_entities(mathml))
    for element in list(formula.iter()):
        _raise_primes_once(element)
        _centre_accents(element)
        _raise_root(element)
        if element.tag == "mo" and element.text in _LARGE_IN_FIREFOX:
            element.set("largeop", "false")  # its operator dictionary makes them large in a display
    return formula


def _without_html_entities(mathml: str) -> str:
    """EPUB's pages are XML, which knows five entities only."""
    return re.sub(r"&(?!(?:lt|gt|amp|quot|apos);)\w+;", lambda entity: html.unescape(entity[0]), mathml)


def _raise_primes_once(element: Element) -> None:
    """The font's primes are raised already; as a superscript they would be small and far too high."""
    if element.tag not in ("msup", "msubsup"):
        return
    base, superscript = element[0], element[-1]
    prime, *exponent = list(superscript) if superscript.tag == "mrow" and len(superscript) else [superscript]
    if prime.tag != "mo" or prime.text not in _PRIMES:
        return
    if element.tag == "msubsup":
        base = _node("msub", base, element[1])
    for child in list(element):
        element.remove(child)
    if exponent:
        element.tag = "msup"
        element.extend([_node("mrow", base, prime), _node("mrow", *exponent)])
    else:
        element.tag = "mrow"
        element.extend([base, prime])


def _node(tag: str, *children: Element) -> Element:
    node = Element(tag)
    node.extend(children)
    return node


def _raise_root(element: Element) -> None:
    """The sign of a root is drawn below its bar. Over a low letter it would hang far under the line."""
    if element.tag == "msqrt":
        element.insert(0, Element("mspace", {"height": "0.7em"}))
    elif element.tag == "mroot":
        element[0] = _node("mrow", Element("mspace", {"height": "0.7em"}), element[0])


def _centre_accents(element: Element) -> None:
    """Combining characters hang to the left of where they stand; their spacing twins do not."""
    if element.tag not in ("mover", "munder"):
        return
    accent = element[1]
    if accent.text == _COMBINING_LOW_LINE:
        accent.text = "‾" if element.tag == "mover" else "_"
    elif accent.text == _COMBINING_ARROW:
        accent.text = "→"
        accent.set("mathsize", "65%")
