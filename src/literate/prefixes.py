"""Every prefix is a program: at a section's end the code so far imports and the examples so far pass."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Any

from literate import paths, program, session, starter, writer
from literate.chapter import Block, Computed, Kind, Section
from literate.program import Target
from literate.project import Project
from literate.rewrite import Rewriter
from literate.where import Places

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


def check(book: Project) -> Iterator[Result]:
    """Run every section's prefix, two programs at a time, and yield the results in reading order."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        yield from pool.map(lambda sections: _run(book, sections), _programs(book))


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
    return isinstance(item, Computed) or item.kind in (Kind.TANGLED, Kind.EXAMPLE, Kind.TRANSCRIPT)


def _run(book: Project, sections: tuple[Section, ...]) -> Result:
    start, section = time.monotonic(), sections[-1]
    blocks = [block for block in _blocks(book) if _before_end(book, block, section)]
    targets, problems = program.join(block for block in blocks if block.kind is Kind.TANGLED)
    if problems:
        return Result(sections, "\n".join(map(str, problems)), time.monotonic() - start)
    for entry in book.config.starters:
        if all(source in targets for source in entry.sources):
            target, problems = starter.derive(entry, targets, book.config, book.sections())
            if target is not None and not problems:
                targets[target.path] = target
    with (
        tempfile.TemporaryDirectory(prefix="literate-") as folder,
        tempfile.NamedTemporaryFile(prefix="literate-", suffix=".json") as verdict,
    ):
        scratch = Path(folder).resolve()
        writer.write(scratch, {path: target.text for path, target in targets.items()}, [])
        # What the examples print is no verdict, so that has a file of its own.
        job = {**_job(book, sections, blocks, targets), "verdict": verdict.name}
        done = subprocess.run(
            [sys.executable, "-c", "from literate.prefixes import run_job; run_job()"],
            input=json.dumps(job),
            cwd=scratch,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        wrong = _outcome(done, Path(verdict.name).read_text(encoding="utf-8"))
        if wrong:
            here = replace(book, config=replace(book.config, root=scratch), targets=targets)
            wrong = Rewriter(Places(here)).text(wrong) + _later(book, blocks, wrong)
    return Result(sections, wrong, time.monotonic() - start)


def _outcome(done: subprocess.CompletedProcess[str], verdict: str) -> str:
    try:
        return str(json.loads(verdict)["wrong"])
    except ValueError:
        return f"the run stopped with exit status {done.returncode}\n{done.stderr.strip()}"


def _blocks(book: Project) -> Iterator[Block]:
    for chapter in book.chapters:
        yield from chapter.blocks


def _before_end(book: Project, item: Block | Computed, section: Section) -> bool:
    """Whether an item stands at or before the end of a section."""
    order = [chapter.path for chapter in book.chapters]
    place = (order.index(item.path), item.section.line)
    return place <= (order.index(section.path), section.line)


def _job(
    book: Project, sections: tuple[Section, ...], blocks: list[Block], targets: dict[str, Target]
) -> dict[str, Any]:
    """What the scratch process has to do, as plain data."""
    modules = [name for path in targets if (name := _module(path, book.config.imports))]
    every = [
        _module(paths.normal(block.attributes.tangle or ""), book.config.imports) for block in _blocks(book)
    ]
    claims: list[dict[str, Any]] = []
    for block in blocks:
        if block.kind is Kind.EXAMPLE:
            items = session.examples(block.lines, block.path)[0]
            claims += [{"path": block.path, "example": asdict(item), "line": item.line} for item in items]
        elif block.kind is Kind.TRANSCRIPT and block.section in sections:
            commands = session.commands(block.lines, block.path)[0]
            claims += [{"path": block.path, "command": asdict(item), "line": item.line} for item in commands]
    for chapter in book.chapters:
        for number in chapter.computed:
            if _before_end(book, number, sections[-1]):
                shown = {"shown": number.shown, "expression": number.expression}
                claims.append({"path": number.path, "computed": shown, "line": number.line})
    order = {chapter.path: position for position, chapter in enumerate(book.chapters)}
    claims.sort(key=lambda claim: (order[claim["path"]], claim["line"]))
    return {
        "imports": book.config.imports,
        "modules": modules,
        "packages": sorted({name.partition(".")[0] for name in every if name}),
        "claims": claims,
    }


def _module(path: str, imports: tuple[str, ...]) -> str:
    """The module name of a target, or nothing when it is a script outside the import folders."""
    for folder in imports:
        base = PurePosixPath(folder)
        if path and (folder == "." or base in PurePosixPath(path).parents):
            parts = PurePosixPath(path).relative_to(base).with_suffix("").parts
            if parts[-1] == "__main__":
                return ""
            return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
    return ""


def _later(book: Project, blocks: list[Block], wrong: str) -> str:
    """Name the later block that makes what the prefix lacks."""
    missing = [match["name"] for match in _MISSING.finditer(wrong)]
    if not missing:
        return ""
    name = missing[-1]
    defines = re.compile(
        rf"^\s*(?:async def|def|class)\s+{re.escape(name)}\b|^\s*{re.escape(name)}\s*[:=]", re.M
    )
    seen = {(block.path, block.line) for block in blocks}
    for block in _blocks(book):
        if block.kind is not Kind.TANGLED or (block.path, block.line) in seen:
            continue
        module = _module(paths.normal(block.attributes.tangle or ""), book.config.imports)
        if module == name or defines.search(block.text):
            return f"\n{name!r} comes only later, at {block.path}:{block.line}"
    return ""


def run_job() -> None:
    """In the scratch process: do what the job on stdin says, and leave the first thing that is wrong."""
    from literate import evaluate

    job = json.loads(sys.stdin.read())
    root = Path.cwd()
    imports = tuple(job["imports"])
    _only_from([str(root / folder) for folder in imports], frozenset(job["packages"]))
    namespaces: dict[str, dict[str, Any]] = {}
    told = _imported(job["modules"])
    for claim in job["claims"]:
        if told:
            break
        path = claim["path"]
        namespace = namespaces.setdefault(path, {})
        wrong: evaluate.Wrong | None
        if "example" in claim:
            wrong = evaluate.example(session.Example(**claim["example"]), namespace, path)
        elif "command" in claim:
            wrong = evaluate.command(session.Command(**claim["command"]), root, imports)
        else:
            wrong = evaluate.computed(**claim["computed"], namespace=namespace, line=claim["line"])
        told = f"{path}:{wrong.line}: {wrong.text}" if wrong else ""
    Path(job["verdict"]).write_text(json.dumps({"wrong": told}), encoding="utf-8")


def _imported(modules: list[str]) -> str:
    import importlib
    import traceback

    for name in modules:
        try:
            importlib.import_module(name)
        except BaseException as error:
            shown = traceback.TracebackException.from_exception(error)
            frames = [frame for frame in shown.stack if _is_the_books(frame.filename)]
            shown.stack = traceback.StackSummary.from_list(frames)
            return f"{name} cannot be imported\n{''.join(shown.format()).rstrip()}"
    return ""


def _is_the_books(file: str) -> bool:
    return file != __file__ and "importlib" not in file


def _only_from(folders: list[str], packages: frozenset[str]) -> None:
    """Find the book's own packages in the scratch folders and nowhere else, even where they are installed."""
    from importlib.machinery import ModuleSpec, PathFinder

    class Scratch:
        @staticmethod
        def find_spec(name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
            if name.partition(".")[0] not in packages:
                return None
            found = PathFinder.find_spec(name, path or folders)
            if found is None:
                raise ModuleNotFoundError(f"No module named {name!r}", name=name)
            return found

    sys.meta_path.insert(0, Scratch())
