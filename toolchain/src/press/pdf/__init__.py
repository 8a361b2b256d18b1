"""The book as one PDF, from wheels alone: `jupyter-book build . --builder custom --custom-builder pdf`.

| module | does |
| --- | --- |
| `builder` | the Sphinx builder: resolves the documents, writes Typst source, has it compiled |
| `document` | the order of the whole: cover, contents, chapters, solutions, index |
| `translator`, `blocks`, `boxes` | one document's nodes as Typst markup |
| `anchors` | what links lead to, and the numbers of sections, figures, equations and exercises |
| `maths` | MathML, as the pages have it, as Typst's maths |
| `code` | code coloured by Pygments |
| `markup` | escaping and calls |
| `template.typ` | the look |
"""

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util.typing import ExtensionMetadata

from press.pdf.builder import PdfBuilder


def _prefer_vector_figures(app: Sphinx, config: Config) -> None:
    config.nb_mime_priority_overrides = [
        *config.nb_mime_priority_overrides,
        (PdfBuilder.name, "image/svg+xml", 10),
        (PdfBuilder.name, "image/png", 20),
        (PdfBuilder.name, "text/plain", 30),
    ]


def setup(app: Sphinx) -> ExtensionMetadata:
    app.add_config_value("press_pdf_front_title", "About this book", "")
    app.add_config_value("press_pdf_subtitle", "", "")
    app.setup_extension("press.descriptions")
    app.add_builder(PdfBuilder)
    app.connect("config-inited", _prefer_vector_figures)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
