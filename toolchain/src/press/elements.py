"""Finding whole elements in HTML that a Sphinx writer made, without building a tree of it."""

import re


def end(html: str, start: int) -> int:
    """Where the element that begins at `start` ends."""
    opening = re.compile(r"<([a-zA-Z][\w-]*)").match(html, start)
    if opening is None:
        raise ValueError(f"no element begins here: {html[start : start + 40]!r}")
    depth = 0
    for tag in re.compile(rf"<(/?){opening[1]}\b[^<>]*?(/?)>").finditer(html, start):
        depth += -1 if tag[1] else 0 if tag[2] else 1
        if depth == 0:
            return tag.end()
    raise ValueError(f"an element is never closed: {html[start : start + 40]!r}")


def with_id(html: str, name: str) -> tuple[int, int] | None:
    """Where the element of that identifier begins and ends."""
    place = html.find(f' id="{name}"')
    start = html.rfind("<", 0, place)
    return (start, end(html, start)) if place >= 0 and start >= 0 else None
