"""One small style sheet for the whole book, and in `_static` nothing that no page asks for.

The theme and the extensions bring half a megabyte of style sheets, written for every site that could be
made with them. When all pages are written, the sheets are joined in the order in which a page would load
them, and what no page can use is left out (`press.css`).
"""

import posixpath
import re
from pathlib import Path
from typing import Any

from docutils import nodes  # type: ignore[import-untyped]
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from press.css import Rule, Sheet, Vocabulary, mapped, parse, reduced, write

NAME = "press.css"
_BEFORE_ALL = ("basic.css", "styles/pydata-sphinx-theme.css")  # as the theme's own pages load them
_OWN = "book.css"
_ASKED_FOR_LATER = ("previews.js",)  # by book.js
_URL = re.compile(r"""url\((['"]?)(?!data:|#)([^'")?#]+)[^'")]*\1\)""")


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
    out = Path(app.outdir)
    static = out / "_static"
    if not all((static / name).exists() for name in _BEFORE_ALL):
        return  # nothing was out of date: Sphinx copied no sheets, and the one made of them stays
    pages = [page.read_text("utf-8") for page in sorted(out.rglob("*.html")) if static not in page.parents]
    known = Vocabulary()
    for page in pages:
        known.add_page(page)
    used = _asked_for(pages)
    for name in used:
        if name.endswith(".js"):
            known.add_script((static / name).read_text("utf-8") if (static / name).exists() else "")
    whole: Sheet = ()
    for name in _names(app):
        if "thebe" not in name and (static / name).exists():
            whole += _placed(parse((static / name).read_text("utf-8")), name)
    text = write(reduced(whole, known))
    (static / NAME).write_text(text, "utf-8")
    used |= {NAME} | {match[2] for match in _URL.finditer(text)}
    _sweep(static, used)


def _asked_for(pages: list[str]) -> set[str]:
    """The files in `_static` that some page names."""
    named = {name for page in pages for name in re.findall(r"_static/([^\"'?#\s]+)", page)}
    return named | set(_ASKED_FOR_LATER)


def _placed(sheet: Sheet, name: str) -> Sheet:
    """The sheet as if it stood at the top of `_static`, without the fonts of others: the book has its own."""
    folder = posixpath.dirname(name)

    def place(rule: Rule) -> Rule | None:
        if rule.prelude == "@font-face" and name != _OWN:
            return None
        if rule.declarations is None:
            return None if rule.prelude.startswith("@import") else rule
        return Rule(rule.prelude, tuple(_URL.sub(moved, text) for text in rule.declarations))

    def moved(match: "re.Match[str]") -> str:
        return f'url("{posixpath.normpath(posixpath.join(folder, match[2]))}")'

    return mapped(sheet, place)


def _sweep(static: Path, used: set[str]) -> None:
    """Leave out what no page asks for, except licences; every build puts it back first."""
    for file in sorted(static.rglob("*"), reverse=True):
        name = file.relative_to(static).as_posix()
        if file.is_dir():
            if not any(file.iterdir()):
                file.rmdir()
        elif name not in used and file.suffix not in (".txt", ".md"):
            file.unlink()


def setup(app: Sphinx) -> ExtensionMetadata:
    app.connect("html-page-context", _one_sheet, priority=950)
    app.connect("build-finished", _finish, priority=990)  # after the theme has rewritten pygments.css
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
