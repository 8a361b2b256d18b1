"""The grammar of a Python fence's info line: ``python name=value name="value" flag``."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from literate.errors import BadAttribute, MissingReason, MissingTarget, Problem, UnknownAttribute

ATTRIBUTES = ("tangle", "class", "lab", "explained", "shared", "illustrative")
FLAGS = ("shared",)
_NOWHERE = ("", 0)
_WORD = re.compile(r'\s*(?P<name>[^\s="]+)(?:(?P<eq>=)(?:"(?P<quoted>[^"]*)"|(?P<bare>[^\s"]*)))?(?=\s|$)')


class Attributes(NamedTuple):
    """What an info line says about its block."""

    tangle: str | None = None
    class_name: str | None = None
    given: bool = False
    explained: str | None = None
    shared: bool = False
    illustrative: str | None = None


def parse(rest: str, path: str, line: int) -> tuple[Attributes, list[Problem]]:
    """Read what follows the word ``python``; `path` and `line` say where it stands."""
    attributes, problems = _parsed(rest)
    return attributes, [replace(problem, path=path, line=line) for problem in problems]


@lru_cache(maxsize=1024)
def _parsed(rest: str) -> tuple[Attributes, list[Problem]]:
    """What a line says, and what is wrong with it, at no place yet: the blocks of a file begin alike."""
    values, problems = _words(rest)
    if "illustrative" in values and not values["illustrative"].strip():
        problems.append(MissingReason(*_NOWHERE))
    if "illustrative" in values and len(values) > 1:
        others = ", ".join(name for name in values if name != "illustrative")
        problems.append(
            BadAttribute(
                *_NOWHERE, f"'illustrative' does not go with {others}", "An illustrative block is only shown"
            )
        )
    if "tangle" not in values and "illustrative" not in values:
        problems += [MissingTarget(*_NOWHERE, name) for name in values]
    if values.get("lab", "given") != "given":
        problems.append(BadAttribute(*_NOWHERE, f"lab={values['lab']} means nothing", "Write lab=given"))
    if "class" in values and not values["class"].isidentifier():
        problems.append(
            BadAttribute(*_NOWHERE, f"{values['class']!r} is not the name of a class", "Write class=NAME")
        )
    return Attributes(
        tangle=values.get("tangle"),
        class_name=values.get("class"),
        given=values.get("lab") == "given",
        explained=values.get("explained"),
        shared="shared" in values,
        illustrative=values.get("illustrative"),
    ), problems


def _words(rest: str) -> tuple[dict[str, str], list[Problem]]:
    values: dict[str, str] = {}
    problems: list[Problem] = []
    position, end = 0, len(rest.rstrip())
    while position < end:
        match = _WORD.match(rest, position)
        if match is None:
            bad = rest[position:].strip()
            detail = f"the info line cannot be read from {bad!r} on"
            problems.append(BadAttribute(*_NOWHERE, detail, 'Write name=value or name="a value"'))
            break
        position = match.end()
        name, value = match["name"], match["quoted"] if match["quoted"] is not None else match["bare"]
        if name not in ATTRIBUTES:
            problems.append(UnknownAttribute(*_NOWHERE, name, ATTRIBUTES))
        elif name in values:
            problems.append(BadAttribute(*_NOWHERE, f"{name!r} is given twice", "Keep one"))
        elif name in FLAGS and match["eq"]:
            problems.append(BadAttribute(*_NOWHERE, f"{name!r} takes no value", f"Write {name} alone"))
        elif name not in FLAGS and not value and name != "illustrative":
            problems.append(BadAttribute(*_NOWHERE, f"{name!r} needs a value", f"Write {name}=VALUE"))
        else:
            values[name] = value or ""
    return values, problems
