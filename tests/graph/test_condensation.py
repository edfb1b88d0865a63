"""The condensation: a partition that keeps every arc, against networkx."""

from collections import Counter, defaultdict
from functools import cache

import networkx as nx
import pytest
from hypothesis import given

from tests.support import SMALL_GRAPHS, graph_of, plain_arcs, plain_digraph, relations, war_graph
from wargraph.graph.condensation import condensation
from wargraph.graph.war_graph import WarGraph

every_graph = pytest.mark.parametrize("name", SMALL_GRAPHS)


@cache
def expected_groups(name):
    """Each position's group by the definition: the size of its component, or what lies behind and ahead of it."""
    quotient = nx.condensation(plain_digraph(name))
    size = {number: len(data["members"]) for number, data in quotient.nodes(data=True)}

    def sizes(numbers):
        return frozenset(size[number] for number in numbers if size[number] > 1)

    group = {}
    for number, data in quotient.nodes(data=True):
        ahead = nx.descendants(quotient, number)
        ends = any(position.is_terminal for other in {number} | ahead for position in quotient.nodes[other]["members"])
        around = sizes(nx.ancestors(quotient, number)), sizes(ahead)
        for position in data["members"]:
            key = (size[number],) if size[number] > 1 else (1, *around)
            group[position] = (*key, position.is_terminal, ends)
    return group


@every_graph
def test_groups_and_arcs_are_those_of_networkx(name):
    group = expected_groups(name)
    expected = Counter((count, key[0], *key[-2:]) for key, count in Counter(group.values()).items())
    found = condensation(graph_of(name))
    assert expected == Counter(
        (one.positions, one.component_size, one.terminal, one.farthest >= 0) for one in found.groups
    )
    assert all((one.nearest < 0) == (one.farthest < 0) for one in found.groups)
    arcs = ((group[start], group[end]) for start, end, _ in plain_arcs(name))
    between = Counter((start, end) for start, end in arcs if start != end)
    assert sorted(found.arcs.values()) == sorted(between.values())


@pytest.mark.parametrize("n", [4, 5, 6])
def test_distances_of_the_groups(n):
    plain = plain_digraph(f"deck of {n}")
    terminals = [position for position in plain if position.is_terminal]
    turns = nx.multi_source_dijkstra_path_length(plain.reverse(), terminals, weight=None)
    spans = defaultdict(list)
    for position, key in expected_groups(f"deck of {n}").items():
        spans[key].append(turns[position])
    found = condensation(war_graph(n)).groups
    assert sorted((len(span), min(span), max(span)) for span in spans.values()) == sorted(
        (group.positions, group.nearest, group.farthest) for group in found
    )


def assert_keeps_every_position_and_arc(graph):
    found = condensation(graph)
    assert sum(group.positions for group in found.groups) == len(graph)
    assert sum(group.positions for group in found.groups if group.terminal) == graph.terminals
    assert all(group.components * group.component_size == group.positions for group in found.groups)
    arcs_out = Counter()
    for (start, end), count in found.arcs.items():
        assert start != end
        assert count > 0
        arcs_out[start] += count
    # Every position that is not terminal has two arcs; those that stay inside its group are left out.
    assert all(arcs_out[number] <= 2 * group.positions for number, group in enumerate(found.groups))
    assert not any(arcs_out[number] for number, group in enumerate(found.groups) if group.terminal)
    assert sum(arcs_out.values()) <= graph.arcs


@every_graph
def test_no_position_and_no_arc_is_lost(name):
    graph, plain = graph_of(name), plain_digraph(name)
    assert_keeps_every_position_and_arc(graph)
    group = expected_groups(name)
    inner = sum(group[start] == group[end] for start, end in plain.edges)
    assert sum(condensation(graph).arcs.values()) + inner == graph.arcs


@given(relations(most=4))
def test_random_relations(relation):
    assert_keeps_every_position_and_arc(WarGraph.from_relation(relation))


@every_graph
def test_no_arc_leads_back_where_sizes_are_unique(name):
    found = condensation(graph_of(name))
    alike = [number for number, group in enumerate(found.groups) if group.components > 1 < group.component_size]
    quotient = nx.DiGraph(list(found.arcs))
    quotient.remove_nodes_from(alike)
    assert nx.is_directed_acyclic_graph(quotient)


@every_graph
def test_cycles_come_last_and_smallest_first(name):
    sizes = [group.component_size for group in condensation(graph_of(name)).groups]
    assert sizes == sorted(sizes)
    assert len({size for size in sizes if size > 1}) == sum(size > 1 for size in sizes)


def test_rows():
    assert condensation(war_graph(4)).rows()[-1] == {
        "positions": 12,
        "components": 1,
        "component_size": 12,
        "nearest": 3,
        "farthest": 6,
    }
