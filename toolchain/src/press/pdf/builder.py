"""The Sphinx builder: writes the whole book as Typst source, in print's order, and has it compiled."""

import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Literal

import matplotlib
import typst
from docutils import nodes  # type: ignore[import-untyped]
from sphinx.builders import Builder
from sphinx.errors import SphinxError
from sphinx.util import logging

from press.book_index import holds_index
from press.pdf.anchors import SCHEME, Anchors
from press.pdf.translator import Translator, exercise_of, solutions_of
from press.pdf.typst import call, content, string, text
from press.reading_order import reading_order

LOG = logging.getLogger(__name__)
_TEMPLATE = Path(__file__).parent / "template.typ"
# Accessible: tagged, in reading order, every picture and formula described.
_STANDARD: Literal["ua-1"] = "ua-1"
_FONT = "DejaVu Sans"  # what the figures were laid out with


class PdfBuilder(Builder):
    """Builds one PDF of the whole book."""

    name = "pdf"
    format = "typst"
    epilog = "The PDF is %(outdir)s/book.pdf."
    supported_image_types = ["image/svg+xml", "image/png", "image/jpeg"]  # noqa: RUF012  (Sphinx's own type)

    def get_outdated_docs(self) -> str:
        return "the whole book"

    def get_target_uri(self, docname: str, typ: str | None = None) -> str:
        return SCHEME + docname

    def get_relative_uri(self, from_: str, to: str, typ: str | None = None) -> str:
        return self.get_target_uri(to, typ)

    def prepare_writing(self, docnames: set[str]) -> None:
        pass

    def write(
        self,
        build_docnames: Iterable[str] | None,
        updated_docnames: Iterable[str],
        method: str = "update",
    ) -> None:
        documents = {name: self._resolved(name) for name in reading_order(self.env, self.config.root_doc)}
        folder = Path(self.outdir)
        self._copy_images(folder / "images")
        shutil.copyfile(_TEMPLATE, folder / _TEMPLATE.name)
        (folder / "book.typ").write_text(self._source(documents), "utf-8")
        self._compile(folder)

    def _source(self, documents: Mapping[str, nodes.document]) -> str:
        """The book in Typst, for the documents in reading order."""
        config = self.config
        anchors = Anchors(self.env, documents)
        macros = tuple(sorted(config.mathml_macros.items()))
        solutions = _solutions(anchors, documents)
        translators = {
            name: Translator(name, document, anchors, self._image, macros, solutions)
            for name, document in documents.items()
        }
        root, *chapters = translators
        last = [name for name in chapters if holds_index(self.env, name)]
        title = config.html_title or config.project
        names = {"title": title, "author": config.author, "language": config.language}
        parts = [
            '#import "template.typ": *',
            call("show: book.with", **{name: string(value) for name, value in names.items()}),
            call("cover", *map(content, map(text, (title, config.press_pdf_subtitle, config.author)))),
            call("contents", content(text("Contents"))),
            _front(translators[root], config.press_pdf_front_title),
            "#show: body-matter",
            *(translators[name].render(documents[name]) for name in chapters if name not in last),
            _all_solutions(translators, anchors, "Solutions"),
            *(translators[name].render(documents[name]) for name in last),
        ]
        return "\n".join(parts) + "\n"

    def _resolved(self, name: str) -> nodes.document:
        document = self.env.get_and_resolve_doctree(name, self)
        self.post_process_images(document)
        return document

    def _copy_images(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        for source, name in self.images.items():
            _copy_image(Path(self.srcdir, source), folder / name)

    def _image(self, uri: str) -> Path:
        return Path(self.outdir, "images", self.images[uri])

    def _compile(self, folder: Path) -> None:
        # Fonts of this machine are ignored, so that all machines make the same file.
        fonts = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
        compiler = typst.Compiler(root=str(folder), font_paths=[str(fonts)], ignore_system_fonts=True)
        try:
            _, warnings = compiler.compile_with_warnings(
                input=str(folder / "book.typ"), output=str(folder / "book.pdf"), pdf_standards=_STANDARD
            )
        except typst.TypstError as error:
            raise SphinxError(f"Typst could not make the PDF: {error.diagnostic}") from error
        for warning in warnings:
            LOG.warning("typst: %s", warning, type="press", subtype="pdf")

    def finish(self) -> None:
        pass


def _front(translator: Translator, title: str) -> str:
    """The root document's text: its title is that of the book, so it gets another one here."""
    section = next(node for node in translator.document if isinstance(node, nodes.section))
    section[0].children = [nodes.Text(title)]
    return translator.render(section)


def _solutions(anchors: Anchors, documents: Mapping[str, nodes.document]) -> dict[str, str]:
    found = {}
    for name, document in documents.items():
        for node in solutions_of(document):
            reference, place = exercise_of(node), anchors.of(name, node)
            exercise = anchors.find(name, reference) if reference is not None else None
            if exercise and place:
                found[exercise.label] = place.label
    return found


def _all_solutions(translators: Mapping[str, Translator], anchors: Anchors, title: str) -> str:
    parts = []
    for name, translator in translators.items():
        if solved := solutions_of(translator.document):
            chapter = anchors.find(name, nodes.reference(refuri=name))
            number = f"Chapter {chapter.number}" if chapter and chapter.number else ""
            parts.append(translator.heading(2, text(number or (chapter.title if chapter else name))))
            parts += [translator.solution(node) for node in solved]
    root = next(iter(translators.values()))
    return "".join([root.heading(1, text(title)), *parts]) if parts else ""


def _copy_image(source: Path, target: Path) -> None:
    """Copy a picture; in a drawing, name the font that stands for `sans-serif` on a web page."""
    data = source.read_bytes()
    if source.suffix == ".svg":
        data = data.replace(b'font-family="sans-serif"', f'font-family="{_FONT}"'.encode())
    target.write_bytes(data)
