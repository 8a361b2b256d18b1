"""LaTeX to MathML: what the book's formulas become, and what a wrong one says."""

# ruff: noqa: RUF001  (primes and mathematical letters are what the tests are about)

import pytest
from press.mathml import MathsError, render


def test_a_prime_stands_at_full_size_because_the_font_has_raised_it():
    assert render("f'(x)", block=False) == (
        '<math><mrow><mi>f</mi><mo>′</mo></mrow><mo stretchy="false">(</mo><mi>x</mi>'
        '<mo stretchy="false">)</mo></math>'
    )


def test_a_primed_power_keeps_its_exponent():
    assert render("f'^2", block=False) == (
        "<math><msup><mrow><mi>f</mi><mo>′</mo></mrow><mrow><mn>2</mn></mrow></msup></math>"
    )


def test_a_primed_subscript_keeps_its_subscript():
    assert render("f_i'", block=False) == (
        "<math><mrow><msub><mi>f</mi><mi>i</mi></msub><mo>′</mo></mrow></math>"
    )


def test_a_power_without_a_prime_is_left_alone():
    assert render("x^2", block=False) == "<math><msup><mi>x</mi><mn>2</mn></msup></math>"


def test_a_bar_stands_over_a_bold_capital():
    assert render(r"\bar{\mathbf{X}}", block=False) == (
        '<math><mover accent="true"><mi>𝐗</mi><mo stretchy="false">¯</mo></mover></math>'
    )


def test_an_overline_stretches_over_its_own_letters():
    assert render(r"\overline{ab}", block=False) == (
        '<math><mover accent="true"><mrow><mi>a</mi><mi>b</mi></mrow>'
        '<mo stretchy="true">‾</mo></mover></math>'
    )


def test_the_bar_of_a_root_stands_as_high_over_a_low_letter_as_over_a_digit():
    strut = '<mspace height="0.7em" />'
    assert render(r"\sqrt{x}", block=False) == f"<math><msqrt>{strut}<mi>x</mi></msqrt></math>"
    assert render(r"\sqrt[3]{x}", block=False) == (
        f"<math><mroot><mrow>{strut}<mi>x</mi></mrow><mn>3</mn></mroot></math>"
    )


def test_an_elementwise_product_is_not_drawn_large():
    assert '<mo lspace="0" rspace="0" largeop="false">⊙</mo>' in render(r"\odot", block=True)


def test_function_application_is_a_character_not_an_html_entity():
    assert "\N{FUNCTION APPLICATION}" in render(r"\tanh x", block=False)
    assert "&" not in render(r"\tanh x", block=False)


def test_a_less_than_sign_stays_escaped():
    assert render("a < b", block=False) == "<math><mi>a</mi><mo>&lt;</mo><mi>b</mi></math>"


def test_aligned_lines_become_rows_of_a_table():
    mathml = render(r"\begin{aligned} a &= b \\ c &= d \end{aligned}", block=True)
    assert mathml.startswith('<math display="block"><mtable')
    assert mathml.count("<mtr>") == 2


def test_numbering_environments_leave_the_number_to_sphinx():
    assert render(r"\begin{align} a &= b \end{align}", block=True) == render(
        r"\begin{align*} a &= b \end{align*}", block=True
    )


def test_macros_of_the_configuration_are_known():
    assert render(r"\R", block=False, macros=(("R", r"\mathbb{R}"),)) == "<math><mi>ℝ</mi></math>"


def test_an_unknown_command_is_named_with_what_stands_before_it():
    with pytest.raises(MathsError) as error:
        render(r"x + \nosuch", block=False)
    assert str(error.value) == "Unknown command \"\\nosuch\". It stands after 'x +'."


def test_a_character_that_the_font_lacks_is_named():
    with pytest.raises(MathsError) as error:
        render(r"\iiint", block=False)
    assert str(error.value) == (
        "The maths font lacks ∭ (U+222D). Write the formula without it, or add it as "
        "press/theme/static/fonts/README.md says."
    )
