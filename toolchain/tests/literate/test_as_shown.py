"""A computed number is compared at the precision at which the text shows it."""

import numpy
import pytest

from literate.run.as_shown import as_shown


@pytest.mark.parametrize(
    ("shown", "value"),
    [
        ("39", 39),
        ("39", 39.0),
        ("\u22126", -6),
        ("-6", -6),
        ("20,000", 20000),
        ("1,234.50", 1234.5),
        ("0.65", 0.6499999999),
        ("2.0e-8", 2.04e-8),
        ("2.0e\u22128", 2.04e-8),
        ("2e3", 2000.0),
        ("2.0e+08", 2e8),
        ("0.00", 0.001),
        ("0", -0.0),
        ("0.00", -1e-10),
        ("-0.0", -0.0),
        ("+1", 1),
        ("1099511627776", 2**40),
        ("inf", float("inf")),
        ("(2, 3)", (2, 3)),
        ("Value", "Value"),
        ("True", True),
        # What lies exactly between two numbers goes to the even one.
        ("12", 12.5),
        ("14", 13.5),
        ("0.12", 0.125),
        ("0.38", 0.375),
        ("1.2e1", 12.5),
    ],
)
def test_a_number_that_is_right_is_written_as_shown(shown, value):
    assert as_shown(value, shown) == shown


@pytest.mark.parametrize(
    ("shown", "value", "right"),
    [
        ("40", 39, "39"),
        ("6", -6, "-6"),
        ("\u22125", -6, "\u22126"),
        ("20,001", 20000, "20,000"),
        ("20000", 20001, "20001"),
        ("0.66", 0.6499999999, "0.65"),
        ("2.1e-8", 2.04e-8, "2.0e-8"),
        ("2.0e-7", 2.04e-8, "2.0e-8"),
        ("1", True, "True"),
        ("1", numpy.True_, "True"),
        ("nan", 1.0, "1.0"),
        ("39", "39.4", "39.4"),
        ("(2, 4)", (2, 3), "(2, 3)"),
        ("2.0", 10**400, str(10**400)),
    ],
)
def test_a_wrong_number_is_told_in_the_form_shown(shown, value, right):
    assert as_shown(value, shown) == right


@pytest.mark.parametrize("shown", ["3.14159", "2.72e-5", "12,345", "\u22120.5"])
def test_every_digit_counts(shown):
    value = float(shown.replace(",", "").replace("\u2212", "-"))
    assert as_shown(value, shown) == shown
    for position, digit in enumerate(shown):
        if digit.isdigit():
            other = shown[:position] + str((int(digit) + 1) % 10) + shown[position + 1 :]
            assert as_shown(value, other) != other
