"""Strongly connected components against networkx: as they stand, compiled, and in parts."""

from collections import Counter, defaultdict

import networkx as nx
import numpy as np
import pytest
from hypothesis import given

from tests.support import SMALL_GRAPHS, graph_of, long, plain_components, relations, war_graph
from wargraph.graph import loops
from wargraph.graph.structure import components as module
from wargraph.graph.structure.components import components
from wargraph.graph.structure.convert import to_networkx
from wargraph.graph.war_graph import WarGraph


def assert_by_networkx(graph, expected):
    found, members = components(graph), defaultdict(set)
    for position, label in zip(graph, found.label.tolist(), strict=True):
        members[label].add(position)
    assert set(map(frozenset, members.values())) == expected
    assert found.count == len(expected)
    assert [len(members[label]) for label in range(found.count)] == found.sizes.tolist()
    listed = list(found.cyclic_positions())
    assert set(map(frozenset, listed)) == {part for part in expected if len(part) > 1}
    assert [len(part) for part in listed] == found.cyclic == sorted(map(len, listed), reverse=True)
    sizes = Counter(map(len, expected))
    assert [(row["size"], row["components"]) for row in found.rows()] == sorted(sizes.items(), reverse=True)


@pytest.mark.parametrize("name", [*SMALL_GRAPHS, *long("deck of 7")])
def test_components_agree_with_networkx_compiled_or_in_parts(name, monkeypatch):
    graph, expected = graph_of(name), set(plain_components(name).values())
    assert_by_networkx(graph, expected)
    label = components(graph).label
    graph.forget()
    monkeypatch.setattr(loops, "_MOST_PLAIN", -1)
    assert np.array_equal(components(graph).label, label)
    graph.forget()
    with monkeypatch.context() as wide:
        wide.setattr(module, "_MOST_NARROW", -1)
        found = components(graph).label
        assert (found.dtype, found.tolist()) == (np.int64, label.tolist())
    graph.forget()
    monkeypatch.setattr(module, "_MOST_WHOLE", -1)
    monkeypatch.setattr(module, "_PLACED", min(graph.n, 3))
    assert_by_networkx(graph, expected)
    graph.forget()


@given(relations(most=4))
def test_components_of_random_relations(relation):
    graph = WarGraph.from_relation(relation)
    assert_by_networkx(graph, set(map(frozenset, nx.strongly_connected_components(to_networkx(graph)))))


def test_the_highest_cards_divide_a_deck_into_parts():
    graph, part = war_graph(6), np.empty(len(war_graph(6)), np.int64)
    for where, parts in module._stretches(graph):
        part[where].reshape(parts.size, -1)[:] = parts[:, np.newaxis]
    held = [min(5, next(cards for cards in range(1, 7) if 6 - cards not in each.left)) for each in graph]
    assert len({*zip(part.tolist(), held, strict=True)}) == 5
