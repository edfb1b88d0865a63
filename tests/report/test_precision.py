"""Numbers with an error: floats for programs, rounded for people."""

import json
import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wargraph.report.precision import Bounds, FractionText, Measured, without_bounds
from wargraph.report.tables import csv_table, text_table


@pytest.mark.parametrize(
    ("value", "error", "told"),
    [
        (0.1198, 0.0010, "0.120"),
        (274.538, 6.876, "275"),
        (1072.4, 54, "1,070"),
        (0.0, 0.004, "0.000"),
        (-106.2, 14.9, "-110"),
        (3.64e-6, 1.5e-6, "0.000004"),
        (5, 1, "5"),
    ],
)
def test_people_read_down_to_the_first_digit_of_the_error(value, error, told):
    assert Measured(value, error).display == told


@given(st.floats(-1e9, 1e9), st.floats(1e-9, 1e9))
def test_what_is_told_differs_by_less_than_the_error(value, error):
    measured = Measured(value, error)
    assert measured == value
    assert abs(float(measured.display.replace(",", "")) - value) <= error * (0.5 + 1e-6)
    assert json.loads(json.dumps(measured)) == value


def test_tables_for_programs_have_all_digits():
    rows = [{"share": Measured(0.119812, 0.001)}]
    assert csv_table(rows) == "share\n0.119812\n"
    assert text_table(rows).split()[-1] == "0.120"
    assert math.isclose(rows[0]["share"] * 2, 0.239624)


@given(st.fractions(), st.fractions())
def test_bounds_are_rounded_outwards(one, other):
    low, high = sorted((one, other))
    bounds = Bounds.between(low, high)
    assert bounds.low <= low <= high <= bounds.high
    assert low - Fraction(bounds.low) <= abs(low) * Fraction(1, 2**51)
    assert Fraction(bounds.high) - high <= abs(high) * Fraction(1, 2**51)
    assert not bounds.is_exact


def test_what_people_see_of_bounds():
    rows = [{"n": 5} | Bounds(1.9999, 2.0001).columns("mean") | Bounds.exactly(Fraction(7, 2)).columns("worst")]
    assert list(rows[0]) == ["n", "mean", "mean_low", "mean_high", "worst", "worst_exact"]
    (seen,) = without_bounds(rows)
    assert list(seen) == ["n", "mean", "worst"]
    assert (seen["mean"].display, seen["worst"]) == ("2.0000", "7/2")
    assert Bounds(math.inf, math.inf).display == "inf"
    assert Bounds(0.5, 0.5).display == "0.5"


def test_a_fraction_of_more_digits_than_python_writes_is_told():
    text = FractionText(Fraction(2, 3**9100))
    assert text.startswith("2/")
    assert text.endswith(str(3**9100 % 10**9).zfill(9))
    assert len(text) == 4344
    assert text_table([{"chance": text}]).split()[-2:] == ["about", text.display.split()[1]]
    assert Bounds.exactly(Fraction(10**400)).columns("mean")["mean"] is None
