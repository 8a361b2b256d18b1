"""The Sphinx side: ``python`` fences as a directive, the ``computed`` role, links between a file's parts.

In the configuration: ``extensions = ["literate.sphinx_ext"]`` and ``myst_fence_as_directive = ["python"]``.
"""

from __future__ import annotations

from typing import Any

from sphinx.application import Sphinx

from literate.sphinx_ext import listing, listing_pages, numbers, verified_line


def setup(app: Sphinx) -> dict[str, Any]:
    listing.setup(app)
    listing_pages.setup(app)
    numbers.setup(app)
    verified_line.setup(app)
    return {"version": "1", "env_version": 2, "parallel_read_safe": True, "parallel_write_safe": True}
