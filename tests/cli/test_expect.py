"""The command expect: the numbers of the library, told to people and to programs."""

from fractions import Fraction

import pytest

from tests.cli.running import csv_rows, json_rows
from wargraph import expect, length_distribution, winning_chances


def test_a_row_for_each_deck_and_kind_of_deals(call):
    rows = json_rows(call("expect", "1..6", "--deals", "both", "--p", "1/3", "--format", "json").printed())
    assert rows == [row for n in range(1, 7) for deals in ("any", "even") for row in expect(n, deals, "1/3").rows()]
    for row in csv_rows(call("expect", "1..3", "--format", "csv").printed()):
        assert float(row["mean_low"]) <= int(row["n"]) * (int(row["n"]) - 1) / 6 <= float(row["mean_high"])


def test_fractions(call):
    (row,) = csv_rows(call("expect", 6, "--exact", "--p", "0.3", "--format", "csv").printed())
    assert Fraction(row["mean_exact"]) == expect(6, p="3/10", exact=True).mean.low
    assert float(row["mean"]) == pytest.approx(4.992921622)


def test_a_width_is_kept(call):
    (row,) = csv_rows(call("expect", 6, "--width", "1e-10", "--format", "csv").printed())
    assert 0 < float(row["worst_high"]) - float(row["worst_low"]) < 1e-10 * float(row["worst"])


def test_of_a_relation_also_who_wins(call):
    arguments = ["expect", "--matrix", "rock-paper-scissors", "--deals", "even", "--format", "json"]
    assert json_rows(call(*arguments).printed()) == expect("rock-paper-scissors", "even").rows()
    expected = winning_chances("rock-paper-scissors", "even").rows()
    assert json_rows(call(*arguments, "--table", "winners").printed()) == expected


def test_the_distribution(call):
    arguments = ["expect", 4, "--distribution", 6, "--p", "1/4", "--format", "json", "--table", "distribution"]
    assert json_rows(call(*arguments).printed()) == length_distribution(4, 6, p="1/4").rows()
    assert "How likely a game lasts so many turns" in call("expect", 4, "--distribution", 6).printed()


def test_fractions_of_many_digits_are_shortened_for_people_and_whole_for_programs(call):
    arguments = ["expect", 3, "--p", "1e-400", "--exact"]
    told = call(*arguments).printed()
    assert "probability about 1e-400 from any deals" in told
    assert "it is about 1e+400." in told
    (row,) = csv_rows(call(*arguments, "--format", "csv").printed())
    expected = expect(3, p=Fraction(1, 10**400), exact=True)
    assert Fraction(row["worst_exact"]) == expected.worst.low
    assert row["worst"] == ""
