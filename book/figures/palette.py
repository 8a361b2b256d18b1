"""The colours a figure may use.

A drawing names a colour by its value on white paper. In the page each one becomes a CSS variable, so that
the style sheet can give another shade in dark mode; without a style sheet the paper's value stays.
"""

INK = "#010203"  # stands for the colour of the text around the figure

BLUE = "#1f6fb4"
ORANGE = "#b45309"
GREEN = "#217a3c"
PURPLE = "#7b4fb3"
RED = "#bb2d3b"
GREY = "#6b7280"

SERIES = (BLUE, ORANGE, GREEN, PURPLE, RED, GREY)

_VARIABLES = {
    BLUE: "--figure-blue",
    ORANGE: "--figure-orange",
    GREEN: "--figure-green",
    PURPLE: "--figure-purple",
    RED: "--figure-red",
    GREY: "--figure-grey",
}


def for_page(svg: str) -> str:
    """The drawing with colours that follow the page it stands in."""
    svg = svg.replace(INK, "currentColor")
    for colour, variable in _VARIABLES.items():
        svg = svg.replace(colour, f"var({variable}, {colour})")
    return svg


def for_paper(svg: str) -> str:
    """The drawing in black on white, for a file of its own."""
    return svg.replace(INK, "#000000")
