"""What the theme and the extensions write that is wrong, heavy or hard to use, put right in each page's text.

| fault | mend |
| --- | --- |
| folded solutions need a script, and fade in so slowly that their text is too pale at first | `details` |
| "Show the code" is announced as "Toggle hidden content" | it is announced as it reads |
| entries of the bibliography have a role that was withdrawn, in a list of other roles | list items |
| the content of each exercise and solution has the same identifier | none |
| an empty corner of a table counts as a heading without text | an empty cell |
| an exercise has no sign to link to it by | the sign that headings have |
| a few words of code, each in an element of its own, break across two lines | one element, on one line |
"""

import re
from html import unescape
from typing import Any

from docutils import nodes  # type: ignore[import-untyped]
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from press.elements import end

_FOLDED = re.compile(
    r'<div class="(?P<classes>[^"]*\bdropdown\b[^"]*)"(?P<rest>[^>]*)>\s*(?=<p class="admonition-title">)'
)
_LINK = re.compile(r"</?a\b[^>]*>")
_EXERCISE = re.compile(
    r'(<div class="exercise admonition" id="([^"]+)">\s*<p class="admonition-title">.*?)(?=</p>)', re.DOTALL
)
_CODE = re.compile(r'(?<=<code class="docutils literal notranslate">)(?:<span class="pre">[^<]*</span>\s*)+')
_SHORT = 20  # characters of code that stay on one line, also on a phone
_SIGN = r'\1<a class="headerlink" href="#\2" title="Link to this exercise">#</a>'
_TEXTS = (
    ('<summary aria-label="Toggle hidden content">', "<summary>"),
    (' role="doc-biblioentry"', ' role="listitem"'),
    (' role="doc-backlink"', ""),
    (' id="exercise-content"', ""),
    (' id="solution-content"', ""),
    ('<th class="head"><p></p></th>', "<td></td>"),
    ('<th class="head"></th>', "<td></td>"),
)


def mended(body: str) -> str:
    """The text of a page with every mend made."""
    for fault, mend in _TEXTS:
        body = body.replace(fault, mend)
    body = _EXERCISE.sub(_SIGN, body)
    body = _CODE.sub(_unbroken, body)
    return folded(body)


def _unbroken(words: re.Match[str]) -> str:
    """Short code without the elements around its words; long code as it is, so that it may break."""
    code = re.sub(r"</?span\b[^>]*>", "", words[0])
    return code if len(unescape(code)) <= _SHORT else words[0]


def folded(body: str) -> str:
    """Boxes of the class `dropdown` as `details`, which fold without a script and print unfolded."""
    while box := _FOLDED.search(body):
        stop = end(body, box.start())
        title_stop = end(body, box.end())
        title = _LINK.sub("", body[box.end() : title_stop])
        title = title.removeprefix('<p class="admonition-title">').removesuffix("</p>")
        classes = " ".join("fold" if name == "dropdown" else name for name in box["classes"].split())
        inside = body[title_stop:stop].removesuffix("</div>")
        body = (
            f'{body[: box.start()]}<details class="{classes}"{box["rest"]}>'
            f'<summary class="admonition-title">{title}</summary>{inside}</details>{body[stop:]}'
        )
    return body


def _mend(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    if "body" in context:
        context["body"] = mended(context["body"])


def setup(app: Sphinx) -> ExtensionMetadata:
    app.connect("html-page-context", _mend, priority=800)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
