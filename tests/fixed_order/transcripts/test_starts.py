"""From classes to starts: which deals count, and what is said when the work is interrupted."""

from dataclasses import replace

import pytest

from tests.campaign.kept import Now
from tests.support import ORDERS, interruption
from wargraph.core.position import Deals, Position
from wargraph.core.rules import ReturnOrder, play
from wargraph.fixed_order.transcripts.engine import TranscriptEngine, finished_tree
from wargraph.fixed_order.transcripts.symbolic import as_start


@pytest.mark.parametrize(
    ("n", "deals", "weights"),
    [
        (1, "all", {1: 1}),
        (1, "balanced", {1: 1}),
        (2, "balanced", {1: 2}),
        (5, "balanced", {3: 1, 2: 1}),
        (6, "balanced", {3: 2}),
    ],
)
def test_as_how_many_starts_a_position_counts(n, deals, weights):
    assert TranscriptEngine(n, ReturnOrder.WL, Deals(deals)).weights == weights


@pytest.mark.parametrize("position", ["3|12", "12|3", "132|", "41|32", "1|324"])
def test_a_start_is_one_of_the_deals(position):
    position = Position(position)
    assert position.n in as_start(position, Deals.ALL).left
    assert as_start(position, Deals.ALL) in (position, position.swap())
    if abs(2 * position.split - position.n) < 2:
        assert as_start(position, Deals.BALANCED).split == (position.n + 1) // 2


def test_totals():
    totals = [TranscriptEngine(n, ReturnOrder.WL, Deals.ALL).total for n in (1, 2, 3, 20)]
    assert totals == [1, 3, 12, 25545471085854720000]
    assert TranscriptEngine(20, ReturnOrder.WL, Deals.BALANCED).total == 2432902008176640000


def never(_progress):
    return False


@pytest.fixture
def small_units(monkeypatch):
    monkeypatch.setattr(
        "wargraph.fixed_order.transcripts.engine.finished_tree",
        lambda *arguments: replace(finished_tree(*arguments), budget=2000),
    )


@pytest.mark.usefixtures("small_units")
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("deals", list(Deals))
def test_interrupted_searches_tell_the_longest_game_so_far(order, deals):
    engine = TranscriptEngine(12, order, deals)
    known = interruption(engine.longest, executor=Now(3), when=never).partial_summary
    assert known.startswith(f"n = 12, {order}, {deals.meaning}: ")
    turns, example = int(known.split("a game of ")[1].split()[0]), Position(known.split("from ")[1])
    assert play(example, order).turns == turns > 20


@pytest.mark.usefixtures("small_units")
def test_an_interrupted_count_tells_how_many_end():
    engine = TranscriptEngine(11, ReturnOrder.WL, Deals.BALANCED)
    known = interruption(engine.endless, executor=Now(5), when=never).partial_summary
    assert known.startswith("n = 11, WL, balanced deals: ")
    finite = int(known.split(": ")[1].split()[0].replace(",", ""))
    assert 0 < finite < engine.endless(None).finite
    assert known.endswith(" of 39,916,800 are known to end so far")


def test_interrupted_at_once_nothing_is_known():
    assert interruption(TranscriptEngine(8, "WL", Deals.ALL).longest, executor=Now(0), when=never).partial_summary == ""
