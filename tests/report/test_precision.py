"""Numbers with an error: floats for programs, rounded for people."""

import copy
import json
import math
import pickle
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
def test_people_read_to_the_error_s_first_digit(value, error, told):
    assert Measured(value, error).display == told


@given(st.floats(-1e9, 1e9), st.floats(1e-9, 1e9))
def test_rounded_numbers_differ_by_less_than_the_error(value, error):
    measured = Measured(value, error)
    assert measured == value
    assert abs(float(measured.display.replace(",", "")) - value) <= error * (0.5 + 1e-6)
    assert json.loads(json.dumps(measured)) == value


@given(st.fractions(), st.fractions())
def test_bounds_are_rounded_outwards(one, other):
    low, high = sorted((one, other))
    bounds = Bounds.between(low, high)
    assert bounds.low <= low <= high <= bounds.high
    assert low - Fraction(bounds.low) <= abs(low) * Fraction(1, 2**51)
    assert Fraction(bounds.high) - high <= abs(high) * Fraction(1, 2**51)
    assert not bounds.is_exact


def test_programs_get_all_digits_people_the_known():
    exact = Bounds.exactly(Fraction(7, 2)).columns("worst")
    rows = [{"share": Measured(0.119812, 0.001)} | Bounds(1.9999, 2.0001).columns("mean") | exact]
    assert csv_table(rows).splitlines() == [
        "share,mean,mean_low,mean_high,worst,worst_exact", "0.119812,2.0,1.9999,2.0001,3.5,7/2",
    ]  # fmt: skip
    assert text_table(without_bounds(rows)).split()[-3:] == ["0.120", "2.0000", "7/2"]
    assert (Bounds(math.inf, math.inf).display, Bounds(0.5, 0.5).display) == ("inf", "0.5")


def test_a_very_long_fraction_is_told():
    text = FractionText(Fraction(2, 3**9100))
    assert text.startswith("2/")
    assert text.endswith(str(3**9100 % 10**9).zfill(9))
    assert len(text) == 4344
    assert text_table([{"chance": text}]).split()[-2:] == ["about", text.display.split()[1]]
    assert Bounds.exactly(Fraction(10**400)).columns("mean")["mean"] is None


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))])
def test_a_copy_has_the_error_too(copied):
    found = copied(Measured(0.5, 0.01))
    assert (found, found.error) == (0.5, 0.01)
