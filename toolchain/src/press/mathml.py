"""Maths as MathML, made while the book is built, so that a page needs no script and no network for it.

`html_math_renderer = "mathml"` chooses it. A formula that is not understood, or that uses a character which
the book's maths font lacks, is a warning at the formula's line.
"""

import html
import re
from functools import lru_cache
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring, tostring

import math_core
from docutils import nodes  # type: ignore[import-untyped]
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.math import get_node_equation_number
from sphinx.util.typing import ExtensionMetadata
from sphinx.writers.html5 import HTML5Translator

from press.punctuation import KeepPunctuation

LOG = logging.getLogger(__name__)

_FONT = Path(__file__).parent / "theme" / "static" / "fonts" / "book-maths.txt"
_UNDRAWN = "\u2061\u2062\u2063\u2064\u2009\u200a\u2003\u2002\u2004\u2005\u00a0\u200b\n"  # operators, spaces
_PLAIN = "\ufe00"  # follows a script capital and chooses its plain form
_DRAWN = frozenset(_FONT.read_text("utf-8") + _UNDRAWN + _PLAIN)
_NUMBERING_ENVIRONMENT = re.compile(r"\\(begin|end)\{(align|alignat|equation|gather|multline)\}")
_PRIMES = set("′″‴⁗")  # noqa: RUF001
_LARGE_IN_FIREFOX = set("⊙⊗⊕⊖")
_COMBINING_LOW_LINE = "\N{COMBINING LOW LINE}"
_COMBINING_ARROW = "\N{COMBINING RIGHT ARROW ABOVE}"


class MathsError(Exception):
    """A formula that cannot be shown."""


def render(tex: str, *, block: bool, macros: tuple[tuple[str, str], ...] = ()) -> str:
    """The formula as a `math` element, or a `MathsError` that says what is wrong with it."""
    # Sphinx numbers equations, so that references agree with them: no second number from the formula.
    tex = _NUMBERING_ENVIRONMENT.sub(r"\\\1{\2*}", tex)
    try:
        mathml = _converter(macros).convert_with_local_state(tex, displaystyle=block)
    except math_core.LatexError as error:
        place, _, what = str(error).partition(": ")
        before = tex[: int(place)].strip() if place.isdigit() else ""
        raise MathsError(f"{what} It stands after {before!r}." if before else what) from error
    formula = _mended(mathml)
    if unknown := sorted(set("".join(formula.itertext())) - _DRAWN):
        raise MathsError(
            f"The maths font lacks {', '.join(f'{c} (U+{ord(c):04X})' for c in unknown)}. Write the "
            "formula without it, or add it as press/theme/static/fonts/README.md says."
        )
    return tostring(formula, encoding="unicode")


@lru_cache
def _converter(macros: tuple[tuple[str, str], ...]) -> math_core.LatexToMathML:
    return math_core.LatexToMathML(macros=dict(macros), fancy_error=False)


def _rendered(translator: HTML5Translator, node: nodes.Element, *, block: bool) -> str:
    macros = tuple(sorted(translator.config.mathml_macros.items()))
    try:
        return render(node.astext(), block=block, macros=macros)
    except MathsError as error:
        LOG.warning("maths: %s", error, location=_place(node), type="mathml", subtype="formula")
        return f"<code>{translator.encode(node.astext())}</code>"


def _place(node: nodes.Element) -> nodes.Element:
    """The node itself, or the nearest one around it that knows its line."""
    here: nodes.Element | None = node
    while here is not None and here.line is None:
        here = here.parent
    return node if here is None else here


def _mended(mathml: str) -> Element:
    """The formula as a tree, so that Chromium and Firefox draw it alike and EPUB can hold it."""
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


def visit_inline(translator: HTML5Translator, node: nodes.math) -> None:
    formula = _rendered(translator, node, block=False)
    translator.body.append(f'<span class="math notranslate">{formula}</span>')
    raise nodes.SkipNode


def visit_block(translator: HTML5Translator, node: nodes.math_block) -> None:
    translator.body.append(translator.starttag(node, "div", CLASS="math notranslate"))
    number = get_node_equation_number(translator, node) if node["number"] else ""
    # A wide formula scrolls inside its own box, which the keyboard must be able to reach.
    name = f"Equation {number}" if number else "Equation"
    translator.body.append(f'<div class="math-scroll" tabindex="0" role="group" aria-label="{name}">')
    translator.body.append(_rendered(translator, node, block=True))
    translator.body.append("</div>")
    if number:
        translator.body.append(f'<span class="eqno">({number})')
        translator.add_permalink_ref(node, "Link to this equation")
        translator.body.append("</span>")
    translator.body.append("</div>\n")
    raise nodes.SkipNode


def setup(app: Sphinx) -> ExtensionMetadata:
    app.add_config_value("mathml_macros", {}, "env", dict)
    app.add_post_transform(KeepPunctuation)
    app.add_html_math_renderer("mathml", (visit_inline, None), (visit_block, None))
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
