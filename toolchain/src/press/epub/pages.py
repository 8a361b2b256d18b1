"""The pages of the EPUB: whole XHTML documents around the text that Sphinx gives."""

import re
from html import escape
from xml.etree.ElementTree import Element, fromstring, tostring

from press.mends import folded

_PAGE = """\
<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="{language}" \
xml:lang="{language}">
<head>
<title>{title}</title>
<link rel="stylesheet" type="text/css" href="{sheet}"/>
</head>
<body>
{body}
</body>
</html>
"""
_NAMESPACE = "http://www.w3.org/1998/Math/MathML"
_STYLES = ("displaystyle", "scriptlevel")
_MAY_BE_STYLED = {"math", "mstyle"}
_TAG = re.compile(r"<[^>]*>")
_FORMULA = re.compile(r"<math\b.*?</math>", re.DOTALL)
# Each of these is in the pages of the site, and not valid in an EPUB.
_MENDS = (
    # Two prompts for a script to choose from: here the first is right.
    (
        re.compile(r"<summary[^>]*>\s*<p[^>]*>(.*?)</p>\s*<p[^>]*>.*?</p>\s*</summary>", re.DOTALL),
        r"<summary>\1</summary>",
    ),
    (re.compile(r' id="(?:exercise|solution)-content"'), ""),  # each box has the same one
    # Given by chance to a formula without a label; nothing leads there.
    (re.compile(r' id="equation-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"'), ""),
    (re.compile(r' role="doc-(?:biblioentry|backlink)"'), ""),  # withdrawn
    (re.compile(r' tabindex="0"'), ""),  # nothing scrolls by keyboard there
)


def page(title: str, body: str, *, language: str, sheet: str) -> str:
    """A page of the book. `title` may hold markup; `sheet` is where the page finds the style sheet."""
    for fault, mend in _MENDS:
        body = fault.sub(mend, body)
    body = folded(body)
    body = _FORMULA.sub(lambda formula: _portable(formula[0]), body)
    return _PAGE.format(title=_TAG.sub("", title), body=body, language=escape(language), sheet=escape(sheet))


def properties(page: str) -> str:
    """What the book's list of files must say of a page: the kinds of foreign markup in it."""
    kinds = {"mathml": "<math", "svg": "<svg"}
    return " ".join(kind for kind, tag in kinds.items() if tag in page)


def _portable(formula: str) -> str:
    """The MathML Core of the pages as MathML 3: with its namespace, and styles only where that has them."""
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
