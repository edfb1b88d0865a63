"""The work units of all deals: many games side by side, the same as one by one and as the forest says; orders."""

from functools import reduce
from math import factorial
from operator import add

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from tests.full_game.support import deck_of
from tests.support import examples, long
from wargraph import Relation, RuleSet, lengths
from wargraph.compute.kernel import kernel
from wargraph.full_game.choices import Counting, Dealing, NobodyLeft, Replacement, WarRule
from wargraph.full_game.every_deal import side_by_side
from wargraph.full_game.every_deal.arrangements import (
    arrangement,
    arrangements,
    interleaved,
    number_of,
    orders_of,
    to_next,
)
from wargraph.full_game.every_deal.one_by_one import deal_ranges, played
from wargraph.full_game.every_deal.side_by_side import Split, packed_orders, plays_side_by_side, splits

DECKS = ["1x1+1", "1x6", "2x1", "2x2+1", "2x4+1", "3x3", "3x2+2", "4x2", "5x2", "7x1", "8x1", "1x3+7"]


def played_by(pieces):
    return reduce(add, (piece.work()[0] for piece in pieces))


@pytest.mark.long
@examples(30)
@example("3x4", {"replacement": "top-down"})
@example("5x2", {"replacement": "loser-first", "counting": "before-last"})
@given(
    st.sampled_from(DECKS),
    st.fixed_dictionaries(
        {
            "replacement": st.sampled_from(Replacement),
            "dealing": st.sampled_from(Dealing),
            "war": st.sampled_from(WarRule),
            "nobody-left": st.sampled_from(NobodyLeft),
            "counting": st.sampled_from(Counting),
        }
    ),
)
def test_all_that_is_known_is_what_one_by_one_gives(deck, choices):
    changes = ",".join(f"{key}={choice}" for key, choice in choices.items())
    rules = RuleSet.parse(f"delahaye-mathieu,deck={deck},{changes}")
    assume(rules.is_deterministic and plays_side_by_side(rules))
    assert played_by(splits(rules)) == played_by(deal_ranges(rules))


@pytest.mark.parametrize(
    ("rules", "is_plain"),
    [
        ("delahaye-mathieu,deck=5x4", True),
        ("bryer,deck=4x4,face-down=0", True),
        ("delahaye-mathieu,deck=7x3", True),
        ("delahaye-mathieu,deck=7x3,dealing=alternate-all", True),
        ("delahaye-mathieu,deck=11x2", False),
        ("delahaye-mathieu,deck=4x4,face-down=1", False),
        ("delahaye-mathieu,deck=4x4,players=3", False),
        ("delahaye-mathieu,deck=4x4,piles=last-won-first", False),
        ("delahaye-mathieu,deck=4x4,piles=under/on-top", False),
        ("delahaye-mathieu,deck=4x4,counting=skirmishes", False),
        ("delahaye-mathieu,deck=4x4,replacement=descending", False),
        ("delahaye-mathieu,deck=4x4,replacement=played", False),
        ("delahaye-mathieu,deck=4x4,replacement=ascending-by-play", True),
        ("delahaye-mathieu,deck=4x4,replacement=deciding-first", True),
    ],
)
def test_the_rules_must_be_plain(rules, is_plain):
    assert plays_side_by_side(RuleSet.parse(rules)) == is_plain


@pytest.mark.parametrize(
    ("rules", "counts", "first"),
    [
        ("deck=5x4", ((2, 2, 2, 2, 2), (2, 2, 2, 2, 2)), 100000),
        ("deck=8x2", ((0, 1, 2, 2, 1, 0, 1, 1), (2, 1, 0, 0, 1, 2, 1, 1)), 999),
        ("deck=7x3", ((0, 3, 0, 1, 1, 3, 2), (3, 0, 2, 2, 2, 0, 1)), 4321),
        *long(
            ("deck=5x4", ((0, 2, 3, 2, 3), (4, 2, 1, 2, 1)), 12345),
            ("deck=5x4,replacement=loser-first", ((0, 2, 3, 3, 2), (4, 2, 1, 1, 2)), 777),
        ),
    ],
)
def test_words_that_are_full(rules, counts, first):
    rules = RuleSet.parse(f"delahaye-mathieu,{rules}")
    own, others, (aside,) = map(orders, (*counts, rest(rules.deck, *counts)))
    own, others = own[first], others[first if counts[0] == counts[1] else 0 :]
    decks = np.column_stack([np.tile(own, (len(others), 1)), others, np.tile(aside, (len(others), 1))])
    piece = Split(rules, counts, first, first + 1)
    found = piece.work()[0]
    known = played(rules, decks, np.arange(len(decks)), np.ones(len(decks), np.int64))
    assert (found.deals, found.by_turns, found.by_period) == (known.deals, known.by_turns, known.by_period)
    assert (found.tied, found.longest[0], found.latest[0]) == (known.tied, known.longest[0], known.latest[0])


def rest(deck, *taken):
    return [most - sum(counts) for most, *counts in zip(deck, *taken, strict=True)]


def orders(counts):
    """All orders of so many cards of each rank."""
    lowest_first = np.repeat(np.arange(1, len(counts) + 1, dtype=np.uint8), counts)
    words = packed_orders(lowest_first.copy(), np.uint64(4), orders_of(counts))
    return (words[:, None] >> np.arange(0, 4 * lowest_first.size, 4, np.uint64) & np.uint64(15)).astype(np.uint8)


def test_neither_pieces_nor_the_room_for_long_games_change_a_result(monkeypatch):
    rules = RuleSet.parse("delahaye-mathieu,deck=3x4")
    whole = played_by(splits(rules))
    monkeypatch.setattr(side_by_side, "_DEALS", 50)
    monkeypatch.setattr(side_by_side, "_GIVEN_UP", 1)
    pieces = splits(rules)
    assert len(pieces) > 300
    assert played_by(pieces) == whole


@pytest.mark.parametrize(("ranks", "suits"), [(2, 4), (3, 2), (4, 2)])
def test_the_forest_of_cards_that_differ_says_the_same(ranks, suits):
    """Each deal, and its mirror image, stands for as many as there are ways to exchange the suits in each rank."""
    alike = played_by(splits(RuleSet.parse(f"delahaye-mathieu,deck={ranks}x{suits}")))
    apart = lengths(Relation.named(f"suits:{ranks}x{suits}"), "WL", "even")
    own_mirrors = orders_of([suits // 2] * ranks)
    suits_exchanged = factorial(suits) ** ranks
    both = {turns: suits_exchanged * 2 * deals for turns, deals in alike.by_turns.items()}
    both[1] -= suits_exchanged * own_mirrors
    assert apart.by_turns == both
    assert apart.by_cycle_length == {period: suits_exchanged * 2 * deals for period, deals in alike.by_period.items()}


def test_the_pieces_of_twenty_cards_are_all_deals():
    rules = RuleSet.parse("delahaye-mathieu,deck=5x4")
    pieces = splits(rules)
    deals = 0
    for piece in pieces:
        others = orders_of(piece.counts[1])
        rows = piece.stop - piece.first
        is_half = piece.counts[0] == piece.counts[1]
        deals += rows * others - (sum(range(piece.first, piece.stop)) if is_half else 0)
    assert 2 * deals - orders_of([2] * 5) == arrangements(rules)
    assert deals == 152_770_174_200
    assert 3000 < len(pieces) < 10_000


# Orders of a deck, numbered


@kernel
def next_one(order, orders):
    to_next(order)
    return number_of(order, orders)


@given(st.integers(1, 4), st.integers(1, 3), st.integers(0, 4), st.data())
def test_arrangements_are_numbered_in_order(ranks, suits, jokers, data):
    rules = RuleSet(ranks=ranks + 1, suits=suits, jokers=jokers)
    orders = arrangements(rules)
    number = data.draw(st.integers(0, orders - 1))
    order = arrangement(rules, number)
    assert sorted(order) == deck_of(rules) == arrangement(rules, 0)
    if number < orders - 1:
        assert order < arrangement(rules, number + 1)
    following = np.array(order, np.uint8)
    assert next_one(following, orders) == (number + 1) % orders
    assert following.tolist() == arrangement(rules, (number + 1) % orders)


@pytest.mark.parametrize("pieces", [1, 2, 3, 10, 97, 1000])
def test_every_piece_comes_once_and_the_first_ones_from_all_over(pieces):
    order = [*interleaved(pieces)]
    assert sorted(order) == list(range(pieces))
    eight = sorted(order[:8])
    assert all(after - before <= pieces // 3 + 1 for before, after in zip([0, *eight], [*eight, pieces], strict=True))
