import pytest

from literate import numerals


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It falls from 0.137 to \u22126 in 20,000 steps.", ["0.137", "\u22126", "20,000"]),
        ("A value of 2.0e-8, or +3.", ["2.0e-8", "+3"]),
        ("Section 3, chapter 5 and Python 3.11 are names; step 500 is none.", ["500"]),
        ("float64, x2, 3D, 2-D, 1.2.3 and and/or 4/5 are no numerals", []),
        ("(24), 39; 1\u20132: 7.", ["24", "39", "1", "2", "7"]),
        ("a well-known 8-bit number", ["8"]),
    ],
)
def test_numerals_in_prose_are_numbers_in_digits_that_name_nothing(text, found):
    assert list(numerals.in_prose(text)) == found


@pytest.mark.parametrize(
    ("formula", "found"),
    [
        (r"\bar s = 2 s = 8", ["8"]),
        (r"x^2 + 3x_1 + 2(x + 1)", []),
        (r"f(2) \approx 0.137", ["0.137"]),
        (r"2 \cdot 3 \cdot 2 + 1 = 13", ["13"]),
        (r"h = 10^{-6}", ["10^{-6}"]),
        (r"n = 20{,}000", ["20000"]),
        (r"2^{40} > 1 \times 10^{12}", ["2^{40}", r"1 \times 10^{12}"]),
        (r"\begin{pmatrix} 1 & -2 \\ a & 4 \end{pmatrix}", ["1", "-2", "4"]),
        (r"\text{for } 0 \le x", ["0"]),
        (r"\tfrac12 = \frac{1}{2}", [r"\tfrac12", r"\frac{1}{2}"]),
        ("0^{-1} = 3", ["3"]),
    ],
)
def test_numerals_in_a_formula_are_the_values_that_stand_alone(formula, found):
    assert [term.lstrip("0 ") or term for term in numerals.in_formula(formula)] == [
        term.lstrip("0 ") or term for term in found
    ]


def test_values_are_sizes():
    written = ["\u22126", "20,000", "2.0e-8", "10^{-6}", r"3 \times 10^2", r"\frac12", "2^3", "x", "1.2.3"]
    assert [numerals.value(text) for text in written] == [6, 20000, 2e-8, 1e-6, 300, 0.5, 8, None, None]


def test_code_holds_its_constants_and_their_products_and_powers():
    assert numerals.held("x = -3.0\ny = 2 ** 40 + f(1000 * 1000) / 4\nz = True\nw = 0 ** -1") >= {
        3.0,
        2.0**40,
        1e6,
        4.0,
    }
    assert 1.0 not in numerals.held("z = True")
    assert numerals.held("not python 7") == {7.0}


def test_outputs_print_their_numbers():
    assert numerals.printed("array([1., -2.5]) 1e-06 20,000\n0.35.") == {1.0, 2.5, 1e-6, 20000.0, 0.35}


@pytest.mark.parametrize(
    ("written", "size", "same"),
    [
        ("0.137", 0.13689, True),
        ("0.136", 0.13689, False),
        ("39", 39.0, True),
        ("39", 38.9, False),
        ("2.0e-8", 1.98e-8, True),
        ("2.0e-8", 2.2e-8, False),
        (r"\frac13", 1 / 3, True),
    ],
)
def test_decimals_are_compared_as_far_as_they_are_written(written, size, same):
    assert numerals.same(written, {size}) is same
