"""Computed numbers, ``{computed}`SHOWN <EXPRESSION>` ``, and roles that seem to be meant as one."""

from __future__ import annotations

import ast
import re

from literate.errors import UNPARSED, BadComputed, Problem, UnknownRole
from literate.reading import openings
from literate.reading.chapter import Computed, Section
from literate.reading.events import Role

_FORM = re.compile(r"^(?P<shown>[^<]*)<(?P<expression>.+)>$", re.DOTALL)
_NUMBER_SHOWN = re.compile(r"^\s*[-+\u2212]?\d[\d.,]*(?:[eE][-+\u2212]?\d+)?\s*<.+>\s*$", re.DOTALL)
# Their content may look like a computed number's.
_REFERENCES = frozenset({"any", "doc", "download", "eq", "numref", "ref", "term"})


def split(content: str) -> tuple[str, str] | None:
    """Cut a role's ``SHOWN <EXPRESSION>``; None when it is not of that form."""
    match = _FORM.match(content.strip())
    shown = match["shown"].rstrip() if match else ""
    return (shown, match["expression"].strip()) if match and shown else None


def read(role: Role, path: str, section: Section) -> Computed | Problem | None:
    """The computed number that a role is, or what is wrong with it; None when it is another role."""
    if role.name != "computed":
        shows_number = role.name not in _REFERENCES and _NUMBER_SHOWN.match(role.content)
        if shows_number or openings.near_miss(role.name, "computed"):
            return UnknownRole(path, role.line, role.name, role.content)
        return None
    parts = split(role.content)
    if parts is None:
        detail = "does not say what it shows and what gives it"
        return BadComputed(path, role.line, role.content, detail)
    try:
        ast.parse(parts[1], mode="eval")
    except UNPARSED as error:
        detail = f"holds no Python expression ({getattr(error, 'msg', error)})"
        return BadComputed(path, role.line, role.content, detail)
    return Computed(*parts, path, role.line, section)
