"""WarGraph: the same arcs in every view as by the plain rules, and what is refused before it is built."""

from operator import or_
from types import SimpleNamespace

import numpy as np
import pytest

from tests.support import (
    MATRICES,
    ORDERS,
    SMALL_GRAPHS,
    graph_of,
    plain_arcs,
    plain_components,
    plain_games,
    plain_positions,
    plain_turns,
    refusal,
    war_graph,
)
from wargraph.core.relation import Relation
from wargraph.core.rules import ReturnOrder, children
from wargraph.errors import TooLargeError
from wargraph.graph.outcomes.play_outs import play_outs
from wargraph.graph.positions import Positions
from wargraph.graph.structure.components import components
from wargraph.graph.structure.convert import to_igraph, to_networkx, to_scipy
from wargraph.graph.war_graph import WarGraph, graph_bytes

every_graph = pytest.mark.parametrize("name", SMALL_GRAPHS)


def grant_memory(monkeypatch, available):
    monkeypatch.setattr("psutil.virtual_memory", lambda: SimpleNamespace(available=available))


@every_graph
def test_every_view_has_the_arcs_of_plain_python(name):
    graph, expected = graph_of(name), plain_arcs(name)
    networkx, igraph, matrix, places = to_networkx(graph), to_igraph(graph), to_scipy(graph).tocoo(), list(graph)
    views = {
        "graph": list(graph.arcs_between(places)),
        "networkx": list(networkx.edges(keys=True)),
        "igraph": [(places[arc.source], places[arc.target], arc["order"]) for arc in igraph.es],
        "scipy": [
            (places[i], places[j], ["", "WL", "LW"][entry])
            for i, j, entry in zip(matrix.row, matrix.col, matrix.data, strict=True)
        ],
        "parents": [(before, after, str(order)) for after in graph for order, before in graph.parents(after)],
    }
    assert {view: (len(arcs), set(arcs)) for view, arcs in views.items()} == dict.fromkeys(
        views, (graph.arcs, expected)
    )
    assert sorted(places) == sorted(plain_positions(graph))
    assert places == list(graph.positions) == list(networkx) == igraph.vs["position"]
    assert igraph.is_directed()
    assert igraph.vs["name"] == [str(position) for position in places]
    assert all(key == order for _, _, key, order in networkx.edges(keys=True, data="order"))
    for position in graph:
        assert graph.children(position) == children(position, graph.relation)


@every_graph
def test_views_agree_with_networkx_and_single_games(name):
    graph, component, games = graph_of(name), plain_components(name), {by: plain_games(name, by) for by in ORDERS}
    rows = [
        {
            **({"cards": graph.relation.text(position)} if graph.relation.card_names else {}),
            "terminal": position.is_terminal,
            "distance": plain_turns(name).get(position),
            **{f"turns_{by.lower()}": games[by][position][0] for by in ORDERS},
            **{f"endless_{by.lower()}": games[by][position][0] is None for by in ORDERS},
            "component": label,
            "component_size": len(component[position]),
        }
        for position, label in zip(graph, components(graph).label.tolist(), strict=True)
    ]
    names = [{"name": str(position), "position": position} for position in graph]
    assert [vertex.attributes() for vertex in to_igraph(graph).vs] == list(map(or_, names, rows))
    assert list(to_networkx(graph).nodes.values()) == [
        {key: value for key, value in row.items() if value is not None} for row in rows
    ]


def test_a_graph_keeps_its_size_and_children():
    assert repr(war_graph(6)) == "WarGraph(6): 2,520 positions, 3,600 arcs, 720 terminals"
    with pytest.raises(ValueError, match="read-only"):
        war_graph(3).child_indices[0, 0] = 0


def test_anything_that_is_a_relation_has_a_graph():
    relation = MATRICES["rock-paper-scissors"]
    array = np.array(relation.rows)
    assert WarGraph(relation) == WarGraph("rock-paper-scissors") == WarGraph.from_relation(relation)
    assert np.array_equal(WarGraph(array).child_indices, WarGraph(relation).child_indices)
    assert len(WarGraph(Relation.order(3))) == 24 == 2 * len(WarGraph(3))


@pytest.mark.parametrize(
    ("available", "make", "refused", "fits"),
    [
        (29_030_400, WarGraph, 10, 9),
        (29_030_399, WarGraph, 9, 8),
        (6_000_000, lambda n: WarGraph.from_relation(Relation.order(n)), 9, 8),
        (11_000_000, components, 9, 8),
    ],
)
def test_the_next_deck_after_the_largest_is_refused(monkeypatch, available, make, refused, fits):
    grant_memory(monkeypatch, available)
    message = refusal(TooLargeError, make, refused)
    assert f"on {refused} cards" in message
    assert f"use at most {fits} cards" in message
    assert make(fits)


def test_a_built_graph_is_not_searched_without_memory(monkeypatch):
    graph = WarGraph(8)
    grant_memory(monkeypatch, 10000)
    assert "components on 8 cards" in refusal(TooLargeError, components, graph)


def test_memory_is_counted_as_the_arrays_take_it():
    assert graph_bytes(Positions(6, True)) == 2 * 4 * len(war_graph(6)) >= war_graph(6).child_indices.nbytes
    assert graph_bytes(Positions(13, False)) == 2 * 8 * 87178291200


def test_answers_are_kept_by_question():
    graph = WarGraph(2)
    assert components(graph) is components(graph)
    assert play_outs(graph, "WL") is play_outs(graph, order=ReturnOrder.WL) is not play_outs(graph, "LW")
