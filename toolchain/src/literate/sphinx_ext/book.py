"""The book as a Sphinx build sees it: read once, before the build, with its tangled blocks as listings."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from docutils import nodes  # type: ignore[import-untyped]
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging

from literate import build, settings
from literate.errors import CallError
from literate.model import Block, Book, Chapter, Claim, Kind, Target

logger = logging.getLogger(__name__)


class Listing:
    """A tangled block as a part of its file.

    `label` is its anchor; `number` counts the tangled blocks of a chapter, after the chapter's own number, or
    is empty; `before` and `after` are the labels of its neighbours in the file.
    """

    def __init__(self, block: Block, target: str, label: str, number: str) -> None:
        self.block, self.target, self.label, self.number = block, target, label, number
        self.before = self.after = ""

    def caption(self) -> tuple[str, ...]:
        """What is said of it that other chapters may change."""
        return self.target, self.label, self.number, self.before, self.after

    @property
    def section(self) -> str:
        """The section that explains it: its number and its title."""
        return f"{self.block.section.number} {self.block.section.title}".strip()


class Listings:
    """The blocks of a book, to be found from what a page shows."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.chapters = {chapter.path: chapter for chapter in book.chapters}
        self._of_block: dict[tuple[str, int], Listing] = {}
        numbers = dict(number for chapter in book.chapters for number in _numbered(chapter))
        counts: Counter[str] = Counter()
        for target in self.targets():
            # Files whose names differ only in signs or in case have the same words: count them together.
            words = nodes.make_id(f"tangled {target.path}")
            before = None
            for block in target.blocks:
                counts[words] += 1
                place = block.path, block.line
                listing = Listing(block, target.path, f"{words}-{counts[words]}", numbers[place])
                if before:
                    before.after, listing.before = listing.label, before.label
                before = self._of_block[place] = listing

    def targets(self) -> list[Target]:
        """The files that the blocks make, in the order of the book, without those derived from them."""
        return [target for target in self.book.targets.values() if target.lines and not target.derived]

    def of(self, block: Block) -> Listing | None:
        """The listing that a block is; None unless it is tangled."""
        return self._of_block.get((block.path, block.line))

    def in_chapter(self, path: str) -> list[Listing]:
        """The listings that a chapter shows, in order."""
        return [listing for listing in self._of_block.values() if listing.block.path == path]

    def find(self, path: str, code: str, line: int) -> Block | None:
        """The block of a chapter whose code is `code`; of several, the one nearest to `line`."""
        chapter = self.chapters.get(path)
        found = [block for block in chapter.blocks if _same(block, code)] if chapter else []
        return min(found, key=lambda block: abs(block.line - line), default=None)

    def claims(self, block: Block) -> list[Claim]:
        """What a block claims, in order."""
        return [claim for claim in self.chapters[block.path].claims if claim.block == block]


def _numbered(chapter: Chapter) -> list[tuple[tuple[str, int], str]]:
    """The tangled blocks of a chapter, by path and line, with their numbers."""
    own = chapter.sections[0].number if chapter.sections else ""
    tangled = [block for block in chapter.blocks if block.kind is Kind.TANGLED]
    return [((b.path, b.line), f"{own}.{count}" if own else "") for count, b in enumerate(tangled, start=1)]


def _same(block: Block, code: str) -> bool:
    return block.text.strip("\n") == code.strip("\n")


def link(label: str, words: str, document: str) -> nodes.Node:
    """A link in a document to a listing."""
    return addnodes.pending_xref(
        "",
        nodes.inline("", words),
        refdomain="std",
        reftype="ref",
        reftarget=label,
        refexplicit=True,
        refwarn=True,
        refdoc=document,
    )


def listings_of(app: Sphinx) -> Listings | None:
    """The listings of the book that is built; None when its folder holds no such project."""
    found: Listings | None = getattr(app, "literate_listings", None)
    return found


def _load(app: Sphinx) -> None:
    try:
        found = Listings(build.load(settings.load(Path(app.srcdir))))
    except CallError:
        return
    app.literate_listings = found  # type: ignore[attr-defined]


def _report(app: Sphinx, document: nodes.document) -> None:
    """Warn of all that is wrong with the chapter just read, each at its line."""
    listings = listings_of(app)
    path = app.env.doc2path(app.env.docname, False)
    for problem in listings.book.problems if listings else ():
        if problem.path == path:
            logger.warning(problem.message(), location=(app.env.docname, problem.line), type="literate")


def _outdated(
    app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
) -> list[str]:
    """Read a chapter again when another one has changed what its captions say."""
    listings = listings_of(app)
    if listings is None:
        return []
    before: dict[str, list[tuple[str, ...]]] = getattr(env, "literate_captions", {})
    paths = {name: env.doc2path(name, False) for name in env.found_docs}
    now = {name: [each.caption() for each in listings.in_chapter(path)] for name, path in paths.items()}
    env.literate_captions = now  # type: ignore[attr-defined]
    return [name for name in now if name in before and before[name] != now[name]]


def setup(app: Sphinx) -> None:
    app.connect("builder-inited", _load)
    app.connect("doctree-read", _report)
    app.connect("env-get-outdated", _outdated)
