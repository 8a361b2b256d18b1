"""One small style sheet for the whole book.

The theme and the extensions bring half a megabyte of style sheets, written for every site that could be made
with them. When all pages are written, the sheets are joined in the order in which a page would load them,
without the rules whose selector names a class or an identifier that no page and no script holds, and without
the properties that nothing reads.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docutils import nodes  # type: ignore[import-untyped]
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

_NAME = "press.css"
_BEFORE_ALL = ("basic.css", "styles/pydata-sphinx-theme.css")  # as the theme's own pages load them
_FONTS_FROM = "book.css"  # the book has its own fonts: those of the other sheets are left out

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_TEXT = r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\''
_PIECE = re.compile(rf"{_TEXT}|url\((?:{_TEXT}|[^)])*\)|[{{}};]|[^\"'{{}};u]+|u", re.DOTALL)
_PROPERTY = re.compile(rf"(--[\w-]+)\s*:(?:{_TEXT}|[^;}}\"'])*;?")
_READ = re.compile(r"var\(\s*(--[\w-]+)")
_NAMES = re.compile(r'(?:class|id)="([^"]*)"')
_INSIDE = r"(?:[^()]|\([^()]*\))*"  # of brackets, with further ones in them
_COMMA = re.compile(rf",(?!{_INSIDE}\))")
_BRACKETS = re.compile(rf"\({_INSIDE}\)|\[[^\]]*\]")
_NAMED = re.compile(r"[.#](-?[A-Za-z_][\w-]*)")


def _rules(sheet: str) -> Iterator[tuple[str, str]]:
    """What stands before and between the braces of each rule at the top of a sheet; `@import` is left out."""
    depth, before, text = 0, "", ""
    for piece in _PIECE.findall(sheet):
        depth += (piece == "{") - (piece == "}")
        if piece == "{" and depth == 1:
            before, text = text.strip(), ""
        elif piece == "}" and depth == 0:
            yield before, text.strip()
            text = ""
        elif piece == ";" and depth == 0:
            text = ""
        else:
            text += piece


def _reduced(sheet: str, used: set[str], fonts: bool) -> str:
    """The sheet without the rules that nothing can match; with its fonts or without them."""
    kept = []
    for before, inside in _rules(sheet):
        if before.startswith(("@media", "@supports")):
            inside = _reduced(inside, used, fonts)
        elif before.startswith("@font-face") and not fonts:
            continue
        elif not before.startswith("@"):
            selectors = _COMMA.split(before)
            before = ",".join(s for s in selectors if used.issuperset(_NAMED.findall(_BRACKETS.sub("", s))))
        if before and inside:
            kept.append(f"{before}{{{inside}}}\n")
    return "".join(kept)


def _one_sheet(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """A page links to the one sheet (in layout.html), and to those that it alone brings."""
    everywhere = {str(sheet.filename) for sheet in app.builder._css_files}  # type: ignore[attr-defined]
    context["css_files"] = [c for c in context["css_files"] if str(c.filename) not in everywhere]


def _names(app: Sphinx) -> list[str]:
    """The sheets of every page in their order, by their path in `_static`."""
    sheets = sorted(app.builder._css_files, key=lambda sheet: sheet.priority)  # type: ignore[attr-defined]
    names = [str(sheet.filename).removeprefix("_static/").partition("?")[0] for sheet in sheets]
    return [*_BEFORE_ALL, *dict.fromkeys(names)]


def _finish(app: Sphinx, error: Exception | None) -> None:
    if error is not None or app.builder.format != "html" or app.builder.name == "epub":
        return
    out, static = Path(app.outdir), Path(app.outdir, "_static")
    pages = [file.read_text("utf-8") for file in sorted(out.rglob("*.html")) if static not in file.parents]
    asked_for = {name for page in pages for name in re.findall(r"_static/([^\"'?#\s]+\.js)", page)}
    scripts = [(static / name).read_text("utf-8") for name in sorted(asked_for)]
    used = {name for page in pages for names in _NAMES.findall(page) for name in names.split()}
    used.update(word for script in scripts for word in re.findall(r"[\w-]+", script))  # they add classes
    sheet = ""
    for name in _names(app):
        if "thebe" not in name and (static / name).is_file():
            text = _COMMENT.sub("", (static / name).read_text("utf-8"))
            sheet += _reduced(text, used, name == _FONTS_FROM)
    read = {name for text in (sheet, *pages, *scripts) for name in _READ.findall(text)}
    (static / _NAME).write_text(_PROPERTY.sub(lambda p: p[0] if p[1] in read else "", sheet), "utf-8")


def setup(app: Sphinx) -> ExtensionMetadata:
    app.connect("html-page-context", _one_sheet, priority=950)
    app.connect("build-finished", _finish, priority=990)  # after the theme has rewritten pygments.css
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
