"""The Sphinx builder that writes the book as Typst source and has it compiled to a PDF."""

import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from docutils import nodes  # type: ignore[import-untyped]
from sphinx.builders import Builder
from sphinx.errors import SphinxError
from sphinx.util import logging

from press.pdf.anchors import SCHEME
from press.pdf.document import Names, typst_source
from press.pdf.images import copy_image
from press.reading_order import reading_order

LOG = logging.getLogger(__name__)
_TEMPLATE = Path(__file__).parent / "template.typ"
_STANDARD: Literal["ua-1"] = (
    "ua-1"  # accessible: tagged, in reading order, every picture and formula described
)


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
        config = self.config
        names = Names(
            title=config.html_title or config.project,
            author=config.author,
            language=config.language,
            front=config.press_pdf_front_title,
            subtitle=config.press_pdf_subtitle,
        )
        macros = tuple(sorted(config.mathml_macros.items()))
        folder = Path(self.outdir)
        self._copy_images(folder / "images")
        source = typst_source(self.env, documents, names, self._image, macros)
        shutil.copyfile(_TEMPLATE, folder / _TEMPLATE.name)
        (folder / "book.typ").write_text(source, "utf-8")
        self._compile(folder)

    def _resolved(self, name: str) -> nodes.document:
        document = self.env.get_and_resolve_doctree(name, self)
        self.post_process_images(document)
        return document

    def _copy_images(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        for source, name in self.images.items():
            copy_image(Path(self.srcdir, source), folder / name)

    def _image(self, uri: str) -> Path:
        return Path(self.outdir, "images", self.images[uri])

    def _compile(self, folder: Path) -> None:
        # Here, so that builds of web pages do without them.
        import matplotlib
        import typst

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
