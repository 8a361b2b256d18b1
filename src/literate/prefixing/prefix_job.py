"""What the process that runs a prefix has to do, as plain data."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from literate.assembling import paths
from literate.assembling.program import Target
from literate.prefixing.invocations import invoked
from literate.project import Project
from literate.reading import session
from literate.reading.chapter import Block, Computed, Kind, Section

Claim = dict[str, Any]


@dataclass(frozen=True)
class Prefix:
    """The book up to the end of the last of some sections, which share one program."""

    book: Project
    sections: tuple[Section, ...]

    @property
    def blocks(self) -> list[Block]:
        """The blocks that it holds."""
        return [block for block in _blocks(self.book) if self.holds(block)]

    def holds(self, item: Block | Computed) -> bool:
        order = [chapter.path for chapter in self.book.chapters]
        last = self.sections[-1]
        place = (order.index(item.path), item.section.line)
        return place <= (order.index(last.path), last.line)

    def later(self) -> list[Block]:
        """The blocks that come after it."""
        return [block for block in _blocks(self.book) if not self.holds(block)]


def job(prefix: Prefix, targets: Mapping[str, Target]) -> dict[str, Any]:
    """The modules and starters to import, and the claims to check, in the order of the text."""
    imports = prefix.book.config.imports
    every = [module(paths.normal(block.attributes.tangle or ""), imports) for block in _blocks(prefix.book)]
    order = {chapter.path: position for position, chapter in enumerate(prefix.book.chapters)}
    claims = [*_shown(prefix), *_numbers(prefix), *_scripts(prefix, targets)]
    claims.sort(key=lambda claim: (order[claim["path"]], claim["line"]))
    return {
        "imports": imports,
        "modules": [name for path in targets if (name := module(path, imports))],
        "starters": [path for path, target in targets.items() if target.derived],
        "packages": sorted({name.partition(".")[0] for name in every if name}),
        "claims": claims,
    }


def module(path: str, imports: tuple[str, ...]) -> str:
    """The module name of a target, or nothing when it is a script."""
    for folder in imports:
        base = PurePosixPath(folder)
        if path and (folder == "." or base in PurePosixPath(path).parents):
            parts = PurePosixPath(path).relative_to(base).with_suffix("").parts
            if parts[-1] == "__main__":
                return ""
            return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
    return ""


def _blocks(book: Project) -> Iterator[Block]:
    for chapter in book.chapters:
        yield from chapter.blocks


def _shown(prefix: Prefix) -> Iterator[Claim]:
    """The examples so far; the commands of its sections; the cells so far of a chapter with new ones."""
    # A cell whose code the page hides draws a picture, and nobody types it.
    cells = [block for block in prefix.blocks if block.kind is Kind.CELL and not block.hidden]
    drawn = {block.path for block in cells if _new(prefix, block)}
    for block in prefix.blocks:
        if block.kind is Kind.EXAMPLE:
            for item in session.examples(block.lines, block.path)[0]:
                yield {"path": block.path, "line": item.line, "example": item._asdict()}
        elif block.kind is Kind.TRANSCRIPT and _new(prefix, block):
            for command in session.commands(block.lines, block.path)[0]:
                yield {"path": block.path, "line": command.line, "command": command._asdict()}
        elif block in cells and block.path in drawn:
            yield {"path": block.path, "line": block.lines[0].number, "cell": block.text}


def _numbers(prefix: Prefix) -> Iterator[Claim]:
    for chapter in prefix.book.chapters:
        for number in filter(prefix.holds, chapter.computed):
            shown = {"shown": number.shown, "expression": number.expression}
            yield {"path": number.path, "line": number.line, "computed": shown}


def _scripts(prefix: Prefix, targets: Mapping[str, Target]) -> Iterator[Claim]:
    """The scripts that its sections write, unless the text itself says how to run them."""
    imports = prefix.book.config.imports
    transcripts = [block for block in _blocks(prefix.book) if block.kind is Kind.TRANSCRIPT]
    run = invoked(
        item.source for block in transcripts for item in session.commands(block.lines, block.path)[0]
    )
    for path, target in targets.items():
        new = [block for block in target.blocks if _new(prefix, block)]
        if module(path, imports) or target.derived or not new:
            continue
        dotted = PurePosixPath(path).with_suffix("").as_posix().replace("/", ".")
        call = shlex.quote(path)
        if path.endswith("/__main__.py"):
            dotted = module(path.replace("__main__", "__init__"), imports)
            call = f"-m {dotted}"
        if not run & {path, dotted}:
            source = f"{shlex.quote(sys.executable)} {call}"
            script = {"name": path, "source": source}
            yield {"path": new[-1].path, "line": new[-1].line, "script": script}


def _new(prefix: Prefix, block: Block) -> bool:
    return block.section in prefix.sections
