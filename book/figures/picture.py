"""One finished drawing, and the two forms in which a notebook front end may show it."""

import hashlib
import re
from dataclasses import dataclass
from html import escape

from figures import palette

_NAMESPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'


@dataclass(frozen=True)
class Picture:
    """A drawing of `width` by `height` units (one unit is a CSS pixel at full size) and its description."""

    body: str
    width: float
    height: float
    alt: str

    def __post_init__(self) -> None:
        if not self.alt.strip():
            raise ValueError('figure without a description: pass alt="what the figure shows"')

    @property
    def html(self) -> str:
        """Inline SVG: text and axes take the colour of the text around it, series one that suits the mode."""
        style = f"width: 100%; max-width: {self.width:.0f}px; height: auto"
        svg = (
            f'<svg {_NAMESPACES} role="img" aria-label="{escape(self.alt)}" '
            f'viewBox="0 0 {self.width:g} {self.height:g}" style="{style}">{self._scoped_body()}</svg>'
        )
        # Below this width the words in the drawing are too small, so it scrolls inside its box instead.
        narrowest = 0.58 * self.width
        scroller = (
            f'<div class="figure-drawing" tabindex="0" style="overflow-x: auto"><div style="min-width: '
            f'{narrowest:.0f}px">{{}}</div></div>'
            if narrowest > _NARROW_COLUMN
            else '<div class="figure-drawing">{}</div>'
        )
        return scroller.format(palette.for_page(svg))

    @property
    def svg(self) -> str:
        """A complete SVG document in black on white."""
        svg = (
            f'<svg {_NAMESPACES} role="img" aria-label="{escape(self.alt)}" width="{self.width:g}" '
            f'height="{self.height:g}" viewBox="0 0 {self.width:g} {self.height:g}" '
            f'font-family="sans-serif">{self.body}</svg>\n'
        )
        return palette.for_paper(re.sub(r' data-[a-z]+="[^"]*"', "", svg))  # marks are for the page's scripts

    def _scoped_body(self) -> str:
        """The drawing with names that no other figure of the same page can have, and no unused ones."""
        prefix = "f" + hashlib.sha256((self.alt + self.body).encode()).hexdigest()[:8] + "-"
        used = set(re.findall(r'(?:url\(#|href="#)([^)"]+)', self.body))
        body = re.sub(r' id="([^"]+)"', lambda m: f' id="{prefix}{m[1]}"' if m[1] in used else "", self.body)
        return re.sub(r'(url\(#|href="#)', rf"\g<1>{prefix}", body)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {"text/html": self.html, "image/svg+xml": self.svg, "text/plain": self.alt}


_NARROW_COLUMN = 340  # CSS pixels that a phone's page leaves for a figure
