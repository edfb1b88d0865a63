"""The command expect: the numbers of the library, told to people and to programs."""

from fractions import Fraction

from tests.cli.running import csv_rows
from wargraph import expect


def test_the_distribution_stands_in_the_report(call):
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
