"""Orders of a deck, numbered."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.full_game.support import deck_of
from wargraph.compute.kernel import kernel
from wargraph.full_game.every_deal.arrangements import arrangement, arrangements, interleaved, number_of, to_next
from wargraph.full_game.rule_set import RuleSet


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
