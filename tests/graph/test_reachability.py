"""Which positions cannot end, against networkx and games played one by one."""

import networkx as nx
import pytest

from tests.support import ORDERS, SMALL_GRAPHS, graph_of, plain_digraph, plain_games
from wargraph.graph.reachability import reachability


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("name", SMALL_GRAPHS)
def test_under_a_fixed_order_exactly_the_endless_games_cannot_end(name, order):
    endless = {position for position, (turns, _) in plain_games(name, order).items() if turns is None}
    found = reachability(graph_of(name))
    assert set(found.positions_that_cannot_end(order)) == endless
    assert found.cannot_end[order] == len(endless)


@pytest.mark.parametrize("name", SMALL_GRAPHS)
def test_under_free_order_exactly_what_is_cut_off_cannot_end(name):
    plain = plain_digraph(name)
    ends = [position for position in plain if position.is_terminal]
    cut_off = plain.nodes - set().union(*nx.bfs_layers(plain.reverse(copy=False), ends))
    found = reachability(graph_of(name))
    assert set(found.positions_that_cannot_end("free")) == cut_off
    assert found.cannot_end["free"] == len(cut_off)
    assert bool(cut_off) == (name in ("some cannot end", "no even deal ends"))
