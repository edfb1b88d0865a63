"""Rules compared: the sentences, and the differences game by game."""

import math
import statistics
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.full_game.support import rule_sets
from tests.support import examples, refusal
from wargraph import Given, ParameterError, RuleSet, compare, deal, play_full_game, simulate
from wargraph.core.endings import Ending
from wargraph.full_game import simulate as module
from wargraph.full_game.comparison import PairedDifference


def test_no_rules_and_the_same_twice_are_refused():
    assert "no rules to compare" in refusal(ParameterError, compare, [])
    assert "rules bryer are named twice" in refusal(ParameterError, compare, ["bryer", "kids", "bryer"])


def test_rules_files_are_compared_by_their_names(tmp_path):
    (tmp_path / "other").mkdir()
    mine, ours = (RuleSet.preset("bryer").save(tmp_path / name) for name in ("mine.toml", "ours.toml"))
    assert "rules mine and ours say the same" in refusal(ParameterError, compare, [mine, ours])
    assert "rules bryer and mine say the same" in refusal(ParameterError, compare, ["bryer", mine])
    other = RuleSet.preset("kids").save(tmp_path / "other" / "mine.toml")
    assert "two rules files are called mine" in refusal(ParameterError, compare, [mine, other])
    found = compare([mine, "kids"], 30)
    text = str(found.document())
    assert [row["rules"] for row in found.document().tables["summary"].rows] == ["mine", "kids"]
    assert text.count("bryer") == 2  # what the rules say, and how to see a game
    assert "mine: bryer." in found.plot().get_supxlabel()


def test_ambiguous_cards_of_two_decks_are_refused():
    decks = ["kids", "kids,deck=8x4"]
    assert "decks 13x4 and 8x4 call different ranks so" in refusal(ParameterError, compare, decks, 5, given="1: 8")
    shuffled = [f"{each},winnings=shuffled" for each in decks]
    assert "given '8,9,9|10,7,7'" in refusal(ParameterError, compare, shuffled, 5, deal="8,9,9|10,7,7")
    by_rank = compare(decks, 5, given="1: rank:8")
    assert [each.condition.given for each in by_rank.simulations] == [(Given(1, (8,)),)] * 2
    found = compare(["kids,deck=13x4+2", "kids,deck=8x4+2"], 5, given="1: joker")
    assert [each.condition.given[0].cards for each in found.simulations] == [(14,), (9,)]


def test_all_differences_must_be_more_than_chance():
    """An interval of one difference alone leaves out 0, and that of one among forty does not."""
    alone = PairedDifference(RuleSet.parse("kids"), RuleSet.parse("bryer"), 1000, 2.2, 1.0)
    assert alone.shows_shorter(alone.second)
    assert not alone.shows_shorter(alone.second, 40)
    assert not alone.shows_shorter(alone.first)


CAP = 200


def test_the_simulations_are_those_of_each_rules_alone(monkeypatch):
    rules = ["bryer", "drew-stack", "kids"]
    found = compare(rules, 60, seed=4)
    monkeypatch.setattr(module, "_UNIT", 30)
    assert compare(rules, 60, seed=4) == found
    assert found.simulations == tuple(simulate(each, 60, seed=4) for each in rules)
    assert [(row["rules"], row["other"]) for row in found.rows()] == [*combinations(rules, 2)]


@pytest.mark.long
@examples(15)
@given(rule_sets(most_cards=30), rule_sets(most_cards=30), st.integers(0, 2**64 - 1))
def test_the_differences_are_those_of_the_plain_games(first, second, seed):
    if first == second:
        return
    (found,) = compare([first, second], 20, seed, CAP).differences
    plain = [[play_full_game(rules, seed=seed, game=game, cap=CAP) for game in range(20)] for rules in (first, second)]
    both = [
        one.turns - other.turns
        for one, other in zip(*plain, strict=True)
        if {one.ending, other.ending} <= {Ending.WON, Ending.TIED}
    ]
    assert found.games == len(both)
    if len(both) > 1:
        assert found.value == pytest.approx(statistics.fmean(both))
        assert found.error == pytest.approx(statistics.stdev(both) / math.sqrt(len(both)), abs=1e-9)


@pytest.mark.parametrize("other", ["drew-shuffle", "bryer", "kids,deck=13x4+2", "kids,players=3"])
def test_rules_with_other_deals_say_so(other):
    """Game by game: the hands of the same seed and number, by both."""
    (row,) = compare(["kids", other], games=20).rows()
    is_same = all(deal("kids", game=game) == deal(other, game=game) for game in range(5))
    assert row["deals"] == ("the same" if is_same else "different")
    assert is_same == (other == "drew-shuffle")


def test_a_rule_without_effect_is_named():
    """With two players only the two who tie can fight."""
    found = str(compare(["kids,deck=4x4", "kids,deck=4x4,fighters=tied"], games=50))
    assert "each of these games takes the same number of turns" in " ".join(found.split())
