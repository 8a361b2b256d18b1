"""Sphinx's EPUB builder with pages, files and archive of the book's own."""

import os
import re
import shutil
import time
from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from docutils import nodes  # type: ignore[import-untyped]
from sphinx.builders.epub3 import Epub3Builder
from sphinx.util.osutil import relative_uri

from press.epub.pages import page, properties
from press.reading_order import reading_order

_SHEET = Path(__file__).with_name("style.css")
_FONTS = Path(__file__).parents[1] / "theme" / "static" / "fonts"
_FONT_FILES = ("book-maths.woff2", "OFL.txt")
_EMPTY_PATH = re.compile(r"<path\b(?![^>]*\sd=)")
_EARLIEST = 315532800  # 1 January 1980, with which the dates in an archive begin
_ITEM = re.compile(r'(<item id="[^"]*" href="([^"]*\.xhtml)" media-type="[^"]*")( />)')


class BookEpubBuilder(Epub3Builder):
    """Builds the EPUB."""

    media_types = Epub3Builder.media_types | {".woff2": "font/woff2", ".txt": "text/plain"}

    def init(self) -> None:
        # The archive takes every file of this folder, so nothing of an earlier build may be left in it.
        for left in Path(self.outdir).iterdir():
            if left.is_dir() and left != Path(self.doctreedir):
                shutil.rmtree(left)
            elif left.is_file():
                left.unlink()
        super().init()

    def handle_page(
        self,
        pagename: str,
        addctx: dict[str, Any],
        templatename: str = "page.html",
        outfilename: str | None = None,
        event_arg: Any = None,
    ) -> None:
        """Write a page. The theme's templates are made for a site, and have no part in it."""
        if "body" not in addctx:
            return
        address = self.get_target_uri(pagename)
        target = Path(self.outdir, address)
        target.parent.mkdir(parents=True, exist_ok=True)
        written = page(
            addctx["title"],
            addctx["body"],
            language=self.config.language,
            sheet=relative_uri(address, f"_static/{_SHEET.name}"),
        )
        target.write_text(written, "utf-8")

    def copy_static_files(self) -> None:
        static = Path(self.outdir, "_static")
        static.mkdir(exist_ok=True)
        shutil.copyfile(_SHEET, static / _SHEET.name)
        for name in _FONT_FILES:
            shutil.copyfile(_FONTS / name, static / name)

    def copy_image_files(self) -> None:
        super().copy_image_files()
        for drawing in Path(self.outdir, self.imagedir).glob("*.svg"):
            # Matplotlib writes empty paths without the attribute that a path must have.
            drawing.write_text(_EMPTY_PATH.sub('<path d="M0 0"', drawing.read_text("utf-8")), "utf-8")

    def gen_additional_pages(self) -> None:
        pass

    def gen_indices(self) -> None:
        pass

    def content_metadata(self) -> dict[str, Any]:
        return super().content_metadata() | {"date": time.strftime("%Y-%m-%dT%H:%M:%SZ", _moment())}

    def get_toc(self) -> None:
        """Collect chapters and sections with their numbers; Jupyter Book's own list has chapters only."""
        self.refnodes = [
            entry
            for name in reading_order(self.env, self.config.root_doc)
            for entry in self._entries(name, self.env.tocs[name], 1)
        ]

    def _entries(self, name: str, parent: nodes.Element, level: int) -> Iterator[dict[str, Any]]:
        for child in parent:
            if isinstance(child, nodes.reference):
                number = ".".join(map(str, child.get("secnumber") or ()))
                address = self.get_target_uri(name) + child.get("anchorname", "")
                words = f"{number}. {child.astext()}" if number else child.astext()
                yield {
                    "level": level,
                    "refuri": self.fix_fragment("", escape(address)),
                    "text": escape(words),
                }
            elif isinstance(child, nodes.Element):
                deeper = level + 1 if isinstance(child, nodes.bullet_list) else level
                yield from self._entries(name, child, deeper)

    def toc_metadata(self, level: int, navpoints: list[Any]) -> dict[str, Any]:
        return super().toc_metadata(level, navpoints) | {"uid": self.config.epub_identifier}

    def build_content(self) -> None:
        """Write the list of files, and say of each page which foreign markup it holds."""
        super().build_content()
        folder = Path(self.outdir)
        listing = folder / "content.opf"

        def declared(item: "re.Match[str]") -> str:
            kinds = properties((folder / item[2]).read_text("utf-8")) if (folder / item[2]).exists() else ""
            return f'{item[1]} properties="{kinds}"{item[3]}' if kinds else item[0]

        listing.write_text(_ITEM.sub(declared, listing.read_text("utf-8")), "utf-8")

    def build_epub(self) -> None:
        folder = Path(self.outdir)
        first = ["mimetype", "META-INF/container.xml", "content.opf", "toc.ncx"]
        _pack(folder, [*first, *self.files], folder / f"{self.config.epub_basename}.epub")


def _moment() -> time.struct_time:
    """The date that the book bears: SOURCE_DATE_EPOCH, or else always the same one."""
    return time.gmtime(max(int(os.environ.get("SOURCE_DATE_EPOCH") or _EARLIEST), _EARLIEST))


def _pack(folder: Path, names: Iterable[str], target: Path) -> None:
    """Write the files of a folder to an archive, in the given order; the first, `mimetype`, uncompressed."""
    date = _moment()[:6]
    with ZipFile(target, "w") as archive:
        for name in dict.fromkeys(names):
            entry = ZipInfo(name, date)
            entry.compress_type = ZIP_STORED if name == "mimetype" else ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            entry.create_system = 3  # on every system
            archive.writestr(entry, (folder / name).read_bytes())
