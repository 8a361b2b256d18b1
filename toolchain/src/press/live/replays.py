"""Replays of recorded computations: the scripts that a page needs for its kinds, and drawings kept for later.

A replay is an element with the name of its kind, its drawings as templates, and its record.
"""

import json
import re
from hashlib import sha256
from pathlib import Path
from typing import Any

from docutils import nodes  # type: ignore[import-untyped]
from sphinx.application import Sphinx
from sphinx.builders.html._assets import _JavaScript

_PARTS = {"order": ["graph"], "steps": ["graph"]}  # what some kinds have in common
_FIGURE = re.compile(r'<figure\b(?:(?!</figure>).)*?<div class="replay".*?</figure>', re.DOTALL)
_TEMPLATE = re.compile(r"<template>(.*?)</template>", re.DOTALL)


def drop(app: Sphinx, document: nodes.document, name: str) -> None:
    """A replay needs a script: other builders have none."""
    if app.builder.name != "html":
        for cell in list(document.findall(nodes.container)):
            if "tag_replay" in cell["classes"]:
                cell.parent.remove(cell)


def add_scripts(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Only pages with a replay have the scripts for it; what figures show only when asked waits elsewhere."""
    body = context.get("body", "")
    added = [_JavaScript(f"_static/{script}", priority=910) for script in scripts(body)]
    context["script_files"] = [*context["script_files"], *added]
    if app.builder.name == "html" and body:
        folder = Path(app.outdir, "_static", "replays")
        context["body"], kept = drawings_apart(body, context["pathto"]("_static/replays/", resource=True))
        for name, script in kept.items():
            folder.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(script, "utf-8")


def scripts(body: str) -> list[str]:
    """What the replays of a page need: what all share, then a script for each kind."""
    kinds = dict.fromkeys(re.findall(r'<div class="replay" data-replay="([^"]+)"', body))
    parts = dict.fromkeys(part for kind in kinds for part in [*_PARTS.get(kind, ()), kind])
    return ["replay.js", *(f"replays/{part}.js" for part in parts)] if parts else []


def drawings_apart(body: str, folder: str) -> tuple[str, dict[str, str]]:
    """The page without what its figures show only when asked, and the scripts that bring it, by name."""
    kept: dict[str, str] = {}

    def apart(figure: "re.Match[str]") -> str:
        drawings = _TEMPLATE.findall(figure[0])
        if not drawings:
            return figure[0]
        content = json.dumps(drawings, ensure_ascii=False)
        name = f"drawings-{sha256(content.encode()).hexdigest()[:8]}.js"
        kept[name] = f'replays.drawings("{name}", {content});\n'
        return _TEMPLATE.sub("", figure[0]).replace(
            '<div class="replay"', f'<div class="replay" data-drawings="{folder}{name}"', 1
        )

    return _FIGURE.sub(apart, body), kept
