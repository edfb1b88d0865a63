"""Summaries and reports: one row that agrees with networkx and with games played one by one."""

import networkx as nx
import pytest

from tests.support import MATRICES, ORDERS, SMALL_GRAPHS, graph_of, plain_arcs, plain_digraph, plain_games
from wargraph.game_lengths import longest
from wargraph.graph.summary import relation_report, summary


def expected_row(name):
    view = plain_digraph(name)
    sizes = [len(members) for members in nx.strongly_connected_components(view)]
    terminals = [position for position in view if position.is_terminal]
    layers = list(nx.bfs_layers(view.reverse(copy=False), terminals))
    endless = {order: sum(turns is None for turns, _ in plain_games(name, order).values()) for order in ORDERS}
    return {
        "positions": len(view),
        "arcs": len(plain_arcs(name)),
        "terminals": len(terminals),
        "components": len(sizes),
        "cyclic_components": sum(size > 1 for size in sizes),
        "largest_component": max(sizes),
        "unreachable": len(view) - sum(map(len, layers)),
        "finish": len(layers) - 1,
        "endless_wl": endless["WL"],
        "endless_lw": endless["LW"],
    }


@pytest.mark.parametrize("name", SMALL_GRAPHS)
def test_the_summary_is_what_networkx_and_single_games_say(name):
    assert summary(graph_of(name)).rows() == [expected_row(name)]


@pytest.mark.parametrize("name", list(MATRICES))
def test_the_report_adds_longest_games_and_cycles(name):
    relation = MATRICES[name]
    report = relation_report(relation)
    (row,) = report.rows()
    assert (row["relation"], row["n"]) == (relation.name, relation.n)
    assert row.items() >= expected_row(name).items()
    for order in ORDERS:
        games = plain_games(name, order).values()
        assert row[f"longest_{order.lower()}"] == max(turns for turns, _ in games if turns is not None)
        one_order = nx.DiGraph((before, after) for before, after, arc in plain_arcs(name) if arc == order)
        assert row[f"cycles_{order.lower()}"] == len(list(nx.simple_cycles(one_order)))
        assert report.longest[order] == longest(graph_of(name), order)
    lengths = {length for length in range(2, 13, 2) if any(nx.simple_cycles(plain_digraph(name), length_bound=length))}
    assert row["shortest_cycle"] == min(lengths, default=None)
