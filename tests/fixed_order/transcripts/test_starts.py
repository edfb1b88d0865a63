"""From classes to starts: which deals count, and what is said when the work is interrupted."""

from dataclasses import replace

import pytest

from tests.support import ORDERS
from wargraph.campaign.progress import Interrupted
from wargraph.campaign.run_options import RunOptions
from wargraph.core.position import Deals, Position
from wargraph.core.rules import ReturnOrder, play
from wargraph.fixed_order.transcripts import engine
from wargraph.fixed_order.transcripts.engine import TranscriptEngine
from wargraph.fixed_order.transcripts.walk import as_start, start_weights, total_starts


@pytest.mark.parametrize(
    ("n", "deals", "weights"),
    [(1, "any", {1: 1}), (1, "even", {1: 1}), (2, "even", {1: 2}), (5, "even", {3: 1, 2: 1}), (6, "even", {3: 2})],
)
def test_as_how_many_starts_a_position_counts(n, deals, weights):
    assert start_weights(n, Deals(deals)) == weights


@pytest.mark.parametrize("position", ["3|12", "12|3", "132|", "41|32", "1|324"])
def test_a_start_is_one_of_the_deals(position):
    position = Position(position)
    assert position.n in as_start(position, Deals.ANY).left
    assert as_start(position, Deals.ANY) in (position, position.swap())
    if abs(2 * position.split - position.n) < 2:
        assert as_start(position, Deals.EVEN).split == (position.n + 1) // 2


def test_totals():
    assert [total_starts(n, Deals.ANY) for n in (1, 2, 3, 20)] == [1, 3, 12, 25545471085854720000]
    assert total_starts(20, Deals.EVEN) == 2432902008176640000


class Stopping:
    """An executor that is interrupted, as by Ctrl-C, when a number of pieces have been worked on."""

    def __init__(self, pieces):
        self.left = pieces

    def submit(self, work, piece):
        from concurrent.futures import Future

        if self.left == 0:
            raise KeyboardInterrupt
        self.left -= 1
        future = Future()
        future.set_result(work(piece))
        return future


@pytest.fixture
def small_pieces(monkeypatch):
    walk = engine.finished_walk
    monkeypatch.setattr(engine, "finished_walk", lambda *arguments: replace(walk(*arguments), budget=2000))


@pytest.mark.usefixtures("small_pieces")
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("deals", list(Deals))
def test_an_interrupted_search_tells_the_longest_game_so_far(order, deals):
    with pytest.raises(Interrupted) as caught:
        TranscriptEngine(12, order, deals).longest(RunOptions(Stopping(3)))
    known = caught.value.partial_summary
    assert known.startswith(f"n = 12, {order}, {deals} deals: ")
    if "at least" in known:
        turns = int(known.split("at least ")[1].split()[0])
        assert 40 < turns <= TranscriptEngine(12, order, deals).longest(None)[0]
        return
    turns, example = int(known.split("a game of ")[1].split()[0]), Position(known.split("from ")[1])
    assert play(example, order).turns == turns


@pytest.mark.usefixtures("small_pieces")
def test_an_interrupted_count_tells_how_many_end():
    asked = TranscriptEngine(11, ReturnOrder.WL, Deals.EVEN)
    with pytest.raises(Interrupted) as caught:
        asked.endless(RunOptions(Stopping(5)))
    known = caught.value.partial_summary
    assert known.startswith("n = 11, WL, even deals: ")
    finite = int(known.split(": ")[1].split()[0].replace(",", ""))
    assert 0 < finite < sum(asked.endless(None)[0].values())
    assert known.endswith(" of 39,916,800 are known to end so far")


@pytest.mark.usefixtures("small_pieces")
def test_interrupted_at_once_nothing_is_known():
    with pytest.raises(Interrupted) as caught:
        TranscriptEngine(12, ReturnOrder.WL, Deals.ANY).longest(RunOptions(Stopping(0)))
    assert caught.value.partial_summary == ""
