"""Ranks of cards that are compared before they are dealt, against trying all ranks and all cards of a deck."""

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from wargraph.partial_orders.known_ranks import Comparison, KnownRanks


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
