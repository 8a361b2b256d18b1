"""Numbered references: a chapter is unpickled once for all that lead to it.

Sphinx looks into the tree of the whole chapter to learn whether a reference leads to a section or a figure,
and reads that tree anew for each reference.
"""

from typing import Any

from docutils import nodes  # type: ignore[import-untyped]
from sphinx.application import Sphinx
from sphinx.domains.std import StandardDomain
from sphinx.environment import BuildEnvironment
from sphinx.util.typing import ExtensionMetadata


class _ReadOnce:
    """The environment, with trees that are read once: to look into, and not to change."""

    def __init__(self, env: BuildEnvironment) -> None:
        self._env = env
        self._trees: dict[str, nodes.document] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._env, name)

    def get_doctree(self, name: str) -> nodes.document:
        if name not in self._trees:
            self._trees[name] = self._env.get_doctree(name)
        return self._trees[name]


def _share_trees(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """From now on no chapter is read again in this build."""
    domain: Any = env.get_domain("std")
    once = _ReadOnce(env)

    def resolve(env: BuildEnvironment, *reference: Any) -> nodes.Element | None:
        return StandardDomain._resolve_numref_xref(domain, once, *reference)  # type: ignore[arg-type]

    domain._resolve_numref_xref = resolve
    return []


def setup(app: Sphinx) -> ExtensionMetadata:
    app.connect("env-updated", _share_trees)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
