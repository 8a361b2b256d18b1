"""A replay: drawings, a record, and the page's element that holds both."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from figures import palette
from figures.picture import Picture


@dataclass(frozen=True)
class Replay:
    """What a script of this kind needs to show the states of a computation.

    `pictures` are drawings for the script alone. `figure` is the finished drawing, for every reader.
    """

    kind: str
    title: str
    pictures: tuple[Picture, ...]
    data: Mapping[str, Any]
    figure: Picture | None = None

    @property
    def html(self) -> str:
        svgs = [palette.for_page(_svg(picture)) for picture in self.pictures]
        drawings = "".join(f"<template>{svg}</template>" for svg in svgs)
        data = json.dumps(self.data, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
        shown = self.figure.html if self.figure else ""
        return (
            f'<div class="replay" data-replay="{self.kind}" data-title="{escape(self.title)}"'
            f"{'' if self.figure else ' hidden'}>"
            f'{shown}{drawings}<script type="application/json">{data}</script></div>'
        )

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        finished = self.figure._repr_mimebundle_() if self.figure else {"text/plain": self.title}
        return {**finished, "text/html": self.html}


def number(value: float) -> str:
    """A number as the drawings print it."""
    return f"{value:.4g}".replace("-", "\N{MINUS SIGN}")


def _svg(picture: Picture) -> str:
    style = f"width: 100%; max-width: {picture.width:.0f}px; height: auto"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {picture.width:g} {picture.height:g}" '
        f'role="img" aria-label="{escape(picture.alt)}" style="{style}">{picture.body}</svg>'
    )
