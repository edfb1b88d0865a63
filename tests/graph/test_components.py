"""Strongly connected components against networkx and scipy."""

from collections import Counter

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from scipy.sparse.csgraph import connected_components

from tests.support import SMALL_GRAPHS, graph_of, long, plain_digraph, relations, war_graph
from wargraph.graph import components as module
from wargraph.graph import loops
from wargraph.graph.components import components
from wargraph.graph.convert import to_networkx, to_scipy
from wargraph.graph.war_graph import WarGraph


def in_order(labels):
    """The labels numbered anew, in the order in which they first come."""
    numbers = {}
    return [numbers.setdefault(label, len(numbers)) for label in labels.tolist()]


def assert_by_networkx(found, view):
    expected = list(nx.strongly_connected_components(view))
    assert found.count == len(expected)
    listed = list(found.cyclic_positions())
    assert set(map(frozenset, listed)) == {frozenset(members) for members in expected if len(members) > 1}
    assert [len(members) for members in listed] == found.cyclic == sorted(map(len, listed), reverse=True)
    sizes = Counter(map(len, expected))
    assert [(row["size"], row["components"]) for row in found.rows()] == sorted(sizes.items(), reverse=True)


@pytest.mark.parametrize("name", SMALL_GRAPHS)
def test_components_are_those_of_networkx(name):
    assert_by_networkx(components(graph_of(name)), plain_digraph(name))


@given(relations(most=4))
def test_components_of_random_relations(relation):
    graph = WarGraph.from_relation(relation)
    assert_by_networkx(components(graph), to_networkx(graph))


@pytest.mark.parametrize("name", [*SMALL_GRAPHS, *long("deck of 7")])
def test_components_are_those_of_scipy_compiled_or_in_parts(name, monkeypatch):
    graph = graph_of(name)
    _, expected = connected_components(to_scipy(graph), directed=True, connection="strong")
    label = components(graph).label
    assert in_order(label) == in_order(expected)
    graph.forget()
    monkeypatch.setattr(loops, "_MOST_PLAIN", -1)
    assert np.array_equal(components(graph).label, label)
    graph.forget()
    monkeypatch.setattr(module, "_MOST_WHOLE", -1)
    monkeypatch.setattr(module, "_PLACED", min(graph.n, 3))
    monkeypatch.setattr(module, "_PIECE", 100)
    in_parts = components(graph)
    assert in_order(in_parts.label) == in_order(expected)
    assert np.array_equal(np.bincount(in_parts.label), in_parts.sizes)
    graph.forget()


def test_a_deck_has_a_part_for_each_number_of_highest_cards_held():
    assert module._divide(war_graph(6), np.zeros(len(war_graph(6)), np.uint8)) == 3
