"""Strongly connected components against networkx and scipy."""

from collections import Counter

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from scipy.sparse.csgraph import connected_components

from tests.support import SMALL_GRAPHS, graph_of, long, plain_digraph, relations, war_graph
from wargraph.graph.components import _label_components, components
from wargraph.graph.convert import to_networkx, to_scipy
from wargraph.graph.war_graph import WarGraph


@pytest.mark.long
def in_order(labels):
    """The labels numbered anew, in the order in which they first come: versions of scipy number differently."""
    numbers = {}
    return [numbers.setdefault(label, len(numbers)) for label in labels.tolist()]


@pytest.mark.parametrize("name", SMALL_GRAPHS)
def test_components_are_those_of_networkx(name):
    expected = list(nx.strongly_connected_components(plain_digraph(name)))
    found = components(graph_of(name))
    assert found.count == len(expected)
    assert Counter(found.sizes.tolist()) == Counter(map(len, expected))
    listed = list(found.cyclic_positions())
    assert {frozenset(members) for members in listed} == {
        frozenset(members) for members in expected if len(members) > 1
    }
    assert [len(members) for members in listed] == found.cyclic == sorted(map(len, listed), reverse=True)


@pytest.mark.parametrize("name", [*SMALL_GRAPHS, *long("deck of 7")])
def test_components_are_those_of_scipy_compiled_or_not(name):
    graph = graph_of(name)
    _, expected = connected_components(to_scipy(graph), directed=True, connection="strong")
    compiled = np.full(len(graph), -1, np.int32)
    _label_components.compiled(graph.child_indices, compiled)
    assert components(graph).label.tolist() == compiled.tolist()
    assert in_order(compiled) == in_order(expected)


@given(relations(most=4))
def test_components_of_random_relations(relation):
    graph = WarGraph.from_relation(relation)
    view = to_networkx(graph)
    expected = {frozenset(members) for members in nx.strongly_connected_components(view)}
    cyclic = {frozenset(members) for members in components(graph).cyclic_positions()}
    assert cyclic <= expected
    assert components(graph).count == len(expected)
    assert nx.is_directed_acyclic_graph(view.subgraph(set(view) - set().union(*cyclic)))


def test_rows_name_sizes_from_the_largest():
    rows = components(war_graph(5)).rows()
    sizes = Counter(map(len, nx.strongly_connected_components(plain_digraph("deck of 5"))))
    assert [(row["size"], row["components"]) for row in rows] == sorted(sizes.items(), reverse=True)
    assert sum(row["size"] * row["components"] for row in rows) == 360
