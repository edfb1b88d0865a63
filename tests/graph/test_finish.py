"""Free order: distances to the end against networkx, and which positions cannot end."""

from collections import Counter

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support import (
    ORDERS,
    SMALL_GRAPHS,
    graph_of,
    plain_arcs,
    plain_digraph,
    plain_games,
    positions_of,
    refusal,
    relations,
    war_graph,
)
from wargraph.core.position import TIE, Position
from wargraph.core.rules import play
from wargraph.errors import NoGameEndsError, ParameterError, PositionError
from wargraph.graph.finish import distances, finish, reachability
from wargraph.graph.war_graph import WarGraph

every_graph = pytest.mark.parametrize("name", SMALL_GRAPHS)


def nearest_terminal(name):
    """Fewest turns to a terminal by breadth-first search from all of them, against the arcs."""
    backwards = plain_digraph(name).reverse(copy=False)
    terminals = [position for position in backwards if position.is_terminal]
    layers = nx.bfs_layers(backwards, terminals)
    return {position: turns for turns, layer in enumerate(layers) for position in layer}


@every_graph
def test_distances_are_those_of_networkx(name):
    expected = nearest_terminal(name)
    found = distances(graph_of(name))
    assert {position: found.turns(position) for position in graph_of(name)} == {
        position: expected.get(position) for position in graph_of(name)
    }


@given(relations(), st.data())
def test_a_shortest_game_is_that_of_a_search_by_the_plain_rules(relation, data):
    position, found = data.draw(positions_of(relation.n)), distances(WarGraph.from_relation(relation))
    game = play(position, "free", relation)
    assert found.game(position) == game
    assert found.turns(position) == (None if game.is_endless else game.turns)


@every_graph
def test_finish_is_the_farthest_position_that_can_end(name):
    expected = nearest_terminal(name)
    layers = Counter(turns for position, turns in expected.items() if position != TIE)
    found = finish(graph_of(name))
    assert found.turns == max(layers)
    assert found.layers == tuple(layers[turns] for turns in range(found.turns + 1))
    assert found.positions == layers[found.turns]
    assert expected[found.example] == found.turns
    assert play(found.example, "free", graph_of(name).relation).turns == found.turns
    (row,) = found.rows()
    assert row.pop("example") == graph_of(name).relation.text(found.example)
    assert row == {"n": graph_of(name).n, "deals": "any", "turns": found.turns, "positions": found.positions}


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("name", SMALL_GRAPHS)
def test_under_a_fixed_order_exactly_the_endless_games_cannot_end(name, order):
    endless = {position for position, (turns, _) in plain_games(name, order).items() if turns is None}
    found = reachability(graph_of(name))
    assert set(found.positions_that_cannot_end(order)) == endless
    assert found.cannot_end[order] == len(endless)


@pytest.mark.parametrize("name", SMALL_GRAPHS)
def test_under_free_order_exactly_what_is_cut_off_cannot_end(name):
    cut_off = plain_digraph(name).nodes - nearest_terminal(name).keys()
    found = reachability(graph_of(name))
    assert set(found.positions_that_cannot_end("free")) == cut_off
    assert found.cannot_end["free"] == len(cut_off)
    assert bool(cut_off) == (name in ("some cannot end", "no even deal ends"))
    assert all(after in cut_off for before, after, _ in plain_arcs(name) if before in cut_off)


def test_rows_count_both_kinds():
    rows = reachability(war_graph(5)).rows()
    assert [(row["order"], row["ending"], row["endless"]) for row in rows] == [
        ("WL", 318, 42),
        ("LW", 264, 96),
        ("free", 360, 0),
    ]


def test_unknown_orders_and_foreign_positions_are_refused():
    message = refusal(ParameterError, lambda: list(reachability(war_graph(3)).positions_that_cannot_end("both")))
    assert "'both'" in message
    assert "swap" in refusal(PositionError, distances(war_graph(4)).turns, Position("1|234"))


def test_where_no_start_can_end_it_is_refused():
    message = refusal(NoGameEndsError, finish, graph_of("no even deal ends").relation, "even")
    assert "no game from the even deals of matrix can end" in message
