"""To look for ranks can take very long: then it is said that nothing is known."""

import pytest

from wargraph import ReturnOrder, endless_deal
from wargraph.partial_orders.packing import UndecidedError
from wargraph.symbolic_cycles.cycle import SuitedCycle, TableOrder


def test_a_search_that_takes_too_many_steps_is_given_up():
    known = SuitedCycle(52, TableOrder(ReturnOrder.LW), 4, "LLLLRRRR").known
    ranks = known.ranks_in([4] * 13, most_steps=10_000)
    assert ranks == known.ranks_in([4] * 13)
    with pytest.raises(UndecidedError):
        known.ranks_in([4] * 13, most_steps=10)


def test_a_cycle_that_is_not_decided_is_told(monkeypatch):
    monkeypatch.setattr("wargraph.symbolic_cycles.endless_deal.MOST_STEPS", 10)
    found = endless_deal("delahaye-mathieu,deck=13x4,replacement=loser-first", games=10)
    assert found.game is None
    assert found.attempts[0].outcome == "3 symbolic cycles, and the deck fits none, 3 undecided"
