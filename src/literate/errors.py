"""What an author can get wrong: one class per mistake, each with its place and how to mend it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

# What Python's parser raises on text that it cannot take in.
UNPARSED = (SyntaxError, ValueError, RecursionError, MemoryError)
NOT_UTF8 = "names of files are not in UTF-8 in this locale. Run it again with PYTHONUTF8=1."


def nearest(word: str, known: Iterable[str]) -> str:
    """Return " Did you mean …?" for the known spelling nearest to `word`, or nothing."""
    from difflib import get_close_matches

    found = get_close_matches(word, list(known), n=1, cutoff=0.5)
    return f" Did you mean {found[0]!r}?" if found else ""


def _guess(word: str, known: Iterable[str]) -> str:
    """The end of a sentence about `word`: nothing, or another sentence with the spelling that is nearest."""
    guess = nearest(word, known)
    return f".{guess}" if guess else ""


def listed(words: Iterable[str]) -> str:
    """Join words for a sentence: ``a, b``; ``none`` when there are none."""
    return ", ".join(words) or "none"


@dataclass(eq=False, repr=False)
class Problem:
    """One mistake at one place. `path` is relative to the project; `line` counts from 1.

    `WHAT` and `MEND` are the two sentences, each without its full stop; ``{0}`` in them is the problem.
    """

    WHAT: ClassVar[str] = ""
    MEND: ClassVar[str] = ""

    path: str
    line: int

    def what(self) -> str:
        """What is wrong."""
        return self.WHAT.format(self)

    def mend(self) -> str:
        """How to mend it."""
        return self.MEND.format(self)

    def message(self) -> str:
        """What is wrong and how to mend it, without the place."""
        what = self.what()
        return f"{what}{'' if what.endswith('?') else '.'} {self.mend()}."

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.message()}"

    # Once for all kinds: a dataclass that makes these for each of them is slow to import.
    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash((type(self), *vars(self).values()))

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={value!r}" for name, value in vars(self).items())
        return f"{type(self).__name__}({values})"


@dataclass(eq=False, repr=False)
class Told(Problem):
    """A mistake of many kinds, told where it is found: `detail` is what is wrong, `advice` how to mend it."""

    detail: str
    advice: str

    WHAT = "{0.detail}"
    MEND = "{0.advice}"


class TextErrors(Exception):
    """All problems of one run, sorted by place; `outcome` says what that means for the run."""

    outcome = "nothing was written"

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = sorted(set(problems), key=lambda p: (p.path, p.line, str(p)))
        super().__init__("\n".join(map(str, self.problems)))


class CallError(Exception):
    """The command was called wrongly, or its configuration cannot be used."""


@dataclass(eq=False, repr=False)
class UnknownLanguage(Problem):
    """A fence whose language is Python by another name: nothing would run it."""

    found: str
    right: str

    WHAT = "a fence marked {0.found!r} is neither tangled nor run"
    MEND = "Write {0.right!r}"


@dataclass(eq=False, repr=False)
class UnknownAttribute(Problem):
    """A word after ``python`` that is not one of its attributes."""

    found: str
    known: tuple[str, ...]

    def what(self) -> str:
        return f"{self.found!r} is not an attribute of this fence" + _guess(self.found, self.known)

    def mend(self) -> str:
        return f"Use one of: {listed(self.known)}" if self.known else "Take it out"


class BadAttribute(Told):
    """An attribute with no value, a wrong value, given twice, or beside one it does not go with."""


@dataclass(eq=False, repr=False)
class MissingTarget(Problem):
    """``class=``, ``lab=``, ``explained=`` or ``shared`` without ``tangle=``."""

    attribute: str

    WHAT = "{0.attribute!r} needs a file to go into"
    MEND = "Add tangle=PATH"


class MissingReason(Problem):
    """An illustrative block that does not say why it is not run."""

    WHAT = "an illustrative block must say why it is not run"
    MEND = 'Write illustrative="the reason"'


class NoPurpose(Problem):
    """A Python fence that is neither tangled, nor an example, nor illustrative."""

    WHAT = "this Python fence is neither tangled, nor an example, nor illustrative"
    MEND = 'Add tangle=PATH, begin it with ">>> ", or add illustrative="the reason"'


class EmptyBlock(Problem):
    """A block without a line of code."""

    WHAT = "this block is empty"
    MEND = "Write its code or take it out"


@dataclass(eq=False, repr=False)
class UnclosedFence(Problem):
    """A fence that runs to the end of what holds it."""

    markup: str

    WHAT = "this fence is never closed: it swallows the text after it (opened with {0.markup})"
    MEND = "Close it with a line of {0.markup}, indented as it is"


@dataclass(eq=False, repr=False)
class NotReadHere(Problem):
    """Code where nothing would read it."""

    place: str
    advice: str

    WHAT = "{0.place} is not read, so nothing checks it"
    MEND = "{0.advice}"


class NotShown(Problem):
    """Text that is read, and that no page shows."""

    WHAT = "this block break is tagged remove-cell, so no page shows what follows it"
    MEND = "Take the tag out"


class BadExample(Told):
    """An example that cannot be cut into statements and outputs."""


class BadTranscript(Problem):
    """A console block without a command."""

    WHAT = 'a console block must begin with "$ " and a command'
    MEND = 'Write "$ command", then its exact output'


@dataclass(eq=False, repr=False)
class BadComputed(Problem):
    """A ``{computed}`` role that is not ``SHOWN <EXPRESSION>``."""

    content: str
    detail: str

    WHAT = "{{computed}}`{0.content}` {0.detail}"
    MEND = "Write {{computed}}`SHOWN <EXPRESSION>`, for example {{computed}}`39 <u.grad>`"


@dataclass(eq=False, repr=False)
class UnknownRole(Problem):
    """A role that seems to be meant as ``{computed}``."""

    name: str
    content: str

    WHAT = "{{{0.name}}}`{0.content}` is not checked"
    MEND = "Write {{computed}}`{0.content}`"


@dataclass(eq=False, repr=False)
class NotUpdated(Problem):
    """A claim that is wrong and cannot be rewritten from what happens."""

    detail: str

    WHAT = "not updated: {0.detail}"
    MEND = "Mend the text or the code by hand"


class ConflictMarker(Problem):
    """A merge conflict left in a chapter."""

    WHAT = "a conflict marker: the merge of this chapter is not finished"
    MEND = "Settle the conflict and take the markers out"


@dataclass(eq=False, repr=False)
class Unreadable(Problem):
    """A chapter that is not UTF-8 text, or holds characters that move line numbers, or cannot be opened."""

    detail: str
    advice: str = "Save the chapter as plain UTF-8 text"

    WHAT = "{0.detail}"
    MEND = "{0.advice}"


@dataclass(eq=False, repr=False)
class BadTarget(Problem):
    """A target that is not a Python file inside the declared outputs."""

    target: str
    detail: str
    advice: str

    WHAT = "the target {0.target!r} {0.detail}"
    MEND = "{0.advice}"


@dataclass(eq=False, repr=False)
class NotSaidShared(Problem):
    """Two chapters write one file and one of them does not say so."""

    target: str
    other: str

    WHAT = "{0.target!r} is written by {0.other} too"
    MEND = "Add the word 'shared' to the first block for it in each of the chapters, or rename one file"


@dataclass(eq=False, repr=False)
class UnknownClass(Problem):
    """``class=NAME`` before the class NAME is defined in that file."""

    name: str
    target: str
    known: tuple[str, ...]
    later: str = ""

    def what(self) -> str:
        guess = "" if self.later else _guess(self.name, self.known)
        return f"no class {self.name!r} is defined in {self.target!r} before this block{guess}"

    def mend(self) -> str:
        if self.later:
            return f"It comes only later, at {self.later}: move one of the two blocks"
        return f"Classes defined so far: {listed(self.known)}"


@dataclass(eq=False, repr=False)
class ClosedClass(Problem):
    """A class whose body cannot take more methods."""

    name: str
    detail: str

    WHAT = "class {0.name!r} {0.detail}"
    MEND = "Define it once, with its body on lines of its own, indented by 4"


@dataclass(eq=False, repr=False)
class BadSyntax(Problem):
    """Code that Python cannot parse."""

    detail: str
    advice: str = "Each block must be whole Python as it stands"

    WHAT = "not valid Python: {0.detail}"
    MEND = "{0.advice}"


@dataclass(eq=False, repr=False)
class UnknownHeading(Problem):
    """``explained=`` names a heading that no chapter has."""

    title: str
    known: tuple[str, ...]

    MEND = "Give the heading's text exactly as the chapter has it"

    def what(self) -> str:
        return f"no heading {self.title!r} in the chapters" + _guess(self.title, self.known)


class BadStarter(Told):
    """A starter that cannot be derived from its sources."""
