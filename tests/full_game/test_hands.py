"""What cards are called, and deals in names: what is printed can be typed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.full_game.support import rule_sets
from tests.support import refusal
from wargraph.errors import PositionError
from wargraph.full_game.game import deal, play_full_game
from wargraph.full_game.hands import card_names, checked_deal, deal_text, hands_text
from wargraph.full_game.rule_set import RuleSet

COURT = RuleSet.parse("kids,deck=13x4+2")


def test_of_thirteen_ranks_the_ace_is_the_highest():
    assert " ".join(card_names(COURT).values()) == "2 3 4 5 6 7 8 9 10 J Q K A joker"
    assert list(card_names(RuleSet(ranks=12))) == [*range(1, 13)]
    assert list(card_names(RuleSet.parse("kids,deck=3x2+1")).values()) == ["1", "2", "3", "joker"]


@given(rule_sets(), st.integers(0, 1000))
def test_every_rank_has_a_name_of_its_own(rules, seed):
    names = card_names(rules)
    assert len(set(names.values())) == len(names) == len(rules.deck)
    hands = deal(rules, seed)
    assert checked_deal(rules, deal_text(rules, hands)) == checked_deal(rules, hands_text(hands)) == hands


@given(st.tuples(*[st.lists(st.integers(1, 14), min_size=1, max_size=2).map(tuple)] * 2))
def test_whatever_is_printed_is_read_as_it_was_meant(dealt):
    rules = RuleSet.parse("rutgers,deck=13x4+4")
    assert checked_deal(rules, deal_text(rules, dealt)) == dealt
    assert checked_deal(rules, deal_text(rules, dealt).lower()) == dealt


def test_a_letter_says_that_a_deal_is_in_names():
    assert checked_deal(COURT, "A,2|3,10") == ((13, 1), (2, 9))
    assert checked_deal(COURT, "13,2|3,10") == ((13, 2), (3, 10))
    assert checked_deal(COURT, " Joker , q |3") == ((14, 11), (2,))
    assert deal_text(COURT, ((2, 1), (3,))) == "2,1|3"


def test_a_round_is_told_in_names():
    game = play_full_game("rutgers", "A,A,2,3,4,K|Q,3,5")
    assert game.rounds[0].display(card_names(game.rules)) == "A Q"
    assert game.rounds[0].table == "13 11"
    assert game.rows(by_name=True)[0]["cards"] == "A Q"
    assert game.rows()[0]["cards"] == "13 11"


@pytest.mark.parametrize("text", ["A,B|2", "A,|2", "A,,K|2", "A;K|2", "A,1|2", "A,11|2", "joker|2", "X"])
def test_what_no_card_is_called_is_refused(text):
    message = refusal(PositionError, checked_deal, RuleSet(), text)
    assert "names a card" in message
    assert "those of these rules are 2 to A; separate cards by commas and hands by bars" in message
