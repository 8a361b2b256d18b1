"""What the tangler wrote last, kept in ``.literate/`` (not for version control)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path

import literate
from literate import writer
from literate.config import Config
from literate.reading import source
from literate.tangling.strays import strays

PLACE = ".literate/written.json"
PLACES = ".literate/places.json"


@dataclass
class Record:
    """For each target the texts known to be the tangler's own, and a digest of what they were made from.

    `gone` holds the same for files that no chapter makes any more, `sources` the chapters of each target,
    `places` a digest of the file with the places of all lines. `carried` holds the texts of files whose edits
    are in the chapters, as long as those are what `carried_to` is the digest of.
    """

    chapters: str = ""
    texts: dict[str, list[str]] = field(default_factory=dict)
    gone: dict[str, list[str]] = field(default_factory=dict)
    sources: dict[str, list[str]] = field(default_factory=dict)
    places: str = ""
    carried: dict[str, list[str]] = field(default_factory=dict)
    carried_to: str = ""

    @classmethod
    def load(cls, root: Path) -> Record:
        """Read the record; a missing or damaged one is an empty one."""
        try:
            data = json.loads((root / PLACE).read_text(encoding="utf-8"))
            names = ("texts", "gone", "sources", "carried")
            texts, gone, sources, carried = (_texts(data.get(name, {})) for name in names)
            chapters, places, to = (str(data.get(name, "")) for name in ("chapters", "places", "carried_to"))
            return cls(chapters, texts, gone, sources, places, carried, to)
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return cls()

    def save(self, root: Path) -> None:
        data = json.dumps(asdict(self), ensure_ascii=False)
        folder = (root / PLACE).parent
        if not folder.exists():
            folder.mkdir()
            (folder / ".gitignore").write_text("*\n", encoding="utf-8")
        writer.write(root, {PLACE: data}, [])


def _texts(table: dict[str, list[str]]) -> dict[str, list[str]]:
    return {str(path): [str(text) for text in kept] for path, kept in table.items()}


def settled(settings: Config) -> bool:
    """Whether nothing has changed since the last run, neither the chapters nor the files it wrote."""
    root = settings.root
    record = Record.load(root)
    if not record.chapters:
        return False
    return (
        record.chapters == present(settings)
        and record.places == _digest_of(root / PLACES)
        and all(
            [text.encode() for text in kept] == [writer.read(root / path)]
            for path, kept in record.texts.items()
        )
        and not any((root / path).exists() for path in record.gone)
        and not strays(settings, record.texts)
    )


def _digest_of(place: Path) -> str:
    try:
        return hashlib.sha256(place.read_bytes()).hexdigest()
    except OSError:
        return "none"


def present(settings: Config) -> str | None:
    """The digest of the chapters as they are; None when one of them cannot be read."""
    root = settings.root
    try:
        chapters = [(path, source.decode((root / path).read_bytes())) for path in settings.chapter_paths()]
    except (OSError, UnicodeDecodeError):
        return None
    return fingerprint(settings, chapters)


def fingerprint(settings: Config, chapters: Iterable[tuple[str, str]]) -> str:
    """A digest of the chapters, of the settings and of this tool: of all that the tangled files depend on."""
    digest = hashlib.sha256(repr(settings).encode())
    for place in sorted(Path(literate.__file__).parent.rglob("*.py")):
        digest.update(place.read_bytes())
    for path, text in chapters:
        digest.update(f"\0{path}\0{text}".encode())
    return digest.hexdigest()
