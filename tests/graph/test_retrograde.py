"""The search back from all ends: its numbering, its limits and what it tells. Its layers: `test_attractor`."""

import gc
import weakref
from itertools import count

import pytest

from tests.support import refusal
from wargraph.campaign.run_options import RunOptions
from wargraph.core.position import Deals
from wargraph.core.relation import Relation
from wargraph.errors import TooLargeError, TooLongError
from wargraph.graph import retrograde
from wargraph.graph.retrograde import require_retrograde_memory, searched_back


def search(n=6, **run_options):
    return searched_back(Relation.order(n), left_holds_n=True, run_options=RunOptions(**run_options))


@pytest.mark.parametrize("low_cards", [1, 2, 3, 5])
def test_how_the_positions_are_numbered_changes_nothing(low_cards, monkeypatch):
    expected = search().sizes(Deals.ANY)
    monkeypatch.setattr(retrograde, "_LOW_CARDS", low_cards)
    assert search().sizes(Deals.ANY) == expected


def test_what_does_not_fit_is_refused_with_what_does():
    message = refusal(TooLargeError, require_retrograde_memory, 18, True)
    assert "the search back from all ends on 18 cards needs" in message
    assert "use at most" in message


def test_what_takes_too_long_is_refused_and_who_waits_is_told(monkeypatch):
    clock = count(step=10)
    monkeypatch.setattr("wargraph.campaign.run_options.monotonic", lambda: next(clock))
    told = []
    message = refusal(TooLongError, lambda: search(hours=1e-6, progress=told.append))
    assert "the search back from all ends on 6 cards: 1,440 positions are left" in message
    assert "use fewer cards" in message
    search(hours=1, progress=told.append)
    assert told[-1].partial_summary == "2,520 of 2,520 positions come to the end in up to 11 turns"
    assert told[-1].amount.share == 1


def test_a_large_search_is_forecast_by_a_small_one_before_it_begins(monkeypatch):
    monkeypatch.setattr(retrograde, "_MOST_UNFORECAST", 2000)
    monkeypatch.setattr(retrograde, "_REHEARSED", 5)
    monkeypatch.setattr(retrograde, "monotonic", count(step=100).__next__)
    told = []
    assert sum(search(hours=1, progress=told.append).sizes(Deals.ANY)) == 2520
    assert told[0].work == "the search back from all ends on 6 cards, some 12 min by forecast"
    message = refusal(TooLongError, lambda: search(hours=0.1))
    assert "2,520 positions are left, some 12 min at the rate of 5 cards on this machine" in message


def test_what_a_search_held_is_freed_at_once():
    gc.disable()
    try:
        found = search(5)
        held = weakref.ref(found)
        del found
        assert held() is None
    finally:
        gc.enable()
