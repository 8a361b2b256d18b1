"""Figures: what a reader, a screen reader and a second build get."""

import re
from xml.etree import ElementTree

import figures
import pytest
from bs4 import BeautifulSoup
from replayed import words

NODES = {
    "a": {"at": (0, 0), "label": "a", "value": 2, "grad": -24},
    "b": {"at": (0, 1), "label": "b", "value": -3, "grad": 16},
    "u": {"at": (1, 0.5), "label": "u = ab", "value": -6, "grad": 8},
}
EDGES = [("a", "u", "b"), ("b", "u")]


def curve(ax):
    ax.plot([0, 1, 2], [0, 1, 4], label="square")
    ax.set_xlabel("x")
    ax.legend()


def test_a_graph_shows_label_value_and_gradient_of_each_node_and_an_arrow_for_each_edge():
    svg = figures.graph(NODES, EDGES, alt="a graph").svg
    assert words(svg) == (
        ["a", "2", "grad −24", "b", "−3", "grad 16", "u = ab", "−6", "grad 8", "b"]  # noqa: RUF001
    )
    assert svg.count("fill: none; stroke:") == len(EDGES)


def test_a_hyphen_before_a_digit_is_drawn_as_a_minus_sign():
    nodes = {"x": {"at": (0, 0), "label": "x-axis"}, "y": {"at": (1, 0), "label": "y = -2x", "value": "1e-3"}}
    assert words(figures.graph(nodes, [("x", "y", "-2")], alt="a graph").svg) == (
        ["x-axis", "y = −2x", "1e−3", "−2"]  # noqa: RUF001
    )


def test_labels_of_a_graph_stay_clear_of_its_boxes():
    picture = figures.graph(NODES, [("a", "u", "b = −3"), ("b", "u", "a = 2")], alt="a graph")  # noqa: RUF001
    page = BeautifulSoup(picture.svg, "html.parser")
    boxes = [[float(box[key]) for key in ("x", "y", "width", "height")] for box in page.find_all("rect")]
    labels = [text for text in page.find_all("text") if "font-size: 14px" in text["style"]]
    assert len(labels) == 2
    for label in labels:
        x, y = float(label["x"]), float(label["y"])
        assert not any(
            left <= x <= left + width and top <= y <= top + height for left, top, width, height in boxes
        )


def test_an_edge_to_an_unknown_node_is_an_error_that_names_it():
    with pytest.raises(ValueError, match=r"edge \('a', 'v'\): no node is called 'v'"):
        figures.graph(NODES, [("a", "v")], alt="a graph")


def test_a_figure_without_a_description_is_an_error():
    with pytest.raises(ValueError, match="figure without a description"):
        figures.plot(curve)


def test_in_the_page_a_figure_is_one_described_image_in_the_colour_of_the_text():
    drawing = BeautifulSoup(figures.plot(curve, alt='a "steep" curve').html, "html.parser").svg
    assert (drawing["role"], drawing["aria-label"]) == ("img", 'a "steep" curve')
    assert "currentColor" in str(drawing)
    assert not re.search(r"#000000|black", str(drawing))
    assert "var(--figure-blue, #1f6fb4)" in str(drawing)


def test_on_its_own_a_figure_is_black_and_needs_no_style_sheet():
    for picture in (figures.plot(curve, alt="a curve"), figures.graph(NODES, EDGES, alt="a graph")):
        document = ElementTree.fromstring(picture.svg)
        assert (document.tag, document.get("aria-label")) == ("{http://www.w3.org/2000/svg}svg", picture.alt)
        assert "#000000" in picture.svg
        assert not re.search(r"currentColor|var\(", picture.svg)


def test_names_inside_two_figures_of_a_page_never_clash():
    pictures = [figures.plot(curve, alt="one"), figures.plot(lambda ax: ax.plot([1, 0]), alt="two")]
    names = [set(re.findall(r' id="([^"]+)"', picture.html)) for picture in pictures]
    assert all(names)
    assert names[0].isdisjoint(names[1])
    for picture, own in zip(pictures, names, strict=True):
        used = set(re.findall(r'url\(#([^)]+)\)|href="#([^"]+)"', picture.html))
        assert {first or second for first, second in used} == own


def test_words_of_a_plot_stay_words_in_the_font_of_the_page():
    html = figures.plot(curve, alt="a curve").html
    assert "square" in BeautifulSoup(html, "html.parser").get_text()
    assert "DejaVu" not in html
