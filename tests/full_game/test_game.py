"""The full game in plain Python: dealing, counting, endings, what is refused, and single deals and rounds."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.full_game.support import SEEDS, deck_of, played, rule_sets, rules_and_deals, shuffled_deck
from tests.support import refusal
from wargraph.core.endings import CAP, MOST_ROUNDS, Ending
from wargraph.core.rng import Chance
from wargraph.errors import ParameterError, PositionError, TooLargeError
from wargraph.full_game.game import checked_cap, deal, play_full_game, play_round
from wargraph.full_game.hands import card_names, checked_deal, deal_text, dealt_hands, hands_text
from wargraph.full_game.rule_set import RuleSet
from wargraph.full_game.simulate import simulate

# Dealing, counting, endings


@pytest.mark.parametrize(
    ("dealing", "hands"),
    [
        ("blocks", ((1, 2, 3), (4, 5, 6), (7, 8, 9))),
        ("alternate", ((1, 4, 7), (2, 5, 8), (3, 6, 9))),
        ("alternate-all", ((1, 4, 7, 10), (2, 5, 8), (3, 6, 9))),
    ],
)
def test_how_a_deck_is_dealt(dealing, hands):
    rules = RuleSet(ranks=10, suits=1, players=3, dealing=dealing)
    assert dealt_hands(rules, range(1, 11)) == hands


@given(rule_sets(), SEEDS, st.integers(0, 2**63 - 1))
def test_a_game_has_the_deck_of_its_number(rules, seed, game):
    deck = shuffled_deck(rules, Chance(seed, game))
    assert sorted(deck) == deck_of(rules)
    started = play_full_game(rules, seed=seed, game=game, cap=5)
    assert started.deal == dealt_hands(rules, deck) == deal(rules, seed, game) == deal(str(rules), seed, game)
    assert started == play_full_game(rules, seed=seed, game=game, cap=5)


@given(rules_and_deals())
def test_turns_are_rounds_or_comparisons(case):
    rules, deal = case
    game = play_full_game(replace(rules, counting="rounds"), deal, cap=60)
    assert game.turns == len(game.rounds)
    last = game.ending in (Ending.WON, Ending.TIED)
    assert play_full_game(replace(rules, counting="before-last"), deal, cap=60).turns == len(game.rounds) - last
    comparisons = sum(len(won.compared) for won in game.rounds)
    assert play_full_game(replace(rules, counting="skirmishes"), deal, cap=60).turns == comparisons


TWO_AND_ONE_THREE = ("rutgers,deck=3x1,replacement=loser-first", "2|1,3")


@pytest.mark.parametrize(
    ("rules", "deal", "cap", "rounds", "ending"),
    [
        ("rutgers,face-down=1", "ranks:5,2,9,4|5,8,1,3", 2, ["5 5 (2 8) 9 1 -> player 1", "4 3 -> player 1"],
         (Ending.WON, 1, 2, None, None)),
        ("rutgers,players=3", "ranks:2,5|1,5|3", None, ["2 1 3 -> player 3", "5 5 2 (1) (3) -> nobody"],
         (Ending.TIED, None, 2, None, None)),
        (*TWO_AND_ONE_THREE, 2, ["2 1 -> player 1", "1 3 -> player 2"], (Ending.ENDLESS, None, 2, 0, 2)),
        (*TWO_AND_ONE_THREE, 1, ["2 1 -> player 1"], (Ending.CAPPED, None, 1, None, None)),
    ],
)  # fmt: skip
def test_how_games_end(rules, deal, cap, rounds, ending):
    game = played(rules, deal, cap=cap)
    assert [str(won) for won in game.rounds] == rounds
    assert (game.ending, game.winner, game.turns, game.preperiod, game.cycle_length) == ending
    assert [row["held"] for row in game.rows()] == ["/".join(map(str, map(len, won.hands))) for won in game.rounds]


def test_nothing_is_proved_under_rules_with_chance():
    # The same endless game; the shuffled pile belongs to a third player, who holds nothing.
    rules = RuleSet.parse("rutgers,deck=3x1,players=3,replacement=loser-first,winnings=under/under/shuffled")
    game = play_full_game(rules, "2|1,3|", cap=1000)
    assert (game.ending, len(game.rounds), game.preperiod) == (Ending.CAPPED, 1000, None)
    assert play_full_game(replace(rules, winnings="under"), "2|1,3|", cap=1000).ending is Ending.ENDLESS
    assert checked_cap(rules, None) == CAP == 100_000
    assert checked_cap(RuleSet(), None) == checked_cap(rules, 2**20) == MOST_ROUNDS == 2**20
    assert checked_cap(RuleSet(), 2**24) == 2**24
    assert "from 1 to 1,048,576" in refusal(ParameterError, play_full_game, rules, cap=MOST_ROUNDS + 1)
    assert "from 1 to 16,777,216" in refusal(ParameterError, play_full_game, RuleSet(), cap=2**24 + 1)


@given(rules_and_deals(), SEEDS, st.integers(0, 1000))
def test_one_round_is_the_first_of_a_game(case, seed, game):
    rules, hands = case
    first = play_full_game(rules, hands, seed, game, cap=1).rounds[0]
    for asked in ((rules, hands), (str(rules), f"ranks:{hands_text(hands)}")):
        assert play_round(*asked, seed, game) == first


@given(rules_and_deals(), st.integers(1, 12))
def test_cards_held_every_so_many_rounds(case, every):
    rules, hands = case
    game = play_full_game(rules, hands, cap=30)
    sizes = [tuple(map(len, held)) for held in (game.deal, *(won.hands for won in game.rounds))]
    shown = sorted({*range(0, len(game.rounds), every), len(game.rounds)})
    assert [tuple(row.values()) for row in game.held_rows(every)] == [(number, *sizes[number]) for number in shown]
    assert game.rows(every) == [row for row in game.rows() if row["round"] in shown]


def test_games_beyond_the_memory_are_refused(monkeypatch):
    monkeypatch.setattr("wargraph.full_game.game._MANY_ROUNDS", 64)
    monkeypatch.setattr("wargraph.compute.memory.available_memory", lambda: 10**5)
    message = refusal(TooLargeError, play_full_game, "rutgers,deck=255x1", cap=1000)
    assert all(part in message for part in ["64 more rounds", "0.4 MB of memory", "use a lower cap"])


# What cards are called: what is printed can be typed

COURT = RuleSet.parse("kids,deck=13x4+2")


@given(rule_sets(), st.integers(0, 1000))
def test_every_rank_has_a_name_of_its_own(rules, seed):
    names = card_names(rules)
    assert len(set(names.values())) == len(names) == len(rules.deck)
    hands = deal(rules, seed)
    printed = deal_text(rules, hands)
    by_rank = "|".join(",".join(f"rank:{card}" for card in hand) for hand in hands)
    for text in (printed, printed.lower(), f"ranks:{hands_text(hands)}", by_rank):
        assert checked_deal(rules, text)[0] == hands


@pytest.mark.parametrize(
    ("rules", "text", "hands"),
    [
        (COURT, "A,2|3,10", ((13, 1), (2, 9))),
        (COURT, " Joker , q |3", ((14, 11), (2,))),
        (COURT, "rank:11,2| RANK: 14 ,10", ((11, 1), (14, 9))),
        (COURT, "ranks:11,2|14,10", ((11, 2), (14, 10))),
        (COURT, " Ranks: 11,rank:2|Joker,10", ((11, 2), (14, 10))),
        (RuleSet.parse("kids,deck=5x2"), "5,rank:1|2", ((5, 1), (2,))),
        (RuleSet.parse("kids,deck=13x4-1"), "5 rank: 1,3 |2", ((4, 1, 2), (1,))),
        (RuleSet.parse("kids,deck=12x2"), "12 3\t4|11", ((12, 3, 4), (11,))),
        (COURT, "AKQ|TJ2", ((13, 12, 11), (9, 10, 1))),
        (COURT, "akq10|t 10j102", ((13, 12, 11, 9), (9, 9, 10, 9, 1))),
        (COURT, "AS KD,2c|10S jC", ((13, 12, 1), (9, 10))),
        (COURT, "A♠K♥ 10♦\ufe0f|TS9h", ((13, 12, 9), (9, 8))),
        (COURT, "ace King|DEUCE two,JACK", ((13, 12), (1, 1, 10))),
        (COURT, "1 ace, 1 kings|2", ((13, 12), (1,))),
        (RuleSet.parse("kids,beats=upset:13"), "4 aces|2", ((13,) * 4, (1,))),
        (RuleSet.parse("kids,deck=8x4"), "A 7|KT 2 sevens", ((8, 1), (7, 4, 1, 1))),
        (RuleSet.parse("kids,deck=8x4"), "rank:2 8|ace", ((2, 2), (8,))),
        (RuleSet.preset("drunkard"), "A|6,10", ((9,), (1, 5))),
        (RuleSet.parse("kids,deck=8x3"), "8 7|2", ((8, 7), (2,))),
        (RuleSet.parse("kids,beats=cyclic:9"), "9|1,2", ((9,), (1, 2))),
        (COURT, "4 aces 2 sixes|2 jokers,10 J", ((13,) * 4 + (5, 5), (14, 14, 9, 10))),
    ],
)
def test_cards_are_typed_by_name_or_by_rank(rules, text, hands):
    assert checked_deal(rules, text)[0] == hands


@pytest.mark.parametrize("text", ["62|A", "A6|7", "two|A"])
def test_packs_of_32_cards_have_no_six(text):
    refusal(PositionError, checked_deal, RuleSet.parse("kids,deck=8x4"), text)


def test_the_lowest_card_is_one_of_the_deck():
    game = play_full_game("kids,deck=13x4-20", seed=1)
    assert "Cards go from 7 to A; rank:6 is the 7, and rank:13 the A." in str(game.document())
    assert {row["rank"] for row in simulate("kids,deck=13x4-20", 20).dealt_rows()} == {*range(6, 14)}
