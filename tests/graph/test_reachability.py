"""Which positions cannot end, against networkx and games played one by one."""

import pytest

from tests.support import ORDERS, SMALL_GRAPHS, graph_of, plain_digraph, plain_endless, plain_turns
from wargraph.graph.reachability import reachability


@pytest.mark.parametrize("name", SMALL_GRAPHS)
def test_endless_games_and_what_is_cut_off_cannot_end(name):
    expected = {order: plain_endless(name, order) for order in ORDERS}
    expected["free"] = plain_digraph(name).nodes - plain_turns(name).keys()
    found = reachability(graph_of(name))
    for order, endless in expected.items():
        assert set(found.positions_that_cannot_end(order)) == endless
        assert found.cannot_end[order] == len(endless)
    assert bool(expected["free"]) == (name in ("some cannot end", "no even deal ends"))
