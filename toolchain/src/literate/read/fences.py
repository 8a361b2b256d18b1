"""Fences: their info lines, their options, and what a line or an info line seems to mean."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import NamedTuple

from markdown_it.token import Token

from literate.errors import nearest
from literate.model import Attributes, Line, Problem

ATTRIBUTES = ("tangle", "class", "lab", "explained", "shared", "illustrative")
_FLAGS = ("shared",)
_WORD = re.compile(r'\s*(?P<name>[^\s="]+)(?:(?P<eq>=)(?:"(?P<quoted>[^"]*)"|(?P<bare>[^\s"]*)))?(?=\s|$)')

# Directives that hold Markdown.
_HOLDERS = (
    "admonition attention caution danger error hint important note seealso tip warning todo versionadded "
    "versionchanged deprecated dropdown toggle details margin sidebar aside topic epigraph pull-quote "
    "highlights compound container div only figure figure-md list-table table exercise exercise-start "
    "solution solution-start tab-set tab-item tab-set-code card card-carousel grid grid-item "
    "grid-item-card"
)
# Domains all of whose directives hold Markdown.
_HOLDING_DOMAINS = ("proof:", "prf:")
_DIRECTIVE = re.compile(r"\{([^}\s]+)\}\s*(.*)")

_PYTHON = ("py", "py3", "ipython", "ipython3", "pycon", "pycon3", "doctest", "testcode")
_CONSOLE = ("console", "shell-session", "sh-session", "bash-session")
# Languages of their own, near as their names are.
_OTHERS = ("cython", "jython", "micropython")
_OURS = re.compile(r"(?:^|\s|\{)(?:tangle|class|lab|explained|illustrative)\s*=")
_NEAR = 0.8
# The marks of quotes and of list items. Nothing is given back, so the time stays linear.
_HOLDING_MARKS = re.compile(r"(?:[\s>]|(?:[-*+]|\d+[.)])\s)*+")
_OPENING = re.compile(r"(?P<mark>`{3,}|~{3,}|:{3,})\s*(?P<info>[^`\s].*)$")
# What stands behind its mark makes a line no closing fence.
_NAMED = re.compile(r" {0,3}(?P<mark>`{3,}(?=[^`]*$)|~{3,}|:{3,})[ \t]*[^\s`~:].*")


class Fence(NamedTuple):
    """A fence as written: `nested` says that a list, a quote or a directive holds it.

    Its info line names either a directive, given in small letters, or a language; `rest` is what follows.
    """

    info: str
    directive: str
    language: str
    rest: str
    mark: str
    line: int
    lines: tuple[Line, ...]
    closed: bool
    nested: bool

    @classmethod
    def of(cls, token: Token, lines: list[Line], nested: bool) -> Fence:
        """The fence that a token stands for; `lines` are those that were parsed."""
        start, end = token.map or (0, 0)
        texts = token.content.removesuffix("\n").split("\n") if token.content else []
        inside = tuple(_inner(text, lines[start + 1 + row]) for row, text in enumerate(texts))
        # One line is the opening fence; one more than that and those inside is the closing one.
        closed = end - start == len(texts) + 2
        info = token.info.strip()
        match = _DIRECTIVE.fullmatch(info)
        name, rest = match.groups() if match else [*info.split(maxsplit=1), "", ""][:2]
        directive, language = (name.lower(), "") if match else ("", name)
        return cls(info, directive, language, rest, token.markup, lines[start].number, inside, closed, nested)

    @property
    def colons(self) -> bool:
        return self.mark.startswith(":")

    @property
    def holds_markdown(self) -> bool:
        """Whether it is a directive that does, or a colon fence of any other name."""
        name = self.directive
        return name in _HOLDERS.split() or name.startswith(_HOLDING_DOMAINS) or (self.colons and not name)

    def option_count(self) -> int:
        """How many of the lines are the directive's options, as MyST reads them."""
        texts = [line.text for line in self.lines]
        # MyST puts an empty line before a colon fence that opens another one; a backtick fence gets none.
        if self.colons and texts and texts[0].startswith(":::"):
            return 0
        count = 0
        if texts and texts[0].startswith("---"):
            closing = (row for row, text in enumerate(texts) if row and text.startswith("---"))
            count = next(closing, len(texts) - 1) + 1
        else:
            while count < len(texts) and texts[count].lstrip().startswith(":"):
                count += 1
        return count + (count < len(texts) and not texts[count].strip())


def _inner(text: str, outer: Line) -> Line:
    tail = outer.text.endswith(text) and outer.column is not None
    return Line(text, outer.number, (outer.column or 0) + len(outer.text) - len(text) if tail else None)


def attributes_of(rest: str, path: str, line: int) -> tuple[Attributes, list[Problem]]:
    """Read what follows the word ``python``; `path` and `line` say where it stands."""
    values, faults = _words(rest)
    if "illustrative" in values and not values["illustrative"].strip():
        faults.append(("an illustrative block must say why it is not run", 'Write illustrative="the reason"'))
    if "illustrative" in values and len(values) > 1:
        others = ", ".join(name for name in values if name != "illustrative")
        faults.append((f"'illustrative' does not go with {others}", "An illustrative block is only shown"))
    if "tangle" not in values and "illustrative" not in values:
        faults += [(f"{name!r} needs a file to go into", "Add tangle=PATH") for name in values]
    if values.get("lab", "given") != "given":
        faults.append((f"lab={values['lab']} means nothing", "Write lab=given"))
    if "class" in values and not values["class"].isidentifier():
        faults.append((f"{values['class']!r} is not the name of a class", "Write class=NAME"))
    attributes = Attributes(
        tangle=values.get("tangle"),
        class_name=values.get("class"),
        given=values.get("lab") == "given",
        explained=values.get("explained"),
        shared="shared" in values,
        illustrative=values.get("illustrative"),
    )
    return attributes, [Problem(path, line, what, mend) for what, mend in faults]


def _words(rest: str) -> tuple[dict[str, str], list[tuple[str, str]]]:
    """The attributes and their values; and what is wrong, with its mend."""
    values: dict[str, str] = {}
    faults: list[tuple[str, str]] = []
    position, end = 0, len(rest.rstrip())
    while position < end:
        match = _WORD.match(rest, position)
        if match is None:
            what = f"the info line cannot be read from {rest[position:].strip()!r} on"
            faults.append((what, 'Write name=value or name="a value"'))
            break
        position = match.end()
        name, value = match["name"], match["quoted"] if match["quoted"] is not None else match["bare"]
        if name not in ATTRIBUTES:
            faults.append(unknown_attribute(name, ATTRIBUTES))
        elif name in values:
            faults.append((f"{name!r} is given twice", "Keep one"))
        elif name in _FLAGS and match["eq"]:
            faults.append((f"{name!r} takes no value", f"Write {name} alone"))
        elif name not in _FLAGS and not value and name != "illustrative":
            faults.append((f"{name!r} needs a value", f"Write {name}=VALUE"))
        else:
            values[name] = value or ""
    return values, faults


def unknown_attribute(name: str, known: tuple[str, ...]) -> tuple[str, str]:
    """What is wrong with an attribute of this name, and how to mend it."""
    guess = nearest(name, known)
    what = f"{name!r} is not an attribute of this fence{'.' if guess else ''}{guess}"
    return what, f"Use one of: {', '.join(known)}" if known else "Take it out"


def meant_language(info: str) -> str:
    """The language of ours that an info line seems to mean: 'python', 'console', or nothing."""
    word = (info.split() or [""])[0].lower().strip("{}.,:;")
    name = re.split(r"[={(:,]", word)[0]
    if _OURS.search(info):
        return "python"
    if name in _OTHERS:
        return ""
    if name.startswith("python") or name in _PYTHON or _near(name, "python"):
        return "python"
    return "console" if name in _CONSOLE or _near(name, "console") else ""


def own_start(text: str) -> int:
    """Where a line's own text begins, behind the marks of the quotes and lists that hold it."""
    match = _HOLDING_MARKS.match(text)
    return match.end() if match else 0


def opening(text: str) -> str:
    """The mark of the fence of ours that a line seems to open; nothing when it opens none."""
    match = _OPENING.match(text, own_start(text))
    if match is None:
        return ""
    ours = match["info"].lower().startswith("{code-cell}") or meant_language(match["info"])
    return match["mark"] if ours else ""


def opens_within(text: str, mark: str) -> bool:
    """Whether a line of a fence with this mark opens another, which would end together with it."""
    match = _NAMED.fullmatch(text)
    return opening(text).startswith(mark) or (match is not None and match["mark"].startswith(mark))


def misspells(name: str, known: str) -> bool:
    """Whether a name is another one misspelt."""
    return name != known and _near(name.lower(), known)


def _near(name: str, known: str) -> bool:
    return SequenceMatcher(None, name, known).ratio() >= _NEAR
