"""Comparisons: the same games as simulations play, and differences game by game."""

import csv
import math
import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.full_game.support import rule_sets
from tests.support import examples, refusal
from wargraph import ParameterError, RuleSet, compare, deal, play_full_game, simulate
from wargraph.core.endings import Ending
from wargraph.export.records import record_file
from wargraph.full_game import simulate as module

CAP = 200


def test_the_simulations_are_those_of_each_rules_alone(monkeypatch):
    monkeypatch.setattr(module, "_PIECE", 30)
    rules = ["bryer", "drew-stack", "kids"]
    found = compare(rules, 100, seed=4)
    for each, alone in zip(found.simulations, (simulate(one, 100, seed=4) for one in rules), strict=True):
        assert each.rows() == alone.rows()
        assert each.war_rows() == alone.war_rows()
    assert [(row["rules"], row["other"]) for row in found.rows()] == [
        ("bryer", "drew-stack"),
        ("bryer", "kids"),
        ("drew-stack", "kids"),
    ]


@pytest.mark.long
@examples(30)
@given(rule_sets(most_cards=30), rule_sets(most_cards=30), st.integers(0, 2**64 - 1))
def test_the_differences_are_those_of_the_plain_games(first, second, seed):
    if first == second:
        return
    (found,) = compare([first, second], 30, seed, CAP).differences
    plain = [[play_full_game(rules, seed=seed, game=game, cap=CAP) for game in range(30)] for rules in (first, second)]
    both = [
        one.turns - other.turns
        for one, other in zip(*plain, strict=True)
        if {one.ending, other.ending} <= {Ending.WON, Ending.TIED}
    ]
    assert found.games == len(both)
    if len(both) > 1:
        assert found.value == pytest.approx(statistics.fmean(both))
        assert found.error == pytest.approx(statistics.stdev(both) / math.sqrt(len(both)), abs=1e-9)


def test_deals_that_are_shared_make_a_difference_sharper():
    """Rules that differ in what rarely happens play nearly the same games."""
    found = compare(["drew-stack", "drew-stack,war=each"], 300, seed=2)
    apart = math.hypot(*(each.mean_error for each in found.simulations))
    assert found.differences[0].error < apart / 1.5


def test_records_of_several_rules_stand_in_blocks(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "_PIECE", 5)
    with record_file(tmp_path / "games.csv") as sink_for:
        rules = [RuleSet.preset("bryer"), RuleSet.preset("kids")]
        compare(rules, 8, seed=1, sink=sink_for(*rules))
    with (tmp_path / "games.csv").open(newline="") as file:
        games = [(row["rules"], int(row["game"])) for row in csv.DictReader(file)]
    blocks = [[(str(each), game) for game in block] for block in (range(5), range(5, 8)) for each in rules]
    assert games == [game for block in blocks for game in block]


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ([], "no rules to compare: name some, such as"),
        (["bryer", "kids", "bryer"], "rules bryer are named twice"),
        (None, "rules None are none to compare: give a list, such as"),
        (5, "rules 5 are none to compare: give a list, such as"),
    ],
)
def test_what_cannot_be_compared_is_refused(rules, message):
    assert message in refusal(ParameterError, compare, rules)


@pytest.mark.parametrize(
    ("other", "deals"),
    [
        ("drew-shuffle", "the same"),
        ("bryer", "different"),
        ("kids,deck=13x4+2", "different"),
        ("kids,players=3", "different"),
    ],
)
def test_rules_that_do_not_share_their_deals_say_so(other, deals):
    """Game by game: the hands of the same seed and number, by both."""
    (row,) = compare(["kids", other], games=20).rows()
    assert row["deals"] == deals
    assert all(deal("kids", game=game) == deal(other, game=game) for game in range(5)) == (deals == "the same")
