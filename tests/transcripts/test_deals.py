"""Random deals played by the kernel, against the plain rules."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support import ORDERS
from wargraph.position import Position
from wargraph.rules import ReturnOrder, play_out
from wargraph.transcripts.deals import endless_deals, play_deal


def played(cards, split, order, longest=2000):
    n = len(cards)
    tapes = [np.zeros(longest + n + 2, np.uint8) for _ in range(2)]
    splits, winners = np.zeros(longest + 1, np.int64), np.zeros(longest, np.uint8)
    return play_deal(order is ReturnOrder.WL, np.array(cards, np.uint8), split, longest, *tapes, splits, winners)


@settings(deadline=None)
@given(
    st.integers(2, 14).flatmap(lambda n: st.tuples(st.permutations(range(1, n + 1)), st.integers(1, n - 1))),
    st.sampled_from(ORDERS),
)
def test_a_deal_comes_out_as_by_the_plain_rules(deal, order):
    cards, split = deal
    game = play_out(Position(cards[:split], cards[split:]), order)
    assert played(cards, split, order) == ((game.entry, game.period) if game.is_endless else (game.turns, 0))


def test_a_game_that_is_too_long_to_tell_is_told():
    assert played([3, 2, 4, 5, 1, 7, 6], 6, ReturnOrder.WL, longest=5) == (0, -1)


@pytest.mark.parametrize("order", ORDERS)
def test_endless_deals_are_endless(order):
    found = list(endless_deals(9, order, 4, 300, seed=7))
    assert 50 < len(found) < 300
    for met in found:
        game = play_out(met.deal, order)
        assert (game.entry, game.period) == (met.entry, met.period)
        assert (met.deal.split, game.positions[game.entry].split) == (4, met.split)
        assert met.winners == "".join(str(row["winner"])[0] for row in game.rows()[game.entry : -1])
    assert found == list(endless_deals(9, order, 4, 300, seed=7)) != list(endless_deals(9, order, 4, 300, seed=8))


def test_no_deal_is_lost_where_games_are_longer_than_expected_or_many_are_kept(monkeypatch):
    every = list(endless_deals(9, ReturnOrder.WL, 5, 5000, seed=1))
    assert len(every) > 2000  # several batches
    monkeypatch.setattr("wargraph.transcripts.deals._LONGEST_GAME", 4)
    assert list(endless_deals(9, ReturnOrder.WL, 5, 5000, seed=1)) == every
