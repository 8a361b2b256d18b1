"""Untangling: every edit made by hand, carried back to the chapters one file after the other."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from literate import writer
from literate.assembling import paths
from literate.errors import CallError, nearest
from literate.project import Project
from literate.reading import source
from literate.tangling.handedit import HandEdit
from literate.tangling.record import fingerprint
from literate.tangling.tangle import Tangler


class CarriedBack(NamedTuple):
    """The chapters' new texts, the edits that they hold, and those that cannot be carried back."""

    texts: dict[str, str]
    edits: tuple[HandEdit, ...]
    refused: tuple[HandEdit, ...]


def carry_back(tangler: Tangler, files: Sequence[str] = ()) -> CarriedBack:
    """Carry the edits of `files`, or of all tangled files, back to the chapters; nothing is written."""
    book = tangler.book
    edits = tangler.plan().edits
    names = [*book.targets, *(edit.file for edit in edits)]
    wanted = {_known(book, file, names) for file in files}
    texts: dict[str, str] = {}
    carried, refused = [], []
    for edit in edits:
        if wanted.isdisjoint((edit.target, edit.file)) and wanted:
            continue
        edit = tangler.edit(edit.target, book)
        if edit.reason:
            refused.append(edit)
            continue
        # What the next file's edit is carried into already holds this one.
        texts.update(edit.chapters)
        book = book.revised(edit.chapters)
        carried.append(edit)
    return CarriedBack(texts, tuple(carried), tuple(refused))


def apply(book: Project, texts: Mapping[str, str]) -> None:
    """Write the chapters' new texts, in each chapter's own line ends."""
    root = book.config.root
    before = {path: writer.read(root / path) or b"" for path in texts}
    for chapter in book.chapters:
        if chapter.path in texts and source.decode(before[chapter.path]) != chapter.text:
            raise CallError(f"{chapter.path} was saved in the meantime. Nothing was written; run it again.")
    data = {path: source.encode(text, before[path]) for path, text in texts.items()}
    writer.write(root, data, [], before)


def note(tangler: Tangler, result: CarriedBack) -> None:
    """Note that the chapters hold the edits: beside equal lines one could be seen again, and doubled."""
    record, config = tangler.record, tangler.book.config
    now = [(chapter.path, result.texts.get(chapter.path, chapter.text)) for chapter in tangler.book.chapters]
    carried = {**tangler.carried, **{edit.file: [edit.text] for edit in result.edits}}
    # A note that cannot be made is no reason to stop.
    with contextlib.suppress(OSError):
        replace(record, carried=carried, carried_to=fingerprint(config, now)).save(config.root)


def _known(book: Project, file: str, names: Collection[str]) -> str:
    name = paths.known(file, book.config.root, names)
    if name is None:
        path = os.path.normpath(file).replace(os.sep, "/")
        raise CallError(f"{path!r} is not a tangled file.{nearest(path, names)}")
    return name
