"""The book as one PDF, from wheels alone: `jupyter-book build . --builder custom --custom-builder pdf`.

| module | does |
| --- | --- |
| `builder` | the Sphinx builder: cover, contents, chapters, solutions and index as Typst source, compiled |
| `translator` | one document's nodes as Typst markup |
| `anchors` | what links lead to, and the numbers of sections, figures, equations and exercises |
| `maths` | MathML, as the pages have it, as Typst's maths |
| `typst` | escaping, calls, and code coloured by Pygments |
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
