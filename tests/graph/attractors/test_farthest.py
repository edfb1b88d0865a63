"""The largest distance to the end, against the plain rules position by position."""

from collections import Counter

import pytest

from tests.support import SMALL_GRAPHS, graph_of, plain_turns
from wargraph.core.position import TIE, balanced_deals
from wargraph.core.rules import play
from wargraph.graph.attractors.farthest import farthest


@pytest.mark.parametrize("name", SMALL_GRAPHS)
def test_farthest_is_the_farthest_position_that_can_end(name):
    graph, expected = graph_of(name), plain_turns(name)
    layers = Counter(turns for position, turns in expected.items() if position != TIE)
    found = farthest(graph)
    assert found == farthest(graph.n if graph.positions.left_holds_n else graph.relation)
    assert found.layers == tuple(layers[turns] for turns in range(max(layers) + 1))
    assert found.examples == tuple(position for position in graph if expected.get(position) == found.turns)[:10]
    assert all(game.turns == found.turns for game in found.games)
    assert found.games[0] == play(found.example, "free", graph.relation)


@pytest.mark.parametrize("n", [4, 5])
def test_balanced_deals_count_both_players(n):
    turns = [play(deal, "free").turns for deal in balanced_deals(n)]
    found = farthest(n, "balanced")
    assert found.layers == tuple(turns.count(each) for each in range(max(turns) + 1))
    assert [game.positions[0] for game in found.games] == list(found.examples)
