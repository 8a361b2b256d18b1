"""Computed numbers: the role ``{computed}`SHOWN <EXPRESSION>` ``, and roles that seem to be meant as one."""

from __future__ import annotations

import ast
import re

from literate.errors import UNPARSED
from literate.model import Claim, ClaimKind, Problem, Section
from literate.read.fences import misspells
from literate.read.prose import REFERENCES

_FORM = re.compile(r"(?P<shown>[^<]*)<(?P<expression>.+)>", re.DOTALL)
_NUMBER_SHOWN = re.compile(r"\s*[-+\u2212]?\d[\d.,]*(?:[eE][-+\u2212]?\d+)?\s*<.+>\s*", re.DOTALL)


def split(content: str) -> tuple[str, str] | None:
    """Cut a role's ``SHOWN <EXPRESSION>``; None when it is not of that form."""
    match = _FORM.fullmatch(content.strip())
    shown = match["shown"].rstrip() if match else ""
    return (shown, match["expression"].strip()) if match and shown else None


def claim_of(role: str, content: str, section: Section, line: int) -> Claim | Problem | None:
    """The claim that a role makes, or what is wrong with it; None when it is another role."""
    path = section.path
    if role != "computed":
        shows_number = role not in REFERENCES and _NUMBER_SHOWN.fullmatch(content)
        if not shows_number and not misspells(role, "computed"):
            return None
        return Problem(path, line, f"{{{role}}}`{content}` is not checked", f"Write {{computed}}`{content}`")
    parts = split(content)
    fault = "does not say what it shows and what gives it"
    if parts:
        try:
            ast.parse(parts[1], mode="eval")
            return Claim(ClaimKind.NUMBER, path, line, parts[1], parts[0], section)
        except UNPARSED as error:
            fault = f"holds no Python expression ({getattr(error, 'msg', error)})"
    mend = "Write {computed}`SHOWN <EXPRESSION>`, for example {computed}`39 <u.grad>`"
    return Problem(path, line, f"{{computed}}`{content}` {fault}", mend)
