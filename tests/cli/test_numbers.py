"""Numbers as people type them."""

import pytest

from tests.support import refusal
from wargraph import ParameterError
from wargraph.cli.options import parse_range, parse_whole
from wargraph.errors import shown


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("7", [7]),
        ("1..4", [1, 2, 3, 4]),
        ("1..3,5", [1, 2, 3, 5]),
        ("5,3", [3, 5]),
        ("2..4,3..5,4", [2, 3, 4, 5]),
        (" 1 .. 3 , 5 ", [1, 2, 3, 5]),
        ("4..4", [4]),
        ("007", [7]),
        ("1..1000", list(range(1, 1001))),
    ],
)
def test_ranges(text, numbers):
    assert list(parse_range(text)) == numbers


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1000", 1000),
        ("1,000", 1000),
        ("12,345,678", 12_345_678),
        ("10_000", 10_000),
        (" 7 ", 7),
        ("1e5", 100_000),
        ("2.5E1", 25),
        ("1e30", 10**30),
        ("1.5e+23", 15 * 10**22),
        ("9007199254740993e0", 9007199254740993),
        ("0", 0),
        ("-7", -7),
    ],
)
def test_whole_numbers(text, number):
    assert parse_whole(text) == number


@pytest.mark.parametrize(
    "text",
    ["", "many", "2.5", "1e-3", "nan", "1e999", "1..2e5", "²", "1,5", "1_5", "1,0000", "1,000_000", ",1", "9" * 5000],
)
def test_what_is_no_whole_number(text):
    assert refusal(ParameterError, parse_whole, text).startswith(
        f"{shown(text)} is not a whole number: write one such as"
    )
