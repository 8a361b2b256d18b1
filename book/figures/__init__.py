"""Figures of the book: plots and computation graphs as vector graphics that follow the page's colours.

A code cell says `import figures` and ends with one call::

    figures.plot(draw, alt="what a reader who cannot see it should know")
    figures.graph(nodes, edges, alt="…")

Both give a `Picture`. Its bytes depend on its content alone.
"""

from figures.graphs import graph
from figures.layers import layers
from figures.palette import BLUE, GREEN, GREY, INK, ORANGE, PURPLE, RED
from figures.picture import Picture
from figures.plotting import plot

__all__ = ["BLUE", "GREEN", "GREY", "INK", "ORANGE", "PURPLE", "RED", "Picture", "graph", "layers", "plot"]
