"""Chapters numbered from `press_first_chapter`, and with them sections, figures, tables and equations.

Sphinx counts chapters from 1. It does so anew in every build, and compares with the numbers of the last one
to find the pages to write again; so the numbers are moved after it has counted, and moved back before it
counts the next time.
"""

from collections.abc import Callable

from docutils import nodes  # type: ignore[import-untyped]
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.typing import ExtensionMetadata

Numbers = tuple[int, ...]

_SPHINX_COUNTS = 500  # the priority of Sphinx's own listener


def _move(env: BuildEnvironment, by: int) -> None:
    """Add `by` to the chapter in every number that the environment holds of a numbered document."""

    def moved(number: Numbers) -> Numbers:
        return (number[0] + by, *number[1:]) if number else number

    for document, sections in env.toc_secnumbers.items():
        if not any(sections.values()):
            continue
        env.toc_secnumbers[document] = {anchor: moved(number) for anchor, number in sections.items()}
        for kinds in env.toc_fignumbers.get(document, {}).values():
            for name, number in kinds.items():
                kinds[name] = moved(number)
        if document in env.titles:
            _move_attribute(env.titles[document], moved)
        if document in env.tocs:
            for reference in env.tocs[document].findall(nodes.reference):
                _move_attribute(reference, moved)


def _move_attribute(node: nodes.Element, moved: Callable[[Numbers], Numbers]) -> None:
    if number := node.get("secnumber"):
        node["secnumber"] = list(moved(tuple(number)))


def _mover(sign: int) -> Callable[[Sphinx, BuildEnvironment], list[str]]:
    def listener(app: Sphinx, env: BuildEnvironment) -> list[str]:
        _move(env, sign * (app.config.press_first_chapter - 1))
        return []

    return listener


def setup(app: Sphinx) -> ExtensionMetadata:
    app.add_config_value("press_first_chapter", 1, "env", int)
    # A build that changes the value reads every document again, which forgets the moved numbers.
    app.connect("env-get-updated", _mover(-1), priority=_SPHINX_COUNTS - 100)
    app.connect("env-get-updated", _mover(1), priority=_SPHINX_COUNTS + 100)
    return {"version": "1", "env_version": 1, "parallel_read_safe": True, "parallel_write_safe": True}
