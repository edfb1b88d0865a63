"""The cycles under a fixed return order against networkx."""

from collections import Counter

import networkx as nx
import pytest

from tests.support import (
    ORDERS,
    SMALL_GRAPHS,
    counts,
    graph_of,
    plain_arcs,
    plain_games,
    shortest_rotation,
    war_graph,
)
from wargraph.graph.cycles_of_order import cycles_of_order
from wargraph.rules import child

every_graph = pytest.mark.parametrize("name", SMALL_GRAPHS)
both_orders = pytest.mark.parametrize("order", ORDERS)


@both_orders
@every_graph
def test_cycles_are_those_that_networkx_finds(name, order):
    one_order = nx.DiGraph((before, after) for before, after, arc in plain_arcs(name) if arc == order)
    expected = {shortest_rotation(tuple(cycle)) for cycle in nx.simple_cycles(one_order)}
    found = cycles_of_order(graph_of(name), order)
    listed = list(found)
    assert {shortest_rotation(cycle) for cycle in listed} == expected
    assert len(listed) == len(expected)
    assert [len(cycle) for cycle in listed] == sorted(map(len, listed))
    assert found.cycles == Counter(map(len, expected))
    assert found.endless == counts(plain_games(name, order).values())[1]


@both_orders
def test_a_cycle_is_listed_in_the_order_of_play(order):
    for cycle in cycles_of_order(war_graph(7), order):
        assert cycle[0] == min(cycle, key=war_graph(7).positions.index)
        for before, after in zip(cycle, (*cycle[1:], cycle[0]), strict=True):
            assert child(before, order) == after


def test_rows():
    found = cycles_of_order(graph_of("lizard-Spock"), "WL").rows()
    assert found == [{"length": 10, "cycles": 2, "positions": 20, "endless": 160}]
