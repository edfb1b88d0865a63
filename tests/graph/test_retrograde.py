"""The search back from all ends, against networkx, the arrays of the graph, and the plain rules."""

import gc
import weakref
from itertools import count

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support import (
    GRAPH_NAMES,
    by_size,
    graph_of,
    plain_digraph,
    plain_positions,
    refusal,
    tournaments,
    war_graph,
)
from wargraph.campaign.run_options import RunOptions
from wargraph.core.position import Deals, Position, even_deals
from wargraph.core.relation import Relation
from wargraph.errors import PositionError, TooLargeError, TooLongError
from wargraph.graph import retrograde
from wargraph.graph.finish import distances
from wargraph.graph.loops import compiled_loops
from wargraph.graph.retrograde import Opposed, Retrograde, has_unique_predecessors, require_retrograde_memory
from wargraph.graph.war_graph import WarGraph

STRICT_GRAPHS = by_size(
    name for name in (*GRAPH_NAMES, "deck of 7") if has_unique_predecessors(graph_of(name).relation)
)


def search_of(graph, keeps_turns=True):
    ends = [graph.n] if graph.positions.left_holds_n else [graph.n, 0]
    return Retrograde(graph.relation, graph.positions.left_holds_n, ends, keeps_turns=keeps_turns)


@pytest.mark.parametrize("name", STRICT_GRAPHS)
def test_turns_are_the_distances_of_networkx(name):
    backwards = plain_digraph(name).reverse(copy=False)
    layers = nx.bfs_layers(backwards, [position for position in backwards if position.is_terminal])
    expected = {position: turns for turns, layer in enumerate(layers) for position in layer}
    found = search_of(graph_of(name))
    assert {position: found.turns(position) for position in plain_positions(graph_of(name))} == expected
    assert list(found.open("any")) == []


@given(tournaments(), st.sampled_from(list(Deals)), st.booleans())
def test_random_relations_have_the_layers_of_their_graph(relation, deals, are_compiled):
    graph = WarGraph.from_relation(relation)
    expected = distances(graph)
    if are_compiled:
        with compiled_loops():
            found = search_of(graph)
    else:
        found = search_of(graph)
    assert found.sizes(deals) == expected.sizes(deals)
    assert found.last(deals, 10) == expected.last(deals, 10)
    assert list(found.open(deals)) == list(expected.open(deals))


@pytest.mark.parametrize("n", [8, 9])
def test_more_cards_than_fill_a_group_and_words_have_the_layers_of_the_graph(n):
    expected, found = distances(war_graph(n)), search_of(war_graph(n))
    for deals in Deals:
        assert found.sizes(deals) == expected.sizes(deals)
        assert found.last(deals, 10) == expected.last(deals, 10)
    for index in range(0, len(war_graph(n)), 997):
        position = war_graph(n).positions[index]
        assert found.turns(position) == expected.distance[index]


@pytest.mark.parametrize("low_cards", [1, 2, 3, 5])
def test_how_the_positions_are_numbered_changes_nothing(low_cards, monkeypatch):
    expected = search_of(war_graph(6)).sizes("any")
    monkeypatch.setattr(retrograde, "_LOW_CARDS", low_cards)
    assert search_of(war_graph(6)).sizes("any") == expected


@pytest.mark.parametrize("n", range(2, 8))
def test_a_game_is_as_short_as_the_search_says(n):
    found = search_of(war_graph(n))
    for position in list(war_graph(n).positions)[:: 1 if n < 6 else 41]:
        game = found.game(position)
        assert game.turns == distances(war_graph(n)).turns(position)
        assert all(
            after in war_graph(n).children(before).values()
            for before, after in zip(game.positions, game.positions[1:], strict=False)
        )
        assert game.positions[-1].is_terminal


def test_even_deals_of_an_even_deck_count_both_players():
    found = search_of(war_graph(6))
    assert sum(found.sizes("even")) == sum(1 for _ in even_deals(6))
    by_turns = {}
    for deal in even_deals(6):
        turns = found.turns(deal if 6 in deal.left else deal.swap())
        by_turns[turns] = by_turns.get(turns, 0) + 1
    assert found.sizes("even") == [by_turns.get(turns, 0) for turns in range(max(by_turns) + 1)]


def test_where_right_opposes_at_the_own_turns_positions_stay_open():
    found = Retrograde(Relation.order(6), True, [6], Opposed(at_rights=True))
    assert len(list(found.open("any"))) == 240
    assert found.is_open(next(found.open("any")))
    assert not found.is_open(found.last("any", 1)[0])


def test_a_foreign_position_is_refused():
    message = refusal(PositionError, search_of(war_graph(4)).turns, Position("1|234"))
    assert "swap the players" in message


def test_what_does_not_fit_is_refused_with_what_does():
    message = refusal(TooLargeError, require_retrograde_memory, 18, True)
    assert "the search back from all ends on 18 cards needs" in message
    assert "use at most" in message


def test_what_takes_too_long_is_refused_and_who_waits_is_told(monkeypatch):
    clock = count(step=10)
    monkeypatch.setattr("wargraph.campaign.run_options.monotonic", lambda: next(clock))
    told = []
    run_options = RunOptions(hours=1e-6, progress=told.append)
    message = refusal(TooLongError, lambda: Retrograde(Relation.order(6), True, [6], run_options=run_options))
    assert "the search back from all ends on 6 cards: 1,440 positions are left" in message
    assert "use fewer cards" in message
    Retrograde(Relation.order(6), True, [6], run_options=RunOptions(hours=1, progress=told.append))
    assert told[-1].partial_summary == "2,520 of 2,520 positions come to the end in up to 11 turns"
    assert told[-1].amount.share == 1


def test_a_large_search_is_forecast_by_a_small_one_before_it_begins(monkeypatch):
    monkeypatch.setattr(retrograde, "_MOST_UNFORECAST", 2000)
    monkeypatch.setattr(retrograde, "_REHEARSED", 5)
    monkeypatch.setattr(retrograde, "monotonic", count(step=100).__next__)
    told = []
    found = Retrograde(Relation.order(6), True, [6], run_options=RunOptions(hours=1, progress=told.append))
    assert found.settled == 2520
    assert told[0].work == "the search back from all ends on 6 cards, some 12 min by forecast"
    message = refusal(TooLongError, lambda: Retrograde(Relation.order(6), True, [6], run_options=RunOptions(hours=0.1)))
    assert "2,520 positions are left, some 12 min at the rate of 5 cards on this machine" in message


@pytest.mark.parametrize("name", ["deck of 6", "order on 5"])
def test_no_layer_is_gone_through_again(name):
    found = search_of(graph_of(name))
    assert not any(words.any() for buffer in found._newest for words in buffer.values())


def test_what_a_search_held_is_freed_at_once():
    gc.disable()
    try:
        found = Retrograde(Relation.order(5), True, [5])
        held = weakref.ref(found)
        del found
        assert held() is None
    finally:
        gc.enable()
