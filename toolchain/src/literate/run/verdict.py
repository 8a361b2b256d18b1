"""What is wrong with a claim, told from its outcome: for pytest, `update` and `prefixes` alike."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import unified_diff

from literate import compare
from literate.model import Claim, ClaimKind
from literate.run.runner import Outcome

_ADVICE = 'To show a command that fails, end it with: ; echo "exit status $?"'


@dataclass(frozen=True)
class Wrong:
    """What is wrong, and the chapter's line that is: of an output, the first line that differs.

    `trace` is the traceback or the output that goes with it. `shown` is what the text should show instead;
    None when that is for the author to say.
    """

    line: int
    text: str
    trace: str = ""
    shown: str | None = None

    def __str__(self) -> str:
        return f"{self.text}\n{self.trace.rstrip()}".rstrip()


def wrong(claim: Claim, outcome: Outcome) -> Wrong | None:
    """What is wrong with a claim; None when it holds."""
    subject = claim.source.strip() if claim.kind is ClaimKind.NUMBER else f"the {claim.kind.value}"
    if outcome.stopped:
        return Wrong(claim.line, f"{subject} {outcome.stopped}")
    if outcome.status:
        fails = f"{subject} fails with exit status {outcome.status}. {_ADVICE}"
        return Wrong(claim.line, fails, outcome.printed)
    shown = compare.error_parts(claim.want) if claim.kind is ClaimKind.EXAMPLE else None
    if outcome.error and (shown is None or _kind(shown[2]) != _kind(outcome.error)):
        first = outcome.error.partition("\n")[0]
        what = f"the text shows another exception than {first}" if shown else f"{subject} raises {first}"
        return Wrong(claim.line + outcome.row - 1, what, outcome.printed + outcome.trace)
    unseen = outcome.unseen + (outcome.printed if claim.kind is ClaimKind.NUMBER else "")
    if unseen:
        return Wrong(claim.line, f"{subject} also says what the text does not show\n{unseen.rstrip()}")
    if claim.kind is ClaimKind.CELL:
        return None
    if claim.kind is ClaimKind.NUMBER:
        return _wrong_number(claim, outcome)
    if shown and shown[1].strip() != "...":
        row = output_line(claim) + shown[0].count("\n") + 1
        return Wrong(row, "the frames of a traceback are not compared: write them as an indented ...")
    got = outcome.printed
    if outcome.error and shown:
        got = compare.with_error(got, outcome.error, shown[1])
    return None if compare.matches(claim.want, got) else _different(claim, got)


def output_line(claim: Claim) -> int:
    """The chapter's line on which the output of an example or a command begins."""
    return claim.line + claim.source.removesuffix("\n").count("\n") + 1


def _wrong_number(claim: Claim, outcome: Outcome) -> Wrong | None:
    source = claim.source.strip()
    if outcome.unshowable:
        return Wrong(claim.line, f"{source} gives what cannot be shown: {outcome.unshowable}")
    if outcome.value == claim.want:
        return None
    what = f"the text says {claim.want}, but {source} gives {outcome.value} ({outcome.whole})"
    return Wrong(claim.line, what, shown=outcome.value)


def _different(claim: Claim, got: str) -> Wrong:
    whole = got if not got or got.endswith("\n") else got + "[no line end here]\n"
    wanted, found = _lines(claim.want), _lines(whole)
    diff = "\n".join(unified_diff(wanted, found, "the text", "what happens", lineterm=""))
    pairs = enumerate(zip(wanted, found, strict=False))
    row = next((row for row, (want, have) in pairs if want != have), None)
    if row is None:
        row = min(len(wanted), len(found), max(len(wanted) - 1, 0))
    line = output_line(claim) + row if wanted else claim.line
    return Wrong(line, f"the output differs\n{diff}", shown=got)


def _lines(text: str) -> list[str]:
    """Lines as a chapter has them: other breaks, such as a form feed, are letters of a line."""
    return text.removesuffix("\n").split("\n") if text else []


def _kind(error: str) -> str:
    return error.partition("\n")[0].partition(":")[0]
