"""The orders of a deck, numbered, and the work units of all deals, compared with the forest."""

from functools import reduce
from itertools import pairwise
from math import factorial
from operator import add

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.full_game.support import deck_of
from wargraph import Relation, RuleSet, lengths
from wargraph.compute.kernel import kernel
from wargraph.full_game import deals
from wargraph.full_game.deals import arrangement, arrangements, deal_ranges, to_next


@pytest.mark.parametrize(("ranks", "suits"), [(2, 4), (3, 2), (4, 2)])
def test_the_forest_of_distinct_cards_agrees(ranks, suits):
    """Each deal, and its mirror image, stands for as many as there are ways to exchange the suits in each rank."""
    rules = RuleSet.parse(f"delahaye-mathieu,deck={ranks}x{suits}")
    alike = reduce(add, (unit.work()[0] for unit in deal_ranges(rules)))
    apart = lengths(Relation.of(f"suits:{ranks}x{suits}"), "WL", "balanced")
    own_mirrors = factorial(ranks * suits // 2) // factorial(suits // 2) ** ranks
    suits_exchanged = factorial(suits) ** ranks
    both = {turns: suits_exchanged * 2 * deals for turns, deals in alike.by_turns.items()}
    both[1] -= suits_exchanged * own_mirrors
    assert apart.by_turns == both
    assert apart.by_cycle_length == {
        length: suits_exchanged * 2 * deals for length, deals in alike.by_cycle_length.items()
    }


@kernel
def next_one(order):
    to_next(order)


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
    next_one(following)
    assert following.tolist() == arrangement(rules, (number + 1) % orders)


@pytest.mark.parametrize("size", [1, 2, 7, 34, 70])
def test_every_arrangement_is_in_one_work_unit(monkeypatch, size):
    monkeypatch.setattr(deals, "_UNIT", size)
    found = [(unit.first, unit.stop) for unit in deal_ranges(RuleSet(ranks=2, suits=4))]
    assert sorted(number for first, stop in found for number in range(first, stop)) == list(range(70))
    starts = sorted(first for first, _ in found[:8])
    assert all(after - before <= 70 // 3 + size for before, after in pairwise([0, *starts, 70]))
