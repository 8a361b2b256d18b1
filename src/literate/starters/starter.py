"""A lab's starter: the chapter's own code with the bodies taken out."""

from __future__ import annotations

from collections.abc import Sequence

from literate.assembling.layout import Edge, space
from literate.assembling.program import Origin, Target
from literate.config import Config, StarterConfig
from literate.errors import BadStarter, Problem
from literate.reading.chapter import Section
from literate.starters.joining import Joined


def derive(
    entry: StarterConfig, targets: dict[str, Target], config: Config, sections: Sequence[Section]
) -> tuple[Target | None, list[Problem]]:
    """Make the starter that `entry` describes from its source files."""
    missing = [source for source in entry.sources if source not in targets]
    if missing:
        detail = f"the starter {entry.target!r} is derived from {missing[0]!r}, which no chapter makes"
        return None, [BadStarter("pyproject.toml", 1, detail, "Mend its sources in [tool.literate]")]
    sources = [targets[source] for source in entry.sources]
    joined = Joined(sources, config.outputs, sections)
    problems = joined.problems
    target = Target(
        entry.target, derived=True, blocks=[block for source in sources for block in source.blocks]
    )
    first = sources[0].origins[0]
    docstring = entry.docstring or _docstring(sources)
    _emit(target, [_quoted(docstring)], Origin(first.block, first.line, None, 0, own=False))
    before = Edge.OTHER
    imports = [*joined.imports.lines(first)]
    if imports:
        _emit(target, [""], Origin(first.block, 0, None, 0, own=False))
        for text, origin in imports:
            _emit(target, [text], origin)
        before = Edge.IMPORT
    for lines, edge in joined.pieces:
        blank = max(space(before, edge, 0), 1)
        _emit(target, [""] * blank, Origin(lines[0][1].block, 0, None, 0, own=False))
        for text, origin in lines:
            _emit(target, [text], origin)
        before = edge
    _settle(target)
    return target, problems or _faults(target)


def _faults(target: Target) -> list[Problem]:
    """The starter must be a program, as what it is made from is."""
    try:
        compile(target.text, target.path, "exec", dont_inherit=True)
    except SyntaxError as error:
        origin = target.origin(error.lineno or 1)
        detail = f"the starter {target.path!r} made from this is not valid Python: {error.msg}"
        advice = "Write the code here on lines of its own, indented by 4"
        return [BadStarter(origin.path, origin.line, detail, advice)]
    return []


def _docstring(sources: Sequence[Target]) -> str:
    chapters = ", ".join(dict.fromkeys(block.path for source in sources for block in source.blocks))
    return (
        "The lab's starter: write every body that raises NotImplementedError.\n\n"
        f"Signatures and docstrings are those of {chapters}; each message says where the body is explained.\n"
    )


def _quoted(text: str) -> str:
    """The text as a docstring, whatever it holds."""
    text = text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    if text.endswith('"'):
        text = text[:-1] + '\\"'
    text = "".join(
        letter if letter >= " " or letter in "\n\t" else f"\\x{ord(letter):02x}" for letter in text
    )
    return f'"""{text}"""'


def _emit(target: Target, texts: Sequence[str], origin: Origin) -> None:
    for text in "\n".join(texts).split("\n") if texts else []:
        target.lines.append(text)
        target.origins.append(origin)


def _settle(target: Target) -> None:
    """Lines between pieces belong to the line before them."""
    for row, origin in enumerate(target.origins):
        if origin.line == 0:
            near = target.origins[row - 1]
            target.origins[row] = Origin(near.block, near.line, near.column, near.indent, own=False)
