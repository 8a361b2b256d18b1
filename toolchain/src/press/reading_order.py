"""The documents of the book in the order in which they are read."""

from sphinx.environment import BuildEnvironment


def reading_order(env: BuildEnvironment, root: str) -> list[str]:
    """The root document, then those that its table of contents names, each followed by its own."""
    order = [root]
    for child in env.toctree_includes.get(root, []):
        order += reading_order(env, child)
    return order
