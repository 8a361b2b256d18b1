"""Every prefix is a program: at a section's end the code so far imports and the examples so far pass."""

from __future__ import annotations

import os
import re
import shlex
import sys
import tempfile
import threading
import time
from collections.abc import Collection, Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from literate import build, writer
from literate.model import Block, Book, Chapter, Claim, ClaimKind, Kind, Section, Target
from literate.places import Places, Rewriter
from literate.run.runner import Session, end_all
from literate.run.verdict import wrong
from literate.settings import Settings

AT_ONCE = 2
# The history and the tangler's record belong to the project alone, and caches to its own files.
_LEFT_OUT = frozenset({".git", ".literate", "__pycache__"})
_MISSING = re.compile(r"(?:cannot import name|name|has no attribute|No module named) '(?P<name>[\w.]+)'")
_RUN = re.compile(
    r"(?:^|[\s;&|(/])python[\d.]*(?:\s+-[WX]\s+\S+|\s+-[^mc\s]\S*)*\s+(?:-m\s+)?(?:\./)?"
    r"(?P<named>[^\s;&|()-][^\s;&|()]*)"
    r"|(?:^|[;&|(\n])\s*\./(?P<called>[^\s;&|()]+)"
)
# Python takes it in before all else: the book's own packages are found in the copy alone.
_ONLY_FROM_THE_COPY = """\
import sys
from importlib.machinery import PathFinder


class OfTheBook:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name.partition(".")[0] not in {packages!r}:
            return None
        found = PathFinder.find_spec(name, path or {folders!r})
        if found is None:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
        return found


sys.meta_path.insert(0, OfTheBook())
"""


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


def check(book: Book) -> Generator[Result, None, None]:
    """Run every section's prefix, two programs at a time, and yield the results in reading order."""
    broken_off = threading.Event()
    pool = ThreadPoolExecutor(AT_ONCE)
    runs: list[Future[Result]] = []
    try:
        runs = [pool.submit(_run, _Prefix(book, sections), broken_off) for sections in _programs(book)]
        for run in runs:
            yield run.result()
    finally:
        broken_off.set()
        while wait(runs, 0.1).not_done:
            end_all()
        pool.shutdown()


def scripts_run(commands: Iterable[str]) -> set[str]:
    """The paths of scripts and the dotted names of modules that some of the commands run."""
    joined = "\n".join(commands).replace("\\\n", " ")
    return {match["named"] or match["called"] for match in _RUN.finditer(joined)}


def _programs(book: Book) -> list[tuple[Section, ...]]:
    """The sections, in reading order, grouped by the program at their end; a chapter without any is one."""
    groups: list[list[Section]] = []
    for chapter in book.chapters:
        coded = {block.section for block in chapter.blocks if block.kind is Kind.TANGLED}
        active = coded | {claim.section for claim in chapter.claims}
        # What stands before a chapter's first heading counts with what follows.
        untitled = {section for section in active if section.level == 0}
        opening: set[Section] = set(untitled)
        sections = [*untitled, *chapter.sections]
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
            if opening & coded or not groups:
                groups.append([])
            groups[-1].append(sections[-1])
    return [tuple(group) for group in groups]


class _Prefix:
    """The book up to the end of the last of some sections, which share one program."""

    def __init__(self, book: Book, sections: tuple[Section, ...]) -> None:
        self.book, self.sections, self.settings = book, sections, book.settings
        self._order = {chapter.path: place for place, chapter in enumerate(book.chapters)}
        self.blocks = [block for chapter in book.chapters for block in chapter.blocks]

    def holds(self, item: Block | Claim) -> bool:
        last = self.sections[-1]
        return (self._order[item.path], item.section.line) <= (self._order[last.path], last.line)

    def packages(self) -> list[str]:
        """The packages that the whole book makes."""
        paths = {block.target for block in self.blocks if block.attributes.tangle}
        return sorted({name.partition(".")[0] for path in paths if (name := module(path, self.settings))})

    def program(self) -> Book:
        """The program at its end: the chapters with their blocks so far, and the starters these allow."""
        chapters = [
            chapter._replace(blocks=tuple(filter(self.holds, chapter.blocks)))
            for chapter in self.book.chapters
        ]
        made = {block.target for block in filter(self.holds, self.blocks)}
        starters = [starter for starter in self.settings.starters if made.issuperset(starter.sources)]
        return build.build(self.settings._replace(starters=tuple(starters)), chapters)

    def claims(self, chapter: Chapter, targets: dict[str, Target]) -> list[Claim]:
        """What is checked of a chapter: examples and numbers so far, commands and scripts of its sections.

        The cells so far too, if there are new ones; a cell whose code the page hides draws a picture that
        nobody types.
        """
        so_far = [claim for claim in chapter.claims if self.holds(claim) and not _is_hidden(claim)]
        new = {claim.kind for claim in so_far if claim.section in self.sections}
        claims = [
            claim
            for claim in so_far
            if claim.kind in (ClaimKind.EXAMPLE, ClaimKind.NUMBER)
            or (claim.kind is ClaimKind.COMMAND and claim.section in self.sections)
            or (claim.kind is ClaimKind.CELL and claim.kind in new)
        ]
        claims += [claim for claim in self._scripts(targets) if claim.path == chapter.path]
        return sorted(claims, key=lambda claim: claim.line)

    def _scripts(self, targets: dict[str, Target]) -> Iterator[Claim]:
        """The scripts that its sections write, unless the text itself says how to run them."""
        every = [claim for chapter in self.book.chapters for claim in chapter.claims]
        run = scripts_run(claim.source for claim in every if claim.kind is ClaimKind.COMMAND)
        for path, target in targets.items():
            new = [block for block in target.blocks if block.section in self.sections]
            if module(path, self.settings) or target.derived or not new:
                continue
            dotted, call = PurePosixPath(path).with_suffix("").as_posix().replace("/", "."), shlex.quote(path)
            if path.endswith("/__main__.py"):
                dotted = module(path.replace("__main__", "__init__"), self.settings)
                call = f"-m {dotted}"
            if run.isdisjoint((path, dotted)):
                block = new[-1]
                source = f"{shlex.quote(sys.executable)} {call}"
                yield Claim(ClaimKind.COMMAND, block.path, block.line, source, path, block.section, block)

    def later(self, text: str) -> str:
        """Name the later block that makes what the prefix lacks."""
        missing = [match["name"] for match in _MISSING.finditer(text)]
        if not missing:
            return ""
        name = re.escape(missing[-1])
        defines = re.compile(rf"^\s*(?:async def|def|class)\s+{name}\b|^\s*{name}\s*[:=]", re.M)
        for block in self.blocks:
            if block.kind is Kind.TANGLED and not self.holds(block):
                path = block.target
                if module(path, self.settings) == missing[-1] or defines.search(block.text):
                    return f"\n{missing[-1]!r} comes only later, at {block.path}:{block.line}"
        return ""


def module(path: str, settings: Settings) -> str:
    """The module name of a target, or nothing when it is a script."""
    for folder in settings.imports:
        base = PurePosixPath(folder)
        if folder == "." or base in PurePosixPath(path).parents:
            parts = PurePosixPath(path).relative_to(base).with_suffix("").parts
            if not parts or parts[-1] == "__main__":
                return ""
            return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
    return ""


def _is_hidden(claim: Claim) -> bool:
    return claim.kind is ClaimKind.CELL and claim.block is not None and claim.block.hidden


def _run(prefix: _Prefix, broken_off: threading.Event) -> Result:
    start = time.monotonic()
    program = prefix.program()
    told = "\n".join(map(str, program.problems))
    if not told and not broken_off.is_set():
        with tempfile.TemporaryDirectory(prefix="literate-") as folder:
            scratch, first = Path(folder).resolve() / "project", Path(folder).resolve() / "first"
            scratch.mkdir()
            _mirror(prefix.settings.root, scratch, prefix.book.targets)
            writer.write(scratch, {path: target.text for path, target in program.targets.items()}, [])
            imports = prefix.settings.imports
            folders = [str(scratch / folder) for folder in imports]
            code = _ONLY_FROM_THE_COPY.format(packages=prefix.packages(), folders=folders)
            writer.write(first, {"sitecustomize.py": code}, [])
            settings = prefix.settings._replace(root=scratch, imports=(*imports, str(first)))
            found = _imported(program, settings) or _checked(prefix, program, settings, broken_off)
            if found:
                told = Rewriter(Places(program._replace(settings=settings))).text(found) + prefix.later(found)
    return Result(prefix.sections, told, time.monotonic() - start)


def _imported(program: Book, settings: Settings) -> str:
    """What is wrong with importing the modules and the starters; nothing when they can be."""
    names = {name: f"import {name}\n" for path in program.targets if (name := module(path, settings))}
    for path, target in program.targets.items():
        if target.derived:
            code = f"compile(open({path!r}).read(), {path!r}, 'exec')"
            names[path] = f"exec({code}, {{'__name__': 'starter'}})\n"
    section = Section("", 0, "", 0)
    claims = [Claim(ClaimKind.EXAMPLE, "import", 1, code, "", section) for code in names.values()]
    chapter = Chapter("", "", (), (), (*claims,), (), ())
    with Session(chapter, settings) as session:
        for position, name in enumerate(names):
            outcome = session.outcome(position)
            if outcome.stopped:
                return f"{name}: importing it {outcome.stopped}"
            if outcome.error:
                trace = re.sub(r'^  File "import", .*\n(    .*\n)*', "", outcome.trace, count=1, flags=re.M)
                return f"{name} cannot be imported\n{trace.rstrip()}"
        return session.ending()


def _checked(prefix: _Prefix, program: Book, settings: Settings, broken_off: threading.Event) -> str:
    """The first claim of the prefix that does not hold; nothing when all do."""
    for chapter in prefix.book.chapters:
        claims = prefix.claims(chapter, program.targets)
        with Session(chapter._replace(claims=tuple(claims)), settings) as session:
            for position, claim in enumerate(claims):
                if broken_off.is_set():
                    return ""
                outcome = session.outcome(position)
                if claim.block is not None and claim.block.kind is Kind.TANGLED:
                    if outcome.stopped:
                        return f"{claim.path}:{claim.line}: {claim.want} {outcome.stopped}"
                    if outcome.status:
                        what = f"{claim.want} ends with exit status {outcome.status}"
                        return f"{claim.path}:{claim.line}: {what}\n{outcome.printed.rstrip()}"
                elif found := wrong(claim, outcome):
                    return f"{claim.path}:{found.line}: {found}"
    return ""


def _mirror(root: Path, scratch: Path, targets: Collection[str], folder: str = "") -> None:
    """Link all that is in the project into `scratch`, except for the targets: their places stay free."""
    for entry in os.scandir(root / folder):
        path = f"{folder}/{entry.name}" if folder else entry.name
        if entry.name in _LEFT_OUT or path in targets:
            continue
        if any(target.startswith(f"{path}/") for target in targets):
            (scratch / path).mkdir()
            _mirror(root, scratch, targets, path)
        else:
            (scratch / path).symlink_to(entry.path)
