"""The book as an EPUB: `jupyter-book build . --builder custom --custom-builder epub`.

Sphinx's own EPUB builder, with pages that are valid XHTML, formulas in MathML, one small style sheet, the
font of the formulas, no scripts, and the same bytes whenever the same book is built.
"""

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util.typing import ExtensionMetadata

from press.epub.builder import BookEpubBuilder


def _settle(app: Sphinx, config: Config) -> None:
    # An e-reader may know no style but its own: figures come as files that need none.
    config.nb_mime_priority_overrides = [
        *config.nb_mime_priority_overrides,
        (BookEpubBuilder.name, "image/svg+xml", 5),
    ]
    config.epub_tocscope = "includehidden"  # Jupyter Book hides the table of contents in the root page
    config.epub_use_index = False
    config.epub_show_urls = "no"


def setup(app: Sphinx) -> ExtensionMetadata:
    app.setup_extension("press.descriptions")
    app.add_builder(BookEpubBuilder, override=True)
    app.connect("config-inited", _settle)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
