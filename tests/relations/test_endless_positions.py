"""The positions that never end, row by row, against games by the plain rules and a search by networkx."""

import networkx as nx
import pytest

from tests.support import MATRICES, ORDERS, graph_of, plain_digraph, plain_games
from wargraph.graph.finish import reachability
from wargraph.relations.report import EndlessPositions

every_relation = pytest.mark.parametrize("name", MATRICES)


@every_relation
def test_they_are_all_positions_that_never_end(name):
    graph, rows = graph_of(name), EndlessPositions(reachability(graph_of(name)))
    expected = {
        (str(order), graph.relation.text(position), period)
        for order in ORDERS
        for position, (_, period) in plain_games(name, order).items()
        if period is not None
    }
    view = plain_digraph(name)
    ends = {position for position in view if position.is_terminal}
    can_end = ends.union(*(nx.ancestors(view, end) for end in ends))
    expected |= {("free", graph.relation.text(position), None) for position in view if position not in can_end}
    assert {tuple(row.values()) for row in rows} == expected
    assert len(list(rows)) == len(rows) == len(expected)
    assert all(list(row) == ["order", "position", "cycle_length"] for row in rows)


@every_relation
def test_they_are_a_sequence(name):
    rows = EndlessPositions(reachability(graph_of(name)))
    every = list(rows)
    assert rows[1:3] == every[1:3]
    assert bool(rows) == bool(every)
    for order in (*ORDERS, "free"):
        assert [row for row in rows.first(2) if row["order"] == order] == [r for r in every if r["order"] == order][:2]
    with pytest.raises(IndexError, match=f"there are {len(every)}"):
        rows[len(every)]
