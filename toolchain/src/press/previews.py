"""What hovering or focusing a link inside the book shows: the term, formula, figure or section it points to.

The pieces stand in one script, `_static/previews.js`, which a page loads at the first hover. It is a script
and no JSON file because a page opened as a file may not read other files.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from posixpath import normpath

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from press.elements import end, with_id

NAME = "previews.js"
MOST = 5000  # characters of one preview: a larger figure, or one with measured times, is not worth its weight

_ARTICLE = re.compile(r'<article class="bd-article">')
_LINK = re.compile(r'<a class="[^"]*\binternal\b[^"]*" href="([^"#]*)#([^"]+)"')
_PERMALINK = re.compile(r'<a class="headerlink"[^>]*>.*?</a>', re.DOTALL)


def preview(page: str, name: str) -> str:
    """The piece of a page that tells what the identifier stands for; empty where nothing short does."""
    found = with_id(page, name)
    if found is None:
        return ""
    start, stop = found
    element = page[start:stop]
    if element.startswith("<span"):  # a second identifier of the section around it
        opening = page.rfind("<section", 0, start)
        return _section(page[opening : end(page, opening)]) if opening >= 0 else ""
    if element.startswith("<section"):
        return _section(element)
    if element.startswith("<dt"):
        definition = page.find("<dd", stop)
        element += page[definition : end(page, definition)] if definition >= 0 else ""
    text = _PERMALINK.sub("", element)
    return text if len(text) <= MOST else ""


def _section(section: str) -> str:
    heading = re.search(r"<h[1-6][^>]*>.*?</h[1-6]>", section, re.DOTALL)
    paragraph = re.search(r"<p>.*?</p>", section, re.DOTALL)
    text = f"<p><strong>{_inside(heading[0])}</strong></p>" if heading else ""
    return _PERMALINK.sub("", text) + (paragraph[0] if paragraph else "")


def _inside(element: str) -> str:
    return _PERMALINK.sub("", element[element.index(">") + 1 : element.rindex("<")])


def links(page: str, path: str) -> Iterator[tuple[str, str]]:
    """The places in the book, as (page, identifier), to which a page's article links."""
    article = _ARTICLE.search(page)
    if article is None:
        return
    for match in _LINK.finditer(page, article.start(), end(page, article.start())):
        target = normpath(str(PurePosixPath(path).parent / match[1])) if match[1] else path
        yield target, match[2]


def _write(app: Sphinx, error: Exception | None) -> None:
    if error is not None or app.builder.name != "html":
        return
    out = Path(app.outdir)
    pages = {
        file.relative_to(out).as_posix(): file.read_text("utf-8")
        for file in sorted(out.rglob("*.html"))
        if "_static" not in file.parts
    }
    wanted = sorted({place for path, page in pages.items() for place in links(page, path)})
    pieces = {f"{page}#{name}": preview(pages[page], name) for page, name in wanted if page in pages}
    data = json.dumps({key: html for key, html in pieces.items() if html}, ensure_ascii=False)
    (out / "_static" / NAME).write_text(f"bookPreviews({data});\n", "utf-8")


def setup(app: Sphinx) -> ExtensionMetadata:
    app.connect("build-finished", _write, priority=980)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
