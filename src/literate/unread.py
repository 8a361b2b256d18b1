"""What stands where nothing reads it, and looks as if it were meant to be read."""

from __future__ import annotations

import re
from collections.abc import Iterator

from literate.errors import NotReadHere, Problem
from literate.events import Place, Running
from literate.openings import opening

# Raw HTML whose content is no text of the page, or is shown as it stands.
_SHOWN_AS_IT_IS = re.compile(r"\s*<(pre|script|style|textarea)\b", re.IGNORECASE)
_SPACED_ROLE = re.compile(r"\{computed\} +`")


def in_running_text(text: Running, path: str) -> Iterator[Problem]:
    """Fences, sessions and computed numbers in paragraphs, raw HTML, comments and front matter."""
    if text.place is Place.COMMENT:
        if not any("-->" in line.text for line in text.lines):
            place = "all that follows this unclosed HTML comment"
            yield NotReadHere(path, text.lines[0].number, place, "Close it with -->")
        return
    shown = text.place is Place.HTML and bool(_SHOWN_AS_IT_IS.match(text.lines[0].text))
    for line in text.lines:
        problem = _problem(text.place, line.text, shown)
        if problem:
            yield NotReadHere(path, line.number, *problem)


def _problem(place: Place, line: str, shown: bool) -> tuple[str, str] | None:
    session = line.lstrip().startswith(">>> ")
    if place is Place.PARAGRAPH:
        if opening(line):
            return "what looks like a fence", "An info line holds no backtick: take it out"
        if session:
            return "a session without a fence", "Put it in a ```python fence"
        if _SPACED_ROLE.search(line):
            return "a computed number with a space in it", "Write {computed}` without a space"
        return None
    # Indented, it may be a text of the front matter's own.
    if opening(line) and not shown and not (place is Place.FRONT_MATTER and line[0].isspace()):
        mend = "Put an empty line before it" if place is Place.HTML else "Close the front matter before it"
        return f"a fence inside {place.value}", mend
    if session and place is Place.HTML:
        return f"a session inside {place.value}", "Put it in a ```python fence"
    if "{computed}`" in line and not shown:
        return f"a computed number inside {place.value}", "Move it into running text"
    return None
