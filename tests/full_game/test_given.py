"""Games with cards given: their deals against all deals and against rejection sampling, and the text forms."""

import math
from collections import Counter
from dataclasses import replace
from itertools import permutations, product

import numpy as np
import pytest
import scipy
from hypothesis import given
from hypothesis import strategies as st

from tests.full_game.support import SEEDS, both_ways, deck_of, rule_sets
from tests.support import examples, refusal
from wargraph import (
    CheckpointError,
    Given,
    ParameterError,
    RuleSet,
    RunOptions,
    all_deals,
    compare,
    deal,
    endless_deal,
    odds,
    play_full_game,
    simulate,
)
from wargraph.full_game.engine.games import dealt_decks
from wargraph.full_game.given import Condition
from wargraph.full_game.hands import dealt_hands
from wargraph.full_game.simulate import GameRange

KIDS = RuleSet.preset("kids")
SMALL = [
    ("rutgers,deck=3x2", ["1: 3"]),
    ("rutgers,deck=3x2", ["1: 3,3"]),
    ("rutgers,deck=2x3", ["2: 2,1", "1: 2"]),
    ("rutgers,deck=3x2", ["1 top: 3", "1: 1"]),
    ("rutgers,deck=3x2", ["2 top: 1,3", "1: 3"]),
    ("rutgers,deck=3x2", ["2: 3,2,1"]),
    ("kids,deck=3x2+1,players=3", ["1: joker,3"]),
    ("kids,deck=7x1,players=3", ["2: 7", "3 top: 5"]),
    ("rutgers,deck=7x1,players=3,dealing=alternate", ["3: 7", "1: 1"]),
    ("rutgers,deck=7x1,players=3,dealing=blocks", ["1 top: 7", "3: 2"]),
]
"""Rules on small decks, with cards dealt in each of the ways, cards put aside and hands of two sizes."""


def deals_given(rules, conditions):
    """How many of the orders of a deck whose cards are all told apart meet some conditions, by the deal they give.

    The given cards are particular ones: the first of each rank that are not given yet.
    """
    deck = deck_of(rules)
    waiting = [[number for number, card in enumerate(deck) if card == rank] for rank in range(1, len(rules.deck) + 1)]
    wanted = [(each, [waiting[card - 1].pop(0) for card in each.cards]) for each in conditions]
    found = Counter()
    for order in permutations(range(len(deck))):
        hands = dealt_hands(rules, order)
        if all(
            list(hands[each.player - 1][: len(cards)]) == cards
            if each.on_top
            else set(cards) <= set(hands[each.player - 1])
            for each, cards in wanted
        ):
            found[tuple(tuple(deck[number] for number in hand) for hand in hands)] += 1
    return found


@st.composite
def rules_and_given(draw):
    """Rules, and cards that a random deal by them gives: some of each hand, and some on top of it."""
    rules = draw(rule_sets())
    hands = deal(rules, seed=draw(SEEDS))
    named = []
    for player, hand in enumerate(hands, start=1):
        top = draw(st.integers(0, len(hand)))
        others = draw(st.permutations(hand[top:]))[: draw(st.integers(0, len(hand) - top))]
        named += [Given(player, hand[:top], on_top=True)] * bool(top) + [Given(player, tuple(others))] * bool(others)
    return rules, draw(st.permutations(named))


@pytest.mark.parametrize(("rules", "texts"), SMALL)
def test_all_deals_of_a_condition_are_equally_likely(rules, texts):
    rules = RuleSet.parse(rules)
    condition = Condition.of(rules, texts)
    expected = deals_given(rules, condition.given)
    decks, _ = dealt_decks(rules, condition, seed=5, first=0, games=10_000)
    found = Counter(condition.hands_of(rules, deck) for deck in decks.tolist())
    assert found.keys() == expected.keys()
    chances = np.array([expected[each] for each in found], float)
    assert scipy.stats.chisquare([*found.values()], 10_000 * chances / chances.sum()).pvalue > 0.001


@examples(40)
@given(rules_and_given(), SEEDS, st.integers(0, 1000))
def test_kernels_deal_and_play_as_plain_python(rules_given, seed, first):
    rules, named = rules_given
    condition = Condition.of(rules, named)
    decks, _ = dealt_decks(rules, condition, seed, first, 3)
    dealt = [deal(rules, seed, game, named) for game in range(first, first + 3)]
    assert [condition.hands_of(rules, deck) for deck in decks.tolist()] == dealt
    for each in condition.given:
        assert all(Counter(each.cards) <= Counter(hands[each.player - 1]) for hands in dealt)
        assert not each.on_top or all(hands[each.player - 1][: len(each.cards)] == each.cards for hands in dealt)
    assert all(Counter(deck) <= Counter(deck_of(rules)) for deck in decks.tolist())
    for each in (condition, Condition()):
        both_ways(GameRange(rules, each, 300, seed, first, first + 3))


@examples(60)
@given(rules_and_given(), st.sampled_from([str, str.upper, str.lower, lambda text: f" {text.replace(':', ' : ')} "]))
def test_the_text_form_can_be_read_again(rules_given, changed):
    rules, named = rules_given
    condition = Condition.of(rules, named)
    assert Condition.of(rules, [changed(each.text(rules)) for each in named]) == condition
    assert Condition.of(rules, condition.texts(rules)) == condition
    assert Condition.of(rules, condition.given) == condition


@examples(100)
@given(st.text(alphabet="12 top:,|AKjoker9x\n\u0661", max_size=12))
def test_texts_are_read_or_refused_in_a_line(text):
    try:
        condition = Condition.of(KIDS, text)
    except ParameterError:
        assert "\n" not in refusal(ParameterError, Condition.of, KIDS, text)
    else:
        assert deal(KIDS, given=condition.given) == deal(KIDS, given=text)


def test_every_game_starts_from_a_given_deal():
    cards = "A,K,2,2,7,9,9,3|Q,J,3,7,10,10,4,4"
    played = [play_full_game("kids", cards, seed=4, game=game) for game in range(40)]
    found = simulate("kids", 40, seed=4, deal=cards)
    assert found.by_turns == Counter(game.turns for game in played)
    assert len(found.by_turns) > 1
    for start, stop in ((0, 40), (100, 140)):
        both_ways(GameRange(KIDS, Condition.of(KIDS, deal=cards), 100, 4, start, stop))


@pytest.mark.parametrize(
    ("rules", "text", "sizes"),
    [
        ("rutgers,deck=3x2", "3,1|rest", (2, 4)),
        ("kids,deck=3x2+1,players=3", "2*rest|joker,2|REST", (4, 2, 1)),
        ("kids,deck=7x1,players=4", "rest|| 2 * rest |7", (2, 0, 4, 1)),
    ],
)
def test_the_rest_is_shuffled_and_shared(rules, text, sizes):
    rules = RuleSet.parse(rules)
    condition = Condition.of(rules, deal=text)
    decks, _ = dealt_decks(rules, condition, seed=5, first=0, games=10_000)
    found = Counter(condition.hands_of(rules, deck) for deck in decks.tolist())
    rest = (Counter(deck_of(rules)) - Counter(card for hand in condition.deal for card in hand)).elements()
    orders = Counter(permutations(rest))
    assert len(found) == len(orders)
    assert scipy.stats.chisquare([*found.values()]).pvalue > 0.001
    for hands in found:
        assert tuple(map(len, hands)) == condition.sizes(rules) == sizes
        assert all(named in ((), hand) for named, hand in zip(condition.deal, hands, strict=True))
        assert Counter(card for hand in hands for card in hand) == Counter(deck_of(rules))
    both_ways(GameRange(rules, condition, 100, 5, 0, 40))


@pytest.mark.parametrize(("text", "given"), [("deck=3x2", ()), ("deck=2x2+1,players=3", "2 top: joker,1")])
def test_everyone_shuffles_a_pack_of_their_own(text, given):
    rules = RuleSet.parse(f"rutgers,dealing=own-pack,{text}")
    condition = Condition.of(rules, given)
    decks, _ = dealt_decks(rules, condition, seed=5, first=0, games=10_000)
    found = Counter(condition.hands_of(rules, deck) for deck in decks.tolist())
    pack = sorted(deck_of(replace(rules, dealing="blocks")))
    assert all(sorted(hand) == pack for hands in found for hand in hands)
    orders = [Counter(permutations(pack))] * rules.players
    for each in condition.given:
        fits = {order: count for order, count in orders[0].items() if order[: len(each.cards)] == each.cards}
        orders[each.player - 1 :] = [Counter(fits), *orders[each.player :]]
    expected = {hands: math.prod(map(Counter.__getitem__, orders, hands)) for hands in product(*orders)}
    chances = np.array([*expected.values()], float)
    counts = [found[hands] for hands in expected]
    assert scipy.stats.chisquare(counts, 10_000 * chances / chances.sum()).pvalue > 0.001
    both_ways(GameRange(rules, condition, 100, 5, 0, 40))


def test_what_needs_one_deck_refuses_several():
    rules = "rutgers,deck=3x2,dealing=own-pack"
    for call in (all_deals, odds, endless_deal):
        assert "own-pack" in refusal(ParameterError, call, rules)
    assert "there is no rest" in refusal(ParameterError, simulate, rules, deal="3|rest")
    assert "one 3 too many: the deck has 2" in refusal(ParameterError, simulate, rules, given=["1: 3,3", "2: 3,3,3"])
    assert not compare([rules, "rutgers,deck=3x4"], 30).differences[0].has_same_deals


def test_rules_that_are_compared_share_the_deals():
    found = compare(["drew-stack", "drew-stack,war=each"], 100, seed=2, given="1: A,A")
    assert found.simulations == tuple(simulate(each.rules, 100, 2, given="1: A,A") for each in found.simulations)
    for rules, hands, is_same in (
        ("kids", "A,2|K,Q", True),
        ("kids", "A,A|rest", True),
        ("kids,deck=13x8", "A,2|K,Q", True),
        ("kids,deck=13x8", "A,A|rest", False),
    ):
        assert compare(["drew-shuffle", rules], 20, deal=hands).differences[0].has_same_deals == is_same


def test_a_checkpoint_belongs_to_what_is_given(tmp_path):
    options = RunOptions(checkpoint=tmp_path / "games.db")
    rules = "kids,deck=13x1"
    found = simulate(rules, 20, given="1: A", run_options=options)
    assert simulate(rules, 20, given="1: A", run_options=options) == found
    for other in ("1: K", "2: A", ()):
        with pytest.raises(CheckpointError, match="given"):
            simulate(rules, 20, run_options=options, given=other)
