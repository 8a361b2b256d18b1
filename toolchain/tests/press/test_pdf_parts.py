"""What the PDF is made of: markup, formulas and code in Typst."""

# ruff: noqa: RUF001  (mathematical signs are what the tests are about)

from pathlib import Path

import pytest
from docutils import nodes
from docutils.utils import new_document
from press.mathml import MathsError
from press.pdf import translator as translator_module
from press.pdf.anchors import Place
from press.pdf.maths import formula
from press.pdf.translator import Translator
from press.pdf.typst import UnknownLanguageError, call, rows_of, string, text


def test_every_sign_in_text_is_escaped_and_white_space_is_one_space():
    assert text("1. a_b #x\n  – ‘é’") == r"1\. a\_b \#x – ‘é’"


def test_a_string_keeps_quotes_backslashes_and_line_ends():
    assert string('a"b\\n\n\t') == r'"a\"b\\n\n\t"'


def test_a_call_ends_before_the_text_after_it():
    assert call("emph", "[x]") + "(y)." == "#emph([x]);(y)."


@pytest.mark.parametrize(
    ("tex", "typst"),
    [
        ("x^2", "attach(x, tr: 2)"),
        (r"\bar{\mathbf{X}} \odot Y", r"accent(𝐗, macron) \⊙ Y"),
        ("f'(x)", r"attach(f, tr: ′) \( x \)"),
        ("f''^2", "attach(f, tr: ″ 2)"),
        ("-x - y", r'class("normal", \−) x \− y'),
        (r"|x|", r'class("normal", \|) x class("normal", \|)'),
        (r"\lvert x \rvert", r'class("opening", \|) x class("closing", \|)'),
        (r"\tfrac{1}{2}", "inline(frac(1, 2))"),
        (r"\sqrt[3]{x}", "root(3, x)"),
        (r"\text{if } x", '"if\N{NO-BREAK SPACE}"x'),
        (r"\max_i x", 'attach(op("max"), br: i) x'),
        (r"a\,b", "a #h(0.16666667em); b"),
        (r"\overline{ab}", "overline(a b)"),
        (r"1.5", '"1.5"'),
    ],
)
def test_an_inline_formula_in_typst(tex, typst):
    assert formula(tex, block=False) == typst


@pytest.mark.parametrize(
    ("tex", "typst"),
    [
        (r"\sum_{i=1}^n x_i", r'attach(\∑, b: i class("normal", \=) 1, t: n) attach(x, br: i)'),
        (r"\max_i x", 'attach(limits(op("max")), b: i) x'),
        (r"\begin{aligned} a &= b \\ c &= d \end{aligned}", "a & \\= b \\\nc & \\= d"),
        (r"\begin{align} a &= b \\ c &= d \end{align}", "a & \\= b \\\nc & \\= d"),
        (
            r"\begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}",
            r"lr(\[ mat(delim: #none, align: #center, column-gap: #0.9em, row-gap: #0.4em, 1, 2; 3, 4) \])",
        ),
        (r"\left( \frac{a}{b} \right)", r"lr(\( frac(a, b) \))"),
        (r"\underbrace{a}_{n}", "underbrace(a, n)"),
    ],
)
def test_a_displayed_formula_in_typst(tex, typst):
    assert formula(tex, block=True) == typst


def test_a_formula_that_is_not_understood_is_an_error_as_for_the_pages():
    with pytest.raises(MathsError, match=r'Unknown command "\\nosuch"'):
        formula(r"\nosuch", block=False)


def test_maths_that_only_the_pages_can_show_is_an_error_that_says_where_to_add_it():
    with pytest.raises(MathsError, match=r"no form for <menclose>\. Add one to press/pdf/maths\.py"):
        formula(r"\cancel{x}", block=False)


@pytest.mark.parametrize(
    ("language", "source"),
    [
        ("python", 'def f(x):\n\n    return "a b"  # why\n'),
        ("pycon", ">>> for i in x:\n...     print(i)\n1\n\n2"),
        ("console", "$ make test\n$ make book"),
        ("console", "$ python x.py\nstep  0\n\n  done"),
        ("text", "  any\tthing  "),
        ("ipython3", "%time x = 1"),
    ],
)
def test_coloured_rows_hold_every_character_of_the_code(language, source):
    rows = ["".join(part for _, part in row) for row in rows_of(source, language)]
    assert rows == source.split("\n") if not source.endswith("\n") else source.split("\n")[:-1]


def test_rows_of_code_name_the_kind_of_each_part():
    assert rows_of(">>> x = 1  # one\n1", "pycon") == [
        [("prompt", ">>> "), ("", "x = "), ("number", "1  "), ("comment", "# one")],
        [("", "1")],
    ]


def test_a_language_without_colours_is_an_error_that_names_it():
    with pytest.raises(UnknownLanguageError, match="'nosuch'"):
        rows_of("x", "nosuch")


class NoAnchors:
    """A document in which nothing has a name."""

    def of(self, document, node):
        return None

    def find(self, document, reference):
        return None


@pytest.fixture
def warnings(monkeypatch):
    found = []

    class Log:
        def warning(self, pattern, message, location, **kind):
            found.append((message, location.line))

    monkeypatch.setattr(translator_module, "LOG", Log())
    return found


def rendered(node):
    document = new_document("chapter.md")
    document += node
    return Translator("chapter", document, NoAnchors(), Path).render(document)


def test_a_node_that_the_pdf_cannot_show_is_a_warning_at_its_line(warnings):
    paragraph = nodes.paragraph("", "")
    paragraph.line = 7
    paragraph += nodes.Text("before ")
    paragraph += nodes.problematic("", "x")
    assert rendered(paragraph) == "\n\nbefore \n\n"
    assert warnings == [("the PDF has no form for <problematic>. Add `render_problematic` to press/pdf.", 7)]


def test_a_formula_that_the_pdf_cannot_show_is_a_warning_at_its_line(warnings):
    paragraph = nodes.paragraph("", "")
    paragraph.line = 9
    paragraph += nodes.math("", r"\nosuch")
    assert rendered(paragraph) == '\n\n#raw("\\\\nosuch");\n\n'
    assert warnings == [('maths: Unknown command "\\nosuch".', 9)]


def test_a_link_to_nothing_is_a_warning_that_names_what_is_missing(warnings):
    paragraph = nodes.paragraph("", "")
    paragraph.line = 3
    paragraph += nodes.reference("", "there", refid="gone")
    assert rendered(paragraph) == "\n\nthere\n\n"
    assert warnings == [("nothing in the book to link to: gone", 3)]


@pytest.mark.parametrize(
    ("words", "number", "shown"),
    [
        ("Edges", "6.2", "Edges (6.2)"),
        ("see there", "6.2", "see there"),
        ("Edges", "", "Edges (p. N)"),
        ("see there", "", "see there (p. N)"),
    ],
)
def test_a_link_says_the_number_of_its_section_and_where_there_is_none_the_page(words, number, shown):
    class Found(NoAnchors):
        def find(self, document, reference):
            return Place("chapter#edges", "Edges", number)

    paragraph = nodes.paragraph("", "", nodes.reference("", words, refid="edges"))
    markup = Translator("chapter", new_document("chapter.md"), Found(), Path).render(paragraph).strip()
    link = f'#link(label("chapter#edges"))[{words}];'
    page = '#page-of(label("chapter#edges"));'
    assert markup.replace(page, "N").replace(link, words) == shown


@pytest.mark.parametrize(
    ("words", "follower", "stays"),
    [
        ("As follows:", nodes.literal_block("x", "x", language="text"), True),
        ("and so", nodes.math_block("", "x"), True),
        ("It holds.", nodes.literal_block("x", "x", language="text"), False),
        ("(It holds.)", nodes.literal_block("x", "x", language="text"), False),
        ("As follows:", nodes.paragraph("", "More."), False),
    ],
)
def test_a_paragraph_stays_with_what_it_announces(words, follower, stays):
    document = new_document("chapter.md")
    paragraph = nodes.paragraph("", words)
    document += [paragraph, follower]
    markup = Translator("chapter", document, NoAnchors(), Path).render(paragraph)
    assert ("#announcement(" in markup) is stays
