"""The condensation, against networkx."""

from collections import Counter, defaultdict

import networkx as nx
import pytest
from hypothesis import given

from tests.support import SMALL_GRAPHS, graph_of, relations, turns_to_an_end, war_graph
from wargraph.graph.structure.condensation import condensation
from wargraph.graph.structure.convert import to_networkx
from wargraph.graph.war_graph import WarGraph


def expected_groups(view):
    """Each position's group by the definition: the size of its component, or what lies behind and ahead of it."""
    quotient = nx.condensation(view)
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


def assert_groups_and_arcs(found, view):
    group = expected_groups(nx.DiGraph(view))
    turns = turns_to_an_end(view)
    members = defaultdict(list)
    for position, key in group.items():
        members[key].append(turns.get(position, -1))
    assert Counter(
        (one.positions, one.component_size, one.terminal, one.nearest, one.farthest) for one in found.groups
    ) == Counter((len(span), key[0], key[-2], min(span), max(span)) for key, span in members.items())
    between = Counter((group[start], group[end]) for start, end in view.edges() if group[start] != group[end])
    assert sorted(found.arcs.values()) == sorted(between.values())
    sizes = [each.component_size for each in found.groups]
    assert sizes == sorted(sizes)
    assert all(each.components * each.component_size == each.positions for each in found.groups)
    for start, end in found.arcs:
        assert not found.groups[start].terminal
        assert (found.groups[start].nearest < 0) <= (found.groups[end].nearest < 0)


@pytest.mark.parametrize("name", SMALL_GRAPHS)
def test_groups_and_arcs_are_those_of_networkx(name):
    assert_groups_and_arcs(condensation(graph_of(name)), to_networkx(graph_of(name)))


@given(relations(most=4))
def test_random_relations(relation):
    graph = WarGraph.from_relation(relation)
    assert_groups_and_arcs(condensation(graph), to_networkx(graph))


@pytest.mark.parametrize("name", SMALL_GRAPHS)
def test_no_arc_leads_back_where_sizes_are_unique(name):
    found = condensation(graph_of(name))
    alike = [number for number, group in enumerate(found.groups) if group.components > 1 < group.component_size]
    quotient = nx.DiGraph(list(found.arcs))
    quotient.remove_nodes_from(alike)
    assert nx.is_directed_acyclic_graph(quotient)


def test_rows():
    values = {"n": 4, "positions": 12, "components": 1, "component_size": 12, "nearest": 3, "farthest": 6}
    assert condensation(war_graph(4)).rows()[-1] == values
