"""Summaries: one row that agrees with networkx and with games played one by one."""

import networkx as nx
import pytest

from tests.support import ORDERS, SMALL_GRAPHS, graph_of, plain_arcs, plain_digraph, plain_games, plain_turns
from wargraph.graph.summary import summary


def expected_row(name):
    view = plain_digraph(name)
    sizes = [len(members) for members in nx.strongly_connected_components(view)]
    endless = {order: sum(turns is None for turns, _ in plain_games(name, order).values()) for order in ORDERS}
    return {
        "positions": len(view),
        "arcs": len(plain_arcs(name)),
        "terminals": sum(position.is_terminal for position in view),
        "components": len(sizes),
        "cyclic_components": sum(size > 1 for size in sizes),
        "largest_component": max(sizes),
        "unreachable": len(view) - len(plain_turns(name)),
        "finish": max(plain_turns(name).values()),
        "endless_wl": endless["WL"],
        "endless_lw": endless["LW"],
    }


@pytest.mark.parametrize("name", SMALL_GRAPHS)
def test_the_summary_is_what_networkx_and_single_games_say(name):
    assert summary(graph_of(name)).rows() == [expected_row(name)]
