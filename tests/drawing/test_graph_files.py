"""Graph files, read back by networkx, pygraphviz or as CSV: the same positions, arcs, orders and attributes."""

import json
import time

import networkx as nx
import pygraphviz
import pytest

from tests.cli.running import csv_rows
from tests.support import ORDERS, graph_of, plain_arcs, plain_digraph, plain_games, refusal
from wargraph.core.relation import Relation
from wargraph.drawing.graph_files import GRAPH_ENDINGS, export
from wargraph.errors import TooLargeError

GRAPHS = ("deck of 1", "deck of 2", "deck of 4", "rock-paper-scissors", "some cannot end", "nobody beats nobody")
GRAPHS += ("two ranks in two suits",)

every_graph = pytest.mark.parametrize("name", GRAPHS)


def written(name, ending, folder):
    return export(graph_of(name), folder / f"war{ending}")


READERS = {
    ".graphml": nx.read_graphml,
    ".gexf": nx.read_gexf,
    ".json": lambda path: nx.node_link_graph(json.loads(path.read_text("utf-8")), edges="edges"),
}


def expected_attributes(name):
    """What the analyses should say about each position, by networkx and by games played by the plain rules."""
    plain, relation = plain_digraph(name), graph_of(name).relation
    terminals = [position for position in plain if position.is_terminal]
    finish = nx.multi_source_dijkstra_path_length(plain.reverse(), terminals, weight=None)
    size = {position: len(part) for part in nx.strongly_connected_components(plain) for position in part}
    games = {order: plain_games(name, order) for order in ORDERS}
    return {
        str(position): {
            **({"cards": relation.text(position)} if relation.card_names else {}),
            "terminal": position.is_terminal,
            "finish": finish.get(position),
            **{f"turns_{order.lower()}": games[order][position][0] for order in ORDERS},
            **{f"endless_{order.lower()}": games[order][position][0] is None for order in ORDERS},
            "component_size": size[position],
        }
        for position in plain
    }


def known(attributes):
    """Attributes without the unknown ones, and without the number of the component, which may be any."""
    return {key: value for key, value in attributes.items() if value is not None and key not in ("component", "label")}


def labelled_arcs(name):
    return sorted((str(start), str(end), order) for start, end, order in plain_arcs(name))


def joined_arcs(name):
    """The same with one arc for both orders, where both lead to the tie."""
    joined = {}
    for start, end, order in sorted(labelled_arcs(name), reverse=True):
        joined[start, end] = f"{joined[start, end]} {order}" if (start, end) in joined else order
    return sorted((*arc, order) for arc, order in joined.items())


def assert_components(name, component):
    expected = {frozenset(map(str, part)) for part in nx.strongly_connected_components(plain_digraph(name))}
    found = {}
    for position, number in component.items():
        found.setdefault(number, set()).add(position)
    assert {frozenset(members) for members in found.values()} == expected


def assert_relation(name, held):
    graph = graph_of(name)
    if graph.positions.left_holds_n:
        assert "matrix" not in held
    else:
        assert Relation.of(held["matrix"], held["reading"]) == graph.relation


@pytest.mark.parametrize("ending", READERS)
@every_graph
def test_positions_arcs_and_attributes_come_back(tmp_path, name, ending):
    view = READERS[ending](written(name, ending, tmp_path))
    assert view.is_directed()
    assert not view.is_multigraph()
    assert sorted(view.edges(data="order")) == joined_arcs(name)
    assert {position: known(data) for position, data in view.nodes(data=True)} == {
        position: known(data) for position, data in expected_attributes(name).items()
    }
    assert_components(name, dict(view.nodes(data="component")))
    if ending != ".gexf":  # which has no room for it
        assert_relation(name, view.graph)


@every_graph
def test_dot_comes_back(tmp_path, name):
    path = written(name, ".dot", tmp_path)
    view = pygraphviz.AGraph(path.read_text("utf-8"))
    assert view.is_directed()
    assert set(view.nodes()) == {str(position) for position in plain_digraph(name)}
    assert sorted((*edge, edge.attr["label"]) for edge in view.edges()) == labelled_arcs(name)
    relation = graph_of(name).relation
    named = {str(p): relation.text(p) if relation.card_names else None for p in plain_digraph(name)}
    by_itself = (None, "\\N")  # what Graphviz says of a node that is called by its key
    labels = {str(node): node.attr["label"] for node in view.nodes()}
    assert {node: None if label in by_itself else label for node, label in labels.items()} == named
    boxes = {str(node) for node in view.nodes() if node.attr["shape"] == "box"}
    assert boxes == {str(position) for position in plain_digraph(name) if position.is_terminal}
    assert_relation(name, dict(view.graph_attr))


@every_graph
def test_csv_comes_back(tmp_path, name):
    nodes, edges = (
        csv_rows(written(name, ending, tmp_path).read_text("utf-8")) for ending in (".nodes.csv", ".edges.csv")
    )
    expected = expected_attributes(name)
    assert [row["position"] for row in nodes] == [str(position) for position in graph_of(name)]
    for row in nodes:
        as_text = {key: "" if value is None else str(value) for key, value in expected[row["position"]].items()}
        assert row.items() >= as_text.items()
    assert_components(name, {row["position"]: row["component"] for row in nodes})
    assert sorted((row["position"], row["child"], row["order"]) for row in edges) == labelled_arcs(name)


@pytest.mark.parametrize("ending", GRAPH_ENDINGS)
def test_a_file_is_the_same_on_every_day(tmp_path, monkeypatch, ending):
    monkeypatch.setattr(time, "strftime", lambda *_: "2001-01-01")  # networkx dates a GEXF file by it
    first = written("deck of 3", ending, tmp_path).read_bytes()
    assert b"\r" not in first
    monkeypatch.setattr(time, "strftime", lambda *_: "2031-12-31")
    assert export(graph_of("deck of 3"), str(tmp_path / f"WAR{ending.upper()}")).read_bytes() == first


def test_what_does_not_fit_into_memory_is_refused_before_it_starts(tmp_path, monkeypatch):
    graph = graph_of("deck of 6")
    monkeypatch.setattr("wargraph.compute.memory.available_memory", lambda: 1000)
    message = refusal(TooLargeError, export, graph, tmp_path / "war.gexf")
    assert "2,520 positions" in message
    assert "smaller deck" in message
    assert list(tmp_path.iterdir()) == []
