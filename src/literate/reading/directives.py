"""Which MyST directives hold Markdown, which hold literal text, and where their options end."""

from __future__ import annotations

import re

from literate.reading.events import Line

_CONTAINERS = frozenset(
    {
        "admonition",
        "attention",
        "caution",
        "danger",
        "error",
        "hint",
        "important",
        "note",
        "seealso",
        "tip",
        "warning",
        "todo",
        "versionadded",
        "versionchanged",
        "deprecated",
        "dropdown",
        "toggle",
        "details",
        "margin",
        "sidebar",
        "aside",
        "topic",
        "epigraph",
        "pull-quote",
        "highlights",
        "compound",
        "container",
        "div",
        "only",
        "figure",
        "figure-md",
        "list-table",
        "table",
        "exercise",
        "exercise-start",
        "solution",
        "solution-start",
        "tab-set",
        "tab-item",
        "tab-set-code",
        "card",
        "card-carousel",
        "grid",
        "grid-item",
        "grid-item-card",
    }
)
_LITERAL = frozenset(
    {
        "math",
        "image",
        "raw",
        "bibliography",
        "toctree",
        "tableofcontents",
        "contents",
        "mermaid",
        "graphviz",
        "csv-table",
        "index",
        "glossary",
        "literalinclude",
        "iframe",
        "exercise-end",
        "solution-end",
        "rubric",
        "code",
        "code-block",
        "sourcecode",
        "parsed-literal",
        "raw-cell",
        "list-of-figures",
    }
)
_RENDERED = frozenset({"csv-table", "glossary", "index", "parsed-literal", "rubric"})
_INCLUDES = frozenset({"include"})
_DIRECTIVE = re.compile(r"^\{(?P<name>[^}\s]+)\}\s*(?P<argument>.*)$")


def split(info: str) -> tuple[str, str] | None:
    """Return a directive's name and argument, or None when the info line names a language.

    Names are looked up in small letters, whatever the letters in the text.
    """
    match = _DIRECTIVE.match(info)
    return (match["name"].lower(), match["argument"]) if match else None


def holds_markdown(name: str) -> bool:
    return name in _CONTAINERS or name.startswith("proof:")


def holds_text(name: str) -> bool:
    return name in _LITERAL


def renders_text(name: str) -> bool:
    """Whether the page shows roles in what this tool does not read as Markdown."""
    return name in _RENDERED


def includes_files(name: str) -> bool:
    return name in _INCLUDES


def caption(lines: tuple[Line, ...]) -> list[Line]:
    """The lines of a cell's options that are the caption of its figure."""
    found: list[Line] = []
    depth = -1
    for line in lines:
        indent = len(line.text) - len(line.text.lstrip())
        if 0 <= depth < indent:
            found.append(line)
            continue
        depth = indent if line.text.lstrip().startswith("caption:") else -1
        words = line.text.partition(":")[2].strip()
        if depth >= 0 and words not in ("|", ">", "|-", ">-", ""):
            found.append(Line(words, line.number, None))
    return found


def options(lines: tuple[Line, ...]) -> int:
    """Return how many lines a directive's options take, as MyST reads them."""
    count = 0
    if lines and lines[0].text.startswith("---"):
        count = 1
        while count < len(lines) and not lines[count].text.startswith("---"):
            count += 1
        count += 1
    else:
        while count < len(lines) and lines[count].text.lstrip().startswith(":"):
            count += 1
    if count < len(lines) and not lines[count].text.strip():
        count += 1
    return min(count, len(lines))
