"""What the tangler wrote last, kept in ``.literate/`` (not for version control, safe to delete)."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path

from literate import writer
from literate.project import Project

PLACE = ".literate/written.json"


@dataclass
class Record:
    """For each target the texts known to be the tangler's own, and the chapters they came from."""

    chapters: str = ""
    texts: dict[str, list[str]] = field(default_factory=dict)

    @classmethod
    def load(cls, root: Path) -> Record:
        """Read the record; a missing or damaged one is an empty one."""
        try:
            data = json.loads((root / PLACE).read_text(encoding="utf-8"))
            texts = {str(path): [str(text) for text in kept] for path, kept in data["texts"].items()}
            return cls(str(data["chapters"]), texts)
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return cls()

    def save(self, root: Path) -> None:
        data = json.dumps({"chapters": self.chapters, "texts": self.texts}, ensure_ascii=False)
        folder = (root / PLACE).parent
        if not folder.exists():
            folder.mkdir()
            (folder / ".gitignore").write_text("*\n", encoding="utf-8")
        writer.write(root, {PLACE: data}, [])


def fingerprint(book: Project) -> str:
    """A digest of the chapters and settings that a project was read from."""
    digest = hashlib.sha256(repr(book.config).encode())
    for chapter in book.chapters:
        digest.update(f"\0{chapter.path}\0{chapter.text}".encode("utf-8", "surrogatepass"))
    return digest.hexdigest()
