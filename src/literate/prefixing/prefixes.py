"""Every prefix is a program: at a section's end the code so far imports and the examples so far pass."""

from __future__ import annotations

import json
import re
import tempfile
import time
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from literate import writer
from literate.assembling import paths, program
from literate.assembling.program import Target
from literate.pointing.rewrite import Rewriter
from literate.pointing.where import Places
from literate.prefixing.prefix_job import Prefix, job, module
from literate.prefixing.processes import Processes
from literate.prefixing.scratch import mirror
from literate.project import Project
from literate.reading.chapter import Block, Computed, Kind, Section
from literate.starters import starter

AT_ONCE = 2
_MISSING = re.compile(
    r"(?:cannot import name|name|has no attribute|No module named) '(?P<name>[\w.]+)'", re.MULTILINE
)


@dataclass(frozen=True)
class Result:
    """How the prefixes of some sections fared: `wrong` is empty when each is a program.

    The sections add examples but no code to one another, so that they share one program and one run.
    """

    sections: tuple[Section, ...]
    wrong: str
    seconds: float

    @property
    def place(self) -> str:
        last = self.sections[-1]
        before = len(self.sections) - 1
        others = f" and {before} before it" if before else ""
        return f"{last.path}:{last.line}: end of section {last.title!r}{others}"


def check(book: Project) -> Generator[Result, None, None]:
    """Run every section's prefix, two programs at a time, and yield the results in reading order."""
    processes = Processes()
    pool = ThreadPoolExecutor(AT_ONCE)
    try:
        yield from pool.map(lambda sections: _run(Prefix(book, sections), processes), _programs(book))
    except BaseException:
        processes.stop()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _programs(book: Project) -> list[tuple[Section, ...]]:
    """The sections, in reading order, grouped by the program at their end; a chapter without any is one."""
    groups: list[list[Section]] = []
    for chapter in book.chapters:
        items: tuple[Block | Computed, ...] = (*chapter.blocks, *chapter.computed)
        active = {item.section for item in items if _counts(item)}
        coded = {block.section for block in chapter.blocks if block.kind is Kind.TANGLED}
        # What stands before a chapter's first heading counts with what follows.
        untitled = {item.section for item in items if item.section.level == 0}
        opening: set[Section] = set(untitled)
        for section in chapter.sections:
            opening.add(section)
            if section.level < 2 or not opening & active:
                # What stands before a chapter's first section counts with that section.
                continue
            if opening & coded or not groups:
                groups.append([])
            groups[-1].append(section)
            opening = set()
        if opening & active:
            last = [*untitled, *chapter.sections][-1]
            if opening & coded or not groups:
                groups.append([])
            groups[-1].append(last)
    return [tuple(group) for group in groups]


def _counts(item: Block | Computed) -> bool:
    return isinstance(item, Computed) or item.kind in (Kind.TANGLED, Kind.EXAMPLE, Kind.TRANSCRIPT, Kind.CELL)


def _run(prefix: Prefix, processes: Processes) -> Result:
    start, book = time.monotonic(), prefix.book
    targets, problems = program.join(block for block in prefix.blocks if block.kind is Kind.TANGLED)
    for entry in book.config.starters if not problems else ():
        if all(source in targets for source in entry.sources):
            target, problems = starter.derive(entry, targets, book.config, book.sections())
            if target is not None and not problems:
                targets[target.path] = target
    wrong = "\n".join(map(str, problems)) or _ran(prefix, targets, processes)
    return Result(prefix.sections, wrong, time.monotonic() - start)


def _ran(prefix: Prefix, targets: dict[str, Target], processes: Processes) -> str:
    """What is wrong with a prefix, found in a copy of the project that holds no more than it makes."""
    book = prefix.book
    with (
        tempfile.TemporaryDirectory(prefix="literate-") as folder,
        tempfile.NamedTemporaryFile(prefix="literate-", suffix=".json") as verdict,
    ):
        scratch = Path(folder).resolve()
        mirror(book.config.root, scratch, book.targets)
        writer.write(scratch, {path: target.text for path, target in targets.items()}, [])
        # What the examples print is no verdict, so that has a file of its own.
        given = json.dumps({**job(prefix, targets), "verdict": verdict.name})
        starts = "from literate.prefixing import prefix_process; prefix_process.run()"
        status, errors = processes.run(starts, given, scratch)
        wrong = _outcome(status, errors, Path(verdict.name).read_text(encoding="utf-8"))
        if not wrong:
            return ""
        here = book._replace(config=book.config._replace(root=scratch), targets=targets)
        return Rewriter(Places(here)).text(wrong) + _later(prefix, wrong)


def _outcome(status: int, errors: str, verdict: str) -> str:
    try:
        return str(json.loads(verdict)["wrong"])
    except ValueError:
        return f"the run stopped with exit status {status}\n{errors.strip()}"


def _later(prefix: Prefix, wrong: str) -> str:
    """Name the later block that makes what the prefix lacks."""
    missing = [match["name"] for match in _MISSING.finditer(wrong)]
    if not missing:
        return ""
    name = re.escape(missing[-1])
    defines = re.compile(rf"^\s*(?:async def|def|class)\s+{name}\b|^\s*{name}\s*[:=]", re.M)
    for block in prefix.later():
        if block.kind is Kind.TANGLED:
            path = paths.normal(block.attributes.tangle or "")
            if module(path, prefix.book.config.imports) == missing[-1] or defines.search(block.text):
                return f"\n{missing[-1]!r} comes only later, at {block.path}:{block.line}"
    return ""
