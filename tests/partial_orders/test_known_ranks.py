"""Ranks of cards that are compared before they are dealt, against trying all ranks and all cards of a deck."""

from collections import Counter
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support import examples
from wargraph.partial_orders.known_ranks import Comparison, KnownRanks


def ranks_that_fit(comparisons, deck):
    cards = sorted({card for low, high, _ in comparisons for card in (low, high)})
    for some in product(range(1, len(deck) + 1), repeat=len(cards)):
        rank_of = dict(zip(cards, some, strict=True))
        if all(count <= deck[rank - 1] for rank, count in Counter(some).items()) and all(
            rank_of[low] + is_strict <= rank_of[high] for low, high, is_strict in comparisons
        ):
            yield rank_of


def check_ranks(comparisons, deck):
    known = KnownRanks.nothing(5).with_all(comparisons)
    found = None if known is None else known.ranks_in(deck)
    fitting = ranks_that_fit(comparisons, deck)
    assert next(fitting, None) is None if found is None else found in fitting


@pytest.mark.parametrize("deck", [(3, 3, 3), (2, 2), (2, 2, 1), (1, 1, 3)])
def test_ranks_of_three_cards(deck):
    every = [Comparison(*pair, is_strict) for pair in permutations(range(3), 2) for is_strict in (False, True)]
    for comparisons in product(every, repeat=3):
        check_ranks(comparisons, deck)


@examples(90)
@given(
    st.lists(st.tuples(st.sampled_from([*permutations(range(5), 2)]), st.booleans()), max_size=7),
    st.lists(st.integers(1, 4), min_size=1, max_size=4),
)
def test_ranks_are_found_wherever_there_are_some(comparisons, deck):
    check_ranks([Comparison(*pair, is_strict) for pair, is_strict in comparisons], deck)


@given(st.data())
def test_the_ways_that_cards_can_be_those_of_a_deck_are_counted_one_by_one(data):
    deck = data.draw(st.lists(st.integers(0, 3), min_size=1, max_size=4))
    cards = [rank for rank, count in enumerate(deck) for _ in range(count)]
    known, asked = KnownRanks.nothing(4), []
    pairs = st.lists(st.integers(0, 3), min_size=2, max_size=2, unique=True)
    for low, high in data.draw(st.lists(pairs, min_size=1, max_size=3)):
        comparison = Comparison(low, high, data.draw(st.booleans()))
        after = known.with_all([comparison])
        if after is not None:
            known = after
            asked.append(comparison)
    seen = sorted({card for comparison in asked for card in comparison[:2]})
    ways = sum(
        all(ranks[seen.index(low)] < ranks[seen.index(high)] + (not is_strict) for low, high, is_strict in asked)
        for ranks in permutations(cards, len(seen))
    )
    assert known.assignments(deck) == ways
