"""Random deals: by the plain rules and by the kernel."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support import ORDERS
from wargraph.core.rules import ReturnOrder, play
from wargraph.fixed_order.transcripts import played_decks
from wargraph.fixed_order.transcripts.deals import _MOST_PLAIN, _played_plainly, _shuffled, endless_deals
from wargraph.fixed_order.transcripts.played_decks import played


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


def test_the_first_deals_of_a_small_deck_need_no_kernel(monkeypatch):
    by_kernel = []

    def note(_order, _split, decks):
        by_kernel.extend(decks.tolist())
        return iter(())

    monkeypatch.setattr(played_decks, "played", note)
    assert list(endless_deals(9, ReturnOrder.WL, 5, _MOST_PLAIN, seed=1))
    assert by_kernel == []
    list(endless_deals(9, ReturnOrder.WL, 5, 5000, seed=1))
    assert len(by_kernel) == 5000 - _MOST_PLAIN
