"""Tangling: which files to write, which to remove, and which to leave because somebody else wrote them.

One law keeps every text safe: a file is replaced or removed only when its text is what the tangler wrote
last, or what the chapters of git's last commit make. Any other text is an edit made by hand. And what is
taken off the disk is kept, in one copy for each file, in ``.literate/removed``.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Collection, Iterator
from dataclasses import asdict, dataclass, field
from difflib import unified_diff
from functools import cached_property
from pathlib import Path

from literate import build, settings, writer
from literate.errors import CallError
from literate.git import git
from literate.model import Book, Target
from literate.read import chapter as reader
from literate.read.text import decode

EDITED = "was edited by hand"
REMOVED = ".literate/removed"
_RECORD = ".literate/written.json"


@dataclass
class Record:
    """What the tangler knows of its files, kept in ``.literate/``, which is not for version control.

    `texts` holds, for each file, the texts that it wrote last: more than one after a run that was stopped.
    `carried` holds the text of a file whose edit went into the chapters, and what these made with it.
    """

    texts: dict[str, list[str]] = field(default_factory=dict)
    carried: dict[str, tuple[str, str]] = field(default_factory=dict)

    @classmethod
    def load(cls, root: Path) -> Record:
        """Read the record; a missing or damaged one is an empty one."""
        try:
            data = json.loads((root / _RECORD).read_text(encoding="utf-8"))
            texts = {str(path): [*map(str, kept)] for path, kept in data["texts"].items()}
            carried = {str(path): (str(text), str(made)) for path, (text, made) in data["carried"].items()}
            return cls(texts, carried)
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return cls()

    def save(self, root: Path) -> None:
        """Write the record, where it has changed."""
        if self != Record.load(root):
            texts = {_RECORD: json.dumps(asdict(self), ensure_ascii=False), ".literate/.gitignore": "*\n"}
            writer.write(root, texts, [])


@dataclass
class Plan:
    """What a run would do: files to write and to remove, and those that stay, with the reason.

    `edited` are targets whose text is somebody else's, `seen` what was found in the files, and `strays` files
    that no chapter makes in folders where every one should come from a chapter.
    """

    stale: list[str] = field(default_factory=list)
    leftover: list[str] = field(default_factory=list)
    kept: dict[str, str] = field(default_factory=dict)
    edited: list[str] = field(default_factory=list)
    seen: dict[str, bytes | None] = field(default_factory=dict)
    strays: list[str] = field(default_factory=list)


class Tangler:
    """Brings the files of a book into step with its chapters; TextErrors when these are wrong."""

    def __init__(self, book: Book) -> None:
        self.book = book.demand()
        self.root = book.settings.root
        self.record = Record.load(self.root)

    @cached_property
    def committed(self) -> dict[str, str]:
        """What the chapters of git's last commit make: each file's text."""
        return _committed(self.book)

    def own(self, path: str) -> list[str]:
        """The texts of a file that may be replaced."""
        committed = [self.committed[path]] if path in self.committed else []
        return [*self.record.texts.get(path, ()), *committed]

    def plan(self) -> Plan:
        """Compare the files on the disk with the chapters; nothing is written."""
        plan = Plan()
        for path, target in self.book.targets.items():
            data = plan.seen[path] = writer.read(self.root / path)
            if data == target.text.encode():
                continue
            text = None if data is None else plain(data)
            if data is None or text == target.text or text in self.own(path):
                plan.stale.append(path)
            else:
                plan.edited.append(path)
        # Through a linked folder it may be a file that chapters make, by its other name.
        made = {_entry(self.root / path) for path in self.book.targets}
        for path in sorted({*self.record.texts, *self.committed} - set(self.book.targets)):
            data = writer.read(self.root / path)
            if data is None or _entry(self.root / path) in made:
                continue
            plan.seen[path] = data
            if build.misplaced(path, self.book.settings, on_disk=True):
                plan.kept[path] = "lies outside the outputs"
            elif plain(data) in self.own(path):
                plan.leftover.append(path)
            else:
                plan.kept[path] = EDITED
        plan.strays = self._strays({*self.book.targets, *plan.leftover, *plan.kept})
        return plan

    def write(self, plan: Plan) -> list[str]:
        """Carry the plan out; return the paths written."""
        new = {path: target.text for path, target in self.book.targets.items()}
        if plan.stale or plan.leftover:
            # Until all files are in place, the old texts count as the tangler's own as well.
            old = self.record.texts
            both = {**old, **{path: [*old.get(path, ()), text] for path, text in new.items()}}
            Record(both, self.record.carried).save(self.root)
            gone = {path: plan.seen[path] for path in (*plan.stale, *plan.leftover)}
            copies = {f"{REMOVED}/{path}": data for path, data in gone.items() if data}
            writer.write(self.root, copies, [])
        written = writer.write(self.root, {path: new[path] for path in plan.stale}, plan.leftover, plan.seen)
        kept = {path: texts for path, texts in self.record.texts.items() if path in plan.kept}
        Record(kept | {path: [text] for path, text in new.items()}).save(self.root)
        return written

    def disk(self, path: str) -> str | None:
        """The text on the disk, for showing; None when there is no such file."""
        data = writer.read(self.root / path)
        return None if data is None else data.decode("utf-8", "replace")

    def _strays(self, made: Collection[str]) -> list[str]:
        """The Python files of the `whole` folders, linked ones too, that are not among those `made`."""
        # One file may have two names, through a link.
        real = {os.path.realpath(self.root / path) for path in made}
        folders = [self.root / folder for folder in self.book.settings.whole]
        found = {path for folder in folders for path in _modules(folder, frozenset())}
        strays = [path for path in found if os.path.realpath(path) not in real]
        return sorted(path.relative_to(self.root).as_posix() for path in strays)


def plain(data: bytes) -> str | None:
    """The text without what editors and git do to line ends; None for what is no text."""
    try:
        text = decode(data)
    except UnicodeDecodeError:
        return None
    return text if text.endswith("\n") or not text else text + "\n"


def _committed(book: Book) -> dict[str, str]:
    root = book.settings.root
    names = git(root, "ls-tree", "-r", "-z", "--name-only", "HEAD")
    if names is None:
        return {}
    try:
        then = settings.parse(git(root, "show", "HEAD:./pyproject.toml") or b"", root)
    except CallError:
        return {}
    now = {(chapter.path, chapter.text.encode()): chapter for chapter in book.chapters}
    chapters = []
    for name in sorted(filter(then.is_chapter, names.decode("utf-8", "replace").split("\0"))):
        data = git(root, "show", f"HEAD:./{name}") or b""
        chapters.append(now.get((name, data)) or reader.decode(data, name))
    return {path: target.text for path, target in build.build(then, chapters).targets.items()}


def _entry(place: Path) -> str:
    """Where a file really lies; when it is a link itself, that is where the link lies."""
    return os.path.join(os.path.realpath(place.parent), place.name)


def _modules(folder: Path, above: frozenset[str]) -> Iterator[Path]:
    """The Python files below a folder, as Python finds them; a link in a circle is not followed."""
    real = os.path.realpath(folder)
    if real in above or not os.path.isdir(folder):
        return
    for name in os.listdir(folder):
        if os.path.isdir(folder / name):
            yield from _modules(folder / name, above | {real})
        elif name.endswith(".py"):
            yield folder / name


def difference(target: Target, disk: str | None) -> Iterator[str]:
    """A unified diff from the disk to what the chapters make; each hunk names the chapter's line."""
    files = f"{target.path} (on the disk)", f"{target.path} (from the chapters)"
    diff = list(unified_diff((disk or "").splitlines(), target.lines, *files, lineterm=""))
    if not diff:
        origin = target.origin(len(target.lines))
        ends = f"@@ line ends differ @@ {origin.path}:{origin.line}"
        yield from (f"--- {files[0]}", f"+++ {files[1]}", ends)
    for row, line in enumerate(diff):
        hunk = re.match(r"@@ -\S+ \+(\d+)", line)
        if hunk:
            before = next(above for above, text in enumerate(diff[row + 1 :]) if text[0] != " ")
            origin = target.origin(int(hunk[1]) + before)
            line += f" {origin.path}:{origin.line}, section {origin.block.section.title!r}"
        yield line
