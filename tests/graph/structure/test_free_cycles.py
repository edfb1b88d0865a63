"""Cycles under free order against networkx."""

from collections import Counter
from functools import cache

import networkx as nx
import pytest
from hypothesis import given

from tests.support import SMALL_GRAPHS, graph_of, plain_digraph, relations, shortest_rotation, war_graph
from wargraph.core.relation import Relation
from wargraph.graph.structure.convert import to_networkx
from wargraph.graph.structure.free_cycles import free_cycles
from wargraph.graph.war_graph import WarGraph


def expected_cycles(view, up_to):
    return {shortest_rotation(tuple(cycle)) for cycle in nx.simple_cycles(view, length_bound=up_to)}


@cache
def cycles_of_plain_graph(name, up_to=12):
    every = expected_cycles(plain_digraph(name), 12) if up_to == 12 else cycles_of_plain_graph(name)
    return {cycle for cycle in every if len(cycle) <= up_to}


def assert_cycles(found, expected):
    assert found.cycles == Counter(map(len, expected))
    assert found.positions.keys() == found.cycles.keys()
    for length, count in found.positions.items():
        assert count == len({position for cycle in expected if len(cycle) == length for position in cycle})
    listed = list(found)
    assert {shortest_rotation(cycle) for cycle in listed} == expected
    assert len(listed) == len(expected)
    assert [len(cycle) for cycle in listed] == sorted(map(len, listed))


@pytest.mark.parametrize("name", SMALL_GRAPHS)
def test_the_shortest_cycles_are_those_of_networkx(name):
    found = free_cycles(graph_of(name))
    known = cycles_of_plain_graph(name)
    if not known:
        assert (found.cycles, found.positions, found.shortest, list(found)) == ({}, {}, None, [])
        assert nx.is_directed_acyclic_graph(plain_digraph(name))
        return
    shortest = min(map(len, known))
    assert_cycles(found, {cycle for cycle in known if len(cycle) == shortest})
    assert len(found.shortest) == shortest


@given(relations(most=4))
def test_cycles_of_random_relations_up_to_eight(relation):
    graph = WarGraph.from_relation(relation)
    assert_cycles(free_cycles(graph, 8), expected_cycles(nx.DiGraph(to_networkx(graph)), 8))


@pytest.mark.parametrize(
    ("matrix", "interpretation", "up_to"),
    [("0110/1001/0100/1000", "literal", 12), ("00010/10000/10000/01100/11110", "draws", 9)],
)
def test_longer_cycles_with_many_parents_or_odd_lengths(matrix, interpretation, up_to):
    graph = WarGraph.from_relation(Relation.of(matrix, interpretation))
    expected = expected_cycles(nx.DiGraph(to_networkx(graph)), up_to)
    assert_cycles(free_cycles(graph, up_to), expected)


def test_the_shortest_cycles_may_be_of_odd_length():
    """A turn with a draw moves more than one card."""
    assert free_cycles(Relation.of("010101/000000/010110/010010/110000/011110", "draws")).cycles == {7: 4}


@pytest.mark.parametrize("name", SMALL_GRAPHS)
def test_the_search_can_be_cut_between_any_roots(monkeypatch, name):
    monkeypatch.setattr("wargraph.graph.structure.free_cycles._STEPS_OF_A_CALL", 1)
    for up_to in (2, 7, 12):
        assert_cycles(free_cycles(graph_of(name), up_to), cycles_of_plain_graph(name, up_to))


def test_all_cycles_of_four_cards():
    assert_cycles(free_cycles(war_graph(4), 40), expected_cycles(plain_digraph("deck of 4"), None))
