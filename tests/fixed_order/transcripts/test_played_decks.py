"""Random deals and the kernel that plays decks, against the plain rules."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support import ORDERS
from wargraph.core.position import Position
from wargraph.core.rules import ReturnOrder, play
from wargraph.fixed_order.transcripts.cycles import _played_plainly, _shuffled, endless_deals
from wargraph.fixed_order.transcripts.played_decks import new_record, play_deal, played


def outcome(cards, split, order, longest=2000):
    record = new_record(len(cards), longest)
    return play_deal(order is ReturnOrder.WL, np.array(cards, np.uint8), split, record)


@settings(deadline=None)
@given(
    st.integers(2, 14).flatmap(lambda n: st.tuples(st.permutations(range(1, n + 1)), st.integers(1, n - 1))),
    st.sampled_from(ORDERS),
)
def test_a_deal_comes_out_as_by_the_plain_rules(deal, order):
    cards, split = deal
    game = play(Position(cards[:split], cards[split:]), order)
    assert outcome(cards, split, order) == ((game.entry, game.period) if game.is_endless else (game.turns, 0))


def test_a_game_that_is_too_long_to_tell_is_told():
    assert outcome([3, 2, 4, 5, 1, 7, 6], 6, ReturnOrder.WL, longest=5) == (0, -1)


def test_no_deal_is_lost_where_games_are_longer_than_expected_or_many_are_kept(monkeypatch):
    every = list(endless_deals(9, ReturnOrder.WL, 5, 5000, seed=1))
    assert len(every) > 2000  # several batches
    monkeypatch.setattr("wargraph.fixed_order.transcripts.played_decks._LONGEST_GAME", 4)
    assert list(endless_deals(9, ReturnOrder.WL, 5, 5000, seed=1)) == every


@pytest.mark.parametrize("order", ORDERS)
def test_endless_deals_are_endless(order):
    found = list(endless_deals(9, order, 4, 300, seed=7))
    assert 50 < len(found) < 300
    for met in found:
        game = play(met.deal, order)
        assert (met.deal.split, game.positions[game.entry].split) == (4, met.split)
        assert met.winners == "".join(str(row["winner"])[0] for row in game.rows()[game.entry : -1])
    assert found == list(endless_deals(9, order, 4, 300, seed=7)) != list(endless_deals(9, order, 4, 300, seed=8))


@given(st.integers(2, 9), st.data(), st.sampled_from(ORDERS), st.integers(0, 2**32))
def test_a_small_deck_is_played_plainly_as_by_the_kernel(n, data, order, seed):
    split = data.draw(st.integers(1, n - 1))
    (decks,) = _shuffled(n, 40, seed)
    assert list(_played_plainly(order, split, decks)) == list(played(order, split, decks))
