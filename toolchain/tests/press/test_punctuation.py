"""Punctuation that touches an inline formula stays with it."""

from types import SimpleNamespace

from docutils import nodes

from press.punctuation import KeepPunctuation


def paragraph_after_transform(*children):
    document = SimpleNamespace(findall=None)
    paragraph = nodes.paragraph("", "", *children)
    document.findall = paragraph.findall
    transform = KeepPunctuation.__new__(KeepPunctuation)
    transform.document = document
    transform.run()
    return [
        [child.astext() for child in node] if isinstance(node, nodes.inline) else node.astext()
        for node in paragraph
    ]


def formula(text="x"):
    return nodes.math("", text)


def test_what_follows_without_a_space_is_held():
    assert paragraph_after_transform(nodes.Text("if "), formula(), nodes.Text("), then")) == (
        ["if ", ["", "x", "),"], " then"]
    )


def test_an_opening_bracket_before_it_is_held():
    assert paragraph_after_transform(nodes.Text("a ("), formula(), nodes.Text(" big)")) == (
        ["a ", ["(", "x", ""], " big)"]
    )


def test_a_formula_between_spaces_is_left_alone():
    assert paragraph_after_transform(nodes.Text("a "), formula(), nodes.Text(" b")) == ["a ", "x", " b"]


def test_two_formulas_with_one_comma_between_them():
    children = [formula("x"), nodes.Text(", "), formula("y"), nodes.Text(".")]
    assert paragraph_after_transform(*children) == [["", "x", ","], " ", ["", "y", "."], ""]


def test_a_formula_alone_in_its_paragraph_is_left_alone():
    assert paragraph_after_transform(formula()) == ["x"]
