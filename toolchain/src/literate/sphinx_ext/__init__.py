"""The Sphinx side: ``python`` fences as a directive, the ``computed`` role, a page for each tangled file.

In the configuration: ``extensions = ["literate.sphinx_ext"]`` and ``myst_fence_as_directive = ["python"]``.

| module | does |
| --- | --- |
| `book` | reads the book before a build, numbers its tangled blocks, warns of faults in chapters |
| `python_fence` | a Python block as the chapter shows it, its caption, and what it claims |
| `listing_pages` | a page for every tangled file, whole |
| `block_index` | ``{block-index}``: every file, and the blocks that make it |
| `computed_role` | a computed number, with the expression that gives it |
| `verified_line` | what was tested, and with which versions |
"""

from __future__ import annotations

from typing import Any

from sphinx.application import Sphinx

from literate.sphinx_ext import (
    block_index,
    book,
    computed_role,
    listing_pages,
    python_fence,
    verified_line,
)


def setup(app: Sphinx) -> dict[str, Any]:
    for module in (book, python_fence, listing_pages, block_index, computed_role, verified_line):
        module.setup(app)
    return {"version": "1", "env_version": 3, "parallel_read_safe": True, "parallel_write_safe": True}
