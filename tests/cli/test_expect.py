"""The command expect: the numbers of the library, told to people and to programs."""

from fractions import Fraction

import pytest

from tests.cli.running import csv_rows, json_rows
from wargraph import expectation, length_distribution, winning_chances


def test_the_answer_comes_first(call):
    assert call("expect", 5, "--exact").printed() == (
        "Games of 5 cards with a fair coin from any deals have a mean length, in turns, of 10/3 = 3.33333; from the "
        "worst start, 135|24, it is 12.\n"
        "\n"
        "  n  deals    p    mean    worst    worst_position\n"
        "---  -------  ---  ------  -------  ----------------\n"
        "  5  any      1/2  10/3    12       135|24\n"
    )


def test_a_row_for_each_deck_and_kind_of_deals(call):
    rows = json_rows(call("expect", "1..6", "--deals", "both", "--p", "1/3", "--format", "json").printed())
    assert rows == [
        row for n in range(1, 7) for deals in ("any", "even") for row in expectation(n, deals, "1/3").rows()
    ]
    for row in csv_rows(call("expect", "1..3", "--format", "csv").printed()):
        assert float(row["mean_low"]) <= int(row["n"]) * (int(row["n"]) - 1) / 6 <= float(row["mean_high"])


def test_fractions(call):
    (row,) = csv_rows(call("expect", 6, "--exact", "--p", "0.3", "--format", "csv").printed())
    assert Fraction(row["mean_exact"]) == expectation(6, p="3/10", exact=True).mean.low
    assert float(row["mean"]) == pytest.approx(4.992921622)


def test_a_width_is_kept(call):
    (row,) = csv_rows(call("expect", 6, "--width", "1e-10", "--format", "csv").printed())
    assert 0 < float(row["worst_high"]) - float(row["worst_low"]) < 1e-10 * float(row["worst"])


def test_of_a_relation_also_who_wins(call):
    arguments = ["expect", "--matrix", "rock-paper-scissors", "--deals", "even", "--format", "json"]
    assert json_rows(call(*arguments).printed()) == expectation("rock-paper-scissors", "even").rows()
    expected = winning_chances("rock-paper-scissors", "even").rows()
    assert json_rows(call(*arguments, "--table", "winners").printed()) == expected


def test_a_game_that_may_never_end_has_no_finite_mean(call):
    told = call("expect", "--matrix", "0010/0000/1111/0001", "--literal", "--exact").printed()
    assert told.startswith(
        "From 40 of 120 starts games of 4 cards with a fair coin from any deals may never end: their expected length "
        "is infinite. From the others they have a mean length, in turns, of 1/2 = 0.5;"
    )
    assert "19/60" in told


def test_the_distribution(call):
    arguments = ["expect", 4, "--distribution", 6, "--p", "1/4", "--format", "json", "--table", "distribution"]
    assert json_rows(call(*arguments).printed()) == length_distribution(4, 6, p="1/4").rows()
    assert "How likely a game lasts so many turns" in call("expect", 4, "--distribution", 6).printed()


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["expect", "4", "--p", "1"], "above 0 and below 1"),
        (["expect", "4", "--exact", "--width", "0.1"], "leave --width or --exact out"),
        (["expect", "7", "--exact"], "unknowns"),
        (["expect", "4", "--width", "2"], "below 1"),
        (["expect", "4", "--distribution", "-1"], "depth"),
        (["expect", "4", "--hours", "0"], "above 0"),
        (["expect", "14"], "cards"),
        (["expect", "4", "--table", "winers"], "winners"),
        (["expect", "5", "--table", "winners"], "--matrix"),
        (["expect", "5", "--table", "distribution"], "--distribution DEPTH"),
        (["expect", "5..11", "--exact"], "90,720,000 unknowns"),
        (["expect", "3", "--p", "1e-20"], "floating point proves nothing on 3 cards"),
        (["expect", "3", "--p", "1e-5000", "--exact"], "more than 1,000 digits"),
        (["expect", "5", "--p", "1e-99999999"], "more than 1,000 digits"),
        (["expect"], "RANGE is missing"),
    ],
)
def test_refusals(call, arguments, part):
    assert part in call(*arguments).refusal()


def test_fractions_of_many_digits_are_shortened_for_people_and_whole_for_programs(call):
    arguments = ["expect", 3, "--p", "1e-400", "--exact"]
    told = call(*arguments).printed()
    assert "probability about 1e-400 from any deals" in told
    assert "it is about 1e+400." in told
    (row,) = csv_rows(call(*arguments, "--format", "csv").printed())
    expected = expectation(3, p=Fraction(1, 10**400), exact=True)
    assert Fraction(row["worst_exact"]) == expected.worst.low
    assert row["worst"] == ""
