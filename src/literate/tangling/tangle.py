"""Tangling: what to write, what to remove, and what to leave because somebody else wrote it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from literate import writer
from literate.assembling import paths
from literate.assembling.program import Target
from literate.project import Project
from literate.tangling import copies, handedit, places
from literate.tangling.handedit import HandEdit
from literate.tangling.past import Past, plain
from literate.tangling.record import Record, fingerprint
from literate.tangling.renames import ALIKE, renamed
from literate.tangling.strays import strays

EDITED = "was edited by hand"


@dataclass
class Plan:
    """What a run would do to the files."""

    stale: list[str] = field(default_factory=list)
    leftover: list[str] = field(default_factory=list)
    kept: dict[str, str] = field(default_factory=dict)
    edits: list[HandEdit] = field(default_factory=list)
    seen: dict[str, bytes | None] = field(default_factory=dict)
    copied: dict[str, str] = field(default_factory=dict)
    strays: list[str] = field(default_factory=list)
    unrecorded: str = ""


class Tangler:
    """Brings the files of a project into step with its chapters."""

    def __init__(self, book: Project) -> None:
        self.book = book.demand()
        self.root = book.config.root
        self.record = Record.load(self.root)
        self.fingerprint = fingerprint(
            book.config, [(chapter.path, chapter.text) for chapter in book.chapters]
        )
        # The texts of files whose edits these chapters hold.
        self.carried = self.record.carried if self.record.carried_to == self.fingerprint else {}
        self.past = Past(self.root, self.record)
        self._moved: dict[str, str] = {}
        self._renames: dict[str, str] | None = None

    def plan(self) -> Plan:
        """Compare the files on the disk with the chapters; nothing is written."""
        plan = Plan()
        for path, target in self.book.targets.items():
            data = plan.seen[path] = writer.read(self.root / path)
            if data == target.text.encode():
                continue
            edit = None if data is None or self._ours(path, data) else self.edit(path, self.book)
            if edit is None or edit.carried:
                plan.stale.append(path)
            else:
                plan.edits.append(edit)
        for path in self._orphans():
            data = plan.seen[path] = writer.read(self.root / path)
            if data is None:
                continue
            reason = self._kept(path, data)
            new = self._renamed(path) if reason == EDITED else None
            edit = self._moved_edit(new, path) if new is not None else None
            if edit is not None and edit.carried:
                plan.leftover.append(path)
            elif edit is not None:
                plan.edits.append(edit)
            elif reason:
                plan.kept[path] = reason
            else:
                plan.leftover.append(path)
        known = {*self.book.targets, *plan.leftover, *plan.kept, *self._moved.values()}
        plan.strays = strays(self.book.config, known)
        return plan

    def write(self, plan: Plan) -> list[str]:
        """Carry the plan out; return the paths written."""
        new = {path: target.text for path, target in self.book.targets.items()}
        past = {**self.record.texts, **self.record.gone}
        gone = {path: [*past.get(path, []), *self.carried.get(path, [])] for path in self._orphans()}
        sources = {path: _chapters(target) for path, target in self.book.targets.items()}
        lines = places.dump(self.fingerprint, self.book.targets)
        texts = {path: [text] for path, text in new.items()}
        fresh = Record(self.fingerprint, texts, gone, sources, places.digest(lines.encode()))
        if plan.stale or plan.leftover:
            # Until all files are in place, the old texts count as ours as well.
            both = {
                path: list(dict.fromkeys([*past.get(path, []), *self.carried.get(path, []), text]))
                for path, text in new.items()
            }
            either = Record("", {**self.record.texts, **both}, gone, self.record.sources)
            self._note(plan, lambda: either.save(self.root))
        self._keep_copies(plan)
        written = writer.write(self.root, {path: new[path] for path in plan.stale}, plan.leftover, plan.seen)
        if fresh != Record.load(self.root):
            self._note(plan, lambda: fresh.save(self.root))
        self._note(plan, lambda: places.save(self.root, lines))
        return written

    @staticmethod
    def _note(plan: Plan, save: Callable[[], None]) -> None:
        """Note what is written; a note that cannot be made is no reason to stop."""
        try:
            save()
        except OSError as error:
            plan.unrecorded = error.strerror or str(error)

    def _keep_copies(self, plan: Plan) -> None:
        """What is taken off the disk, and neither git nor a chapter gives again, is kept in a copy."""
        for path in filter(self._has_lost_a_chapter, plan.stale):
            data = plan.seen[path]
            if data is not None and not self._again(data, line_by_line=True):
                plan.copied[path] = copies.keep(self.root, path, data)
        for path in [*plan.leftover]:
            data = plan.seen[path]
            if data is not None and not self._again(data):
                try:
                    plan.copied[path] = copies.keep(self.root, path, data)
                except OSError as error:
                    plan.leftover.remove(path)
                    plan.kept[path] = f"its text cannot be copied to {copies.FOLDER} ({error.strerror})"

    def _has_lost_a_chapter(self, path: str) -> bool:
        target = self.book.targets[path]
        return not target.derived and not set(self.record.sources.get(path, [])) <= set(_chapters(target))

    def _again(self, data: bytes, line_by_line: bool = False) -> bool:
        """Whether a text is in git or is made by the chapters: as it is, or `line_by_line` in any of them."""
        text = plain(data)
        if any(text in state.values() for state in self.past.states()):
            return True
        made = [target.text for target in self.book.targets.values()]
        if line_by_line:
            return {line for made_text in made for line in made_text.split("\n")}.issuperset(text.split("\n"))
        return text in made

    def disk(self, path: str) -> str | None:
        """The text on the disk, for showing; None when there is no such file."""
        data = writer.read(self.root / path)
        return None if data is None else data.decode("utf-8", "replace")

    def _kept(self, path: str, data: bytes) -> str:
        """Why a file that no chapter makes any more is not removed."""
        if paths.refuse(path, self.book.config.outputs, self.root, "", 0):
            return "lies outside the outputs"
        return "" if self._ours(path, data) else EDITED

    def _renamed(self, path: str) -> str | None:
        """The new target that takes the place of a file which no chapter makes any more."""
        if self._renames is None:
            self._renames = renamed(
                {old: self._past_texts(old) for old in self._orphans() if (self.root / old).exists()},
                {
                    new: target.text
                    for new, target in self.book.targets.items()
                    if not target.derived and writer.read(self.root / new) is None
                },
            )
        new = self._renames.get(path)
        made, disk = self.book.targets[new].text if new else "", self.disk(path) or ""
        for text in self._past_texts(path) if new else ():
            # A text that has only moved needs less to be known again.
            least = 0.3 if text == made else ALIKE
            if handedit.alike(text, made, ALIKE) and handedit.alike(text, disk, least):
                return new
        return None

    def _past_texts(self, path: str) -> list[str]:
        return self.past.written(path) + self.past.tangled(path)

    def _moved_edit(self, new: str, path: str) -> HandEdit:
        self._moved[new] = path
        return self.edit(new, self.book)

    def _ours(self, path: str, data: bytes) -> bool:
        """Whether chapters, as they are, were or are in git, make just this, or hold the edit that did."""
        with contextlib.suppress(UnicodeDecodeError):
            if plain(data) in self.carried.get(path, []):
                return True
        return self.past.made(path, data, (target.text for target in self.book.targets.values()))

    def _orphans(self) -> list[str]:
        """Files that chapters made once and make no more."""
        names = {*self.record.texts, *self.record.gone}
        if self.record.chapters != self.fingerprint:
            names.update(path for past in self.past.states() for path in past)
        names -= set(self.book.targets)
        # Through a linked folder it may be a file that chapters make, by its other name.
        made = {paths.entry(self.root / path) for path in self.book.targets} if names else set()
        return sorted(name for name in names if paths.entry(self.root / name) not in made)

    def edit(self, path: str, book: Project) -> HandEdit:
        """The edit made by hand in a target's file, carried back to the chapters of `book`."""
        name = self._moved.get(path, path)
        try:
            disk = plain(writer.read(self.root / name) or b"")
        except UnicodeDecodeError:
            return HandEdit(path, (), {}, "it is not UTF-8 text", file=name)
        bases = self.past.bases(name, disk)
        if not bases.texts:
            changes = handedit.shown(book.targets[path].text, disk, path)
            reason = "no chapter is known to have made it"
            return HandEdit(path, (), {}, reason, changes, foreign=True, file=name)
        return handedit.find(book, book.targets[path], disk, bases)._replace(file=name, text=disk)


def _chapters(target: Target) -> list[str]:
    """The chapters that a target comes from."""
    return list(dict.fromkeys(block.path for block in target.blocks))


def difference(target: Target, disk: str | None) -> Iterator[str]:
    """A unified diff from the disk to what the chapters make; each hunk names the chapter's line."""
    yield f"--- {target.path} (on the disk)"
    yield f"+++ {target.path} (from the chapters)"
    lines = (disk or "").splitlines()
    matcher = SequenceMatcher(None, lines, target.lines, autojunk=False)
    for group in matcher.get_grouped_opcodes(3):
        first, last = group[0], group[-1]
        changed = next(code for code in group if code[0] != "equal")
        origin = target.origin(changed[3] + 1)
        spans = f"-{_span(first[1], last[2])} +{_span(first[3], last[4])}"
        yield f"@@ {spans} @@ {origin.path}:{origin.line}, section {origin.block.section.title!r}"
        for tag, start, end, new_start, new_end in group:
            if tag == "equal":
                yield from (f" {line}" for line in lines[start:end])
            else:
                yield from (f"-{line}" for line in lines[start:end])
                yield from (f"+{line}" for line in target.lines[new_start:new_end])
    if matcher.ratio() == 1.0:
        origin = target.origin(len(target.lines))
        yield f"@@ line ends differ @@ {origin.path}:{origin.line}"


def _span(start: int, end: int) -> str:
    """A hunk's range as diff writes it."""
    length = end - start
    first = start + 1 if length else start
    return str(first) if length == 1 else f"{first},{length}"
