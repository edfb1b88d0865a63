"""The walk through the forest of a relation, against its War graph and the plain rules, with any cut."""

import re
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support import ORDERS, counts, examples, interruption, refusal, relations, turns_and_period
from wargraph.campaign.run_options import RunOptions
from wargraph.core.position import Deals, all_positions, balanced_deals
from wargraph.core.relation import Relation
from wargraph.core.rules import play
from wargraph.errors import TooLargeError, TooLongError, WarGraphError
from wargraph.fixed_order.forest.engine import ForestEngine
from wargraph.fixed_order.graph_engine import GraphEngine
from wargraph.fixed_order.lengths import endless, lengths, longest
from wargraph.graph.war_graph import WarGraph

NAMES = ["rock-paper-scissors", "cyclic:7", "paley:7", "random:7:1", "suits:3x2", "suits:2x4", "order:6"]

both_orders = pytest.mark.parametrize("order", ORDERS)
both_deals = pytest.mark.parametrize("deals", list(Deals))


def assert_as_by_graph(forest):
    graph = GraphEngine(WarGraph.from_relation(forest.relation), forest.order, forest.deals)
    assert forest.lengths(None) == graph.lengths(None)
    assert forest.endless(None) == graph.endless(None)
    assert forest.longest(None) == graph.longest(None)


@both_deals
@both_orders
@pytest.mark.parametrize("name", NAMES)
def test_a_forest_is_counted_as_its_graph(name, order, deals):
    assert_as_by_graph(ForestEngine(Relation.of(name), order, deals))


@pytest.mark.long
@examples(40)
@given(relations(most=6), st.sampled_from(ORDERS), st.sampled_from(Deals))
def test_any_relation_is_counted_as_its_graph(relation, order, deals):
    assert_as_by_graph(ForestEngine(relation, order, deals))


@examples(40)
@given(relations(most=4), st.sampled_from(ORDERS), st.sampled_from(Deals))
def test_any_relation_is_counted_as_in_plain_python(relation, order, deals):
    starts = all_positions(relation.n) if deals is Deals.ALL else balanced_deals(relation.n)
    by_turns, by_cycle_length = counts([turns_and_period(start, order, relation) for start in starts])
    found = ForestEngine(relation, order, deals).lengths(None)
    assert (found.by_turns, found.by_cycle_length) == (by_turns, by_cycle_length)


@examples(30)
@given(relations(most=6), st.sampled_from(ORDERS), st.integers(20, 300), st.integers(1, 4))
def test_neither_cut_nor_workers_change_a_count(relation, order, words, workers):
    query = ForestEngine(relation, order, Deals.ALL)
    whole = query.lengths(None), query.longest(None)
    with pytest.MonkeyPatch.context() as patch, ThreadPoolExecutor(workers) as executor:
        patch.setattr("wargraph.fixed_order.forest.engine._WORDS", words)
        run_options = RunOptions(executor)
        assert (query.lengths(run_options), query.longest(run_options)) == whole


@pytest.mark.parametrize("name", ["random:7:1", "cyclic:7", "suits:3x2"])
@both_orders
def test_tapes_that_are_too_short_are_made_longer(name, order, monkeypatch):
    query = ForestEngine(Relation.of(name), order, Deals.ALL)
    expected = query.lengths(None)
    monkeypatch.setattr("wargraph.fixed_order.forest.engine._SHORTEST_TAPE", 2)
    monkeypatch.setattr("wargraph.fixed_order.forest.engine._POSITIONS", 1000)
    assert_as_by_graph(query)
    assert query.lengths(None) == expected


@pytest.mark.parametrize("turns", [4, 5, 6])
def test_a_cycle_can_be_longer_than_the_turns_of_a_tape(turns, monkeypatch):
    """A tape has room for some turns more, and so must the counts."""
    monkeypatch.setattr("wargraph.fixed_order.forest.engine._SHORTEST_TAPE", turns)
    query = ForestEngine(Relation.of("rock-paper-scissors"), ORDERS[0], Deals.ALL)
    assert query.by_cycle_length(6, None) == {6: 6}


def test_what_is_not_counted_is_noticed(monkeypatch):
    monkeypatch.setattr(ForestEngine, "finite", lambda *_: ({1: 559}, None))
    forest = ForestEngine(Relation.of("cyclic:5"), ORDERS[0], Deals.ALL)
    message = refusal(WarGraphError, forest.lengths, None)
    assert message == "cyclic:5, WL, all starting positions: 160 of 161 endless starts were counted: please report this"


@pytest.mark.long
def test_the_order_relation_is_the_deck_twice(monkeypatch):
    """By transcripts, with the players exchanged: a second witness on more cards than a test could play out."""
    monkeypatch.setattr("wargraph.fixed_order.lengths._LARGEST_QUICKER_BY_GRAPH", 0)
    standard, relation = lengths(9, "LW"), lengths("order:9", "LW")
    assert relation.by_turns == {turns: 2 * positions for turns, positions in standard.by_turns.items()}
    assert relation.by_cycle_length == {turns: 2 * positions for turns, positions in standard.by_cycle_length.items()}


@pytest.mark.long
def test_an_interrupted_walk_tells_how_many_end():
    looks = count()
    stopped = interruption(longest, "random:11", "LW", when=lambda seen: seen.partial_summary and next(looks) > 1)
    known = "random:11:0, LW, all .*: .* of 479,001,600 are known to end so far, .* after (.*) turns, from (.*)"
    turns, start = re.fullmatch(known, stopped.partial_summary).groups()
    relation = Relation.of("random:11")
    assert play(relation.position(start), "LW", relation).turns == int(turns)
    amount = stopped.progress.amount
    assert 0 < amount.done < amount.done + amount.left == factorial(11)


@pytest.mark.long
def test_long_work_is_refused_with_the_forecast(monkeypatch):
    monkeypatch.setattr("wargraph.campaign.run_options.SECONDS_TO_FORECAST", 0)
    message = refusal(TooLongError, endless, "cyclic:15")
    parts = (
        "cyclic:15, WL, all ",
        "this takes about",
        "arrangements of the cards at the rate",
        "use fewer cards, or allow more",
    )
    assert re.match(".*".join(parts), message)


def test_positions_beyond_64_bits_are_refused():
    message = refusal(TooLargeError, longest, "order:20")
    assert message == "the positions of a relation on 20 cards are too many to be counted: use at most 19 cards"
