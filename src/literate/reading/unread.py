"""What stands where nothing reads it, and looks as if it were meant to be read."""

from __future__ import annotations

import re
from collections.abc import Iterator

from literate.errors import NotReadHere, NotShown, Problem, UnknownLanguage
from literate.reading import directives, openings, raw_html
from literate.reading.events import Break, Fence, Indented, Place, Running, Substitution, Unread

_COMPUTED_ROLE = "{computed}`"
_SPACED_ROLE = re.compile(r"\{computed\} +`")
# A prompt that begins a line of what is shown, also behind a tag and as HTML writes it.
_SESSION = re.compile(r"(?:^|>)\s*(?:>>>|&gt;&gt;&gt;)(?: |[\w('\"\[{])")
# A prompt that lacks its space counts in the first column alone: elsewhere it may be an operator.
_PROMPT = re.compile(r"\s*>>> |>>>[\w('\"\[{]")
_REMOVED = re.compile(r"\bremove[-_]cell\b")
_PYTHON_FILE = re.compile(r"\.pyi?\s*$|:language:\s*i?py", re.IGNORECASE)
_MENDS = {Place.HTML: "Put an empty line before it", Place.DEEP: "Take it out of them"}
# What looks like the beginning of a shell's command there is none.
_WITH_DOLLARS = frozenset({"latex", "tex", "math"})
_HIDDEN = re.compile(
    r"\.\.\s+(code|code-block|sourcecode|doctest|testcode)::\s*+(py\w*)?\s*+$"
    r"|\.\.\s+(include::|literalinclude::.*\.pyi?\s*$)"
    r"|((?<!`)`{3,}|(?<!~)~{3,}|(?<!:):{3,})\s*\{?(py\w*|ipython3?|code-cell|console)\b"
    r"|^\s*>>> |\{computed\}`|:computed:`",
    re.IGNORECASE,
)


def in_running_text(text: Running, path: str) -> Iterator[Problem]:
    """Fences, sessions and computed numbers in paragraphs, formulas, raw HTML, comments and front matter."""
    if text.place is Place.COMMENT:
        yield from _in_comment(text, path)
        return
    unclosed = raw_html.unclosed_element(text.lines) if text.place is Place.HTML else None
    if unclosed:
        yield NotReadHere(path, *unclosed)
        return
    shown = text.place is Place.HTML and raw_html.shows_text(text.lines)
    # A text that is put into the page elsewhere; any other text of the front matter may show a fence.
    put = text.place is Place.FRONT_MATTER and any(
        line.text.lstrip().startswith("substitutions:") for line in text.lines
    )
    for line in text.lines:
        problem = _problem(text.place, line.text, shown, put)
        if problem:
            yield NotReadHere(path, line.number, *problem)


def _in_comment(text: Running, path: str) -> Iterator[Problem]:
    """What a comment takes in is meant to be left out, unless the comment was meant to end before it."""
    unclosed = raw_html.unclosed_comment(text.lines)
    if unclosed:
        yield NotReadHere(path, *unclosed)
    elif found := raw_html.mistyped_end(text.lines):
        end, taken = found
        if any(_problem(Place.HTML, line.text, False, False) for line in taken):
            place = f"all down to line {text.lines[-1].number}, where this HTML comment ends,"
            yield NotReadHere(path, end.number, place, "Close the comment here, with -->")


def _problem(place: Place, line: str, shown: bool, put: bool) -> tuple[str, str] | None:
    session = _SESSION.search(line) if place is Place.HTML else line.lstrip().startswith(">>> ")
    if place is Place.PARAGRAPH:
        if openings.opening(line):
            return "what looks like a fence", "An info line holds no backtick: take it out"
        if session:
            return "a session without a fence", "Put it in a ```python fence"
        if _SPACED_ROLE.search(line):
            return "a computed number with a space in it", "Write {computed}` without a space"
        return None
    inner = place is Place.FRONT_MATTER and line[:1].isspace()
    if openings.opening(line) and not shown and (put or not inner):
        mend = _MENDS.get(place) or f"Close {place.value} first"
        return f"a fence inside {place.value}", "Write it in the chapter's own text" if inner else mend
    if session:
        return f"a session inside {place.value}", "Put it in a ```python fence"
    if _COMPUTED_ROLE in line and not shown:
        return f"a computed number inside {place.value}", "Move it into running text"
    return None


def in_substitution(found: Substitution, path: str) -> Iterator[Problem]:
    """Text that stands elsewhere, like that of an included file."""
    place = f"text put in by {{{{ {found.name} }}}}"
    yield NotReadHere(path, found.line, place, "Write it in the chapter itself")


def in_text(found: Unread, path: str) -> Iterator[Problem]:
    """What the page shows as it is written, though it was meant to be computed."""
    if found.maths:
        yield NotReadHere(
            path, found.line, "a computed number inside the formula", "Move it into running text"
        )
    else:
        advice = "Write {computed}`SHOWN <EXPRESSION>`, and close it in the same paragraph"
        yield NotReadHere(path, found.line, "what begins like a computed number", advice)


def in_break(found: Break, path: str) -> Iterator[Problem]:
    """A break that takes what follows from the page."""
    if _REMOVED.search(found.content):
        yield NotShown(path, found.line)


def in_indented(block: Indented, path: str) -> Iterator[Problem]:
    """The first line of an indented block that is of an example, or opens a fence."""
    for line in block.lines:
        text = line.text.lstrip()
        if _PROMPT.match(text) or text.startswith("$ "):
            yield NotReadHere(path, line.number, "an example made by indentation", "Put it in a fence")
            return
        if openings.opening(line.text):
            place = "a fence that is indented so far that it is shown as text"
            yield NotReadHere(path, line.number, place, "Write it in the column of the text around it")
            return


def in_literal_fence(fence: Fence, path: str) -> Iterator[Problem]:
    """The next block, swallowed because a closing fence is mistyped or was taken for an opening one.

    It cannot be meant to be shown: what closes it closes this fence too.
    """
    for line in fence.lines:
        # Most lines hold no markup, and are passed at once.
        if fence.markup in line.text and openings.opens_within(line.text, fence.markup):
            place = f"a fence inside the fence of line {fence.line}"
            advice = f"Close the one before it; to show a fence, use more than {fence.markup}"
            yield NotReadHere(path, line.number, place, advice)


def in_other_language(fence: Fence, language: str, path: str) -> Iterator[Problem]:
    """A fence in another language is only shown, unless it looks like one of ours."""
    meant = openings.language_of(fence.info)
    texts = [text for line in fence.lines if (text := line.text.lstrip())]
    first = texts[:1]
    # A chapter that is shown holds prompts of its own.
    if any(text.startswith(("```", "~~~")) for text in texts):
        texts = []
    if meant == "python" or (texts and any(_PROMPT.match(line.text) for line in fence.lines)):
        yield UnknownLanguage(path, fence.line, language, "python")
    elif meant == "console" or _has_prompt(first + texts, language):
        yield UnknownLanguage(path, fence.line, language, "console")


def _has_prompt(texts: list[str], language: str) -> bool:
    return language.lower() not in _WITH_DOLLARS and any(text.startswith("$ ") for text in texts)


def in_options(fence: Fence, name: str, argument: str, skip: int, path: str) -> Iterator[Problem]:
    """Computed numbers where the page shows a directive's words and nothing reads them."""
    lines = [(line.text, line.number) for line in fence.lines[:skip]]
    if directives.renders_text(name):
        lines = [(argument, fence.line), *((line.text, line.number) for line in fence.lines)]
    for text, number in lines:
        if _COMPUTED_ROLE in text:
            place = f"a computed number in this part of {{{name}}}"
            yield NotReadHere(path, number, place, "Move it into running text")


def in_directive(fence: Fence, name: str, argument: str, path: str) -> Iterator[Problem]:
    """Code and numbers of ours in a directive that holds no Markdown, or that this tool does not know."""
    if name == "code-cell" or openings.near_miss(name, "code-cell"):
        yield UnknownLanguage(path, fence.line, fence.info, "{code-cell}")
    elif name == "python" or _shows(fence, name, argument, ">>> "):
        yield UnknownLanguage(path, fence.line, fence.info, "python")
    elif _shows(fence, name, argument, "$ "):
        yield UnknownLanguage(path, fence.line, fence.info, "console")
    elif name == "raw" and any(_SESSION.search(line.text) for line in fence.lines):
        yield NotReadHere(path, fence.line, "a session inside {raw}", "Put it in a ```python fence")
    elif name == "literalinclude" and _of_python(fence, argument):
        place = "code brought in by {literalinclude}"
        yield NotReadHere(path, fence.line, place, "Write it in the chapter itself")
    elif directives.includes_files(name):
        place = f"text brought in by {{{name}}}"
        yield NotReadHere(path, fence.line, place, "Write it in the chapter itself")
    elif not directives.holds_text(name):
        for line in fence.lines:
            if _HIDDEN.search(line.text):
                place = f"code inside the directive {{{name}}}"
                advice = "Move it out: this tool does not know what that directive holds"
                yield NotReadHere(path, line.number, place, advice)


def _of_python(fence: Fence, argument: str) -> bool:
    return any(_PYTHON_FILE.search(text) for text in (argument, *(line.text for line in fence.lines)))


def _shows(fence: Fence, name: str, argument: str, prompt: str) -> bool:
    """Whether a directive shows code that has this prompt, or is Python by its name."""
    if name not in ("code", "code-block", "sourcecode"):
        return False
    language = argument.strip().lower()
    if prompt == ">>> ":
        named = language == "python" or language in openings.PYTHON_LIKE
        return named or any(_PROMPT.match(line.text) for line in fence.lines)
    return any(line.text.lstrip().startswith(prompt) for line in fence.lines)
