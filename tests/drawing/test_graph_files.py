"""Graph files, read back by networkx, pygraphviz or as CSV: the same positions, arcs, orders and attributes."""

import json
import time

import networkx as nx
import pygraphviz
import pytest

from tests.cli.running import csv_rows
from tests.support import graph_of, plain_arcs, refusal
from wargraph.core.relation import Relation
from wargraph.drawing.graph_files import GRAPH_ENDINGS, export
from wargraph.errors import TooLargeError
from wargraph.graph.structure.convert import known_attributes

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


def attributes_by_name(name):
    """What is known of each position: `tests/graph/test_war_graph.py`."""
    return dict(zip(map(str, graph_of(name)), known_attributes(graph_of(name)), strict=True))


def labelled_arcs(name):
    return sorted((str(start), str(end), order) for start, end, order in plain_arcs(name))


def joined_arcs(name):
    """The same with one arc for both orders, where both lead to the tie."""
    joined = {}
    for start, end, order in sorted(labelled_arcs(name), reverse=True):
        joined[start, end] = f"{joined[start, end]} {order}" if (start, end) in joined else order
    return sorted((*arc, order) for arc, order in joined.items())


def assert_relation(name, held):
    graph = graph_of(name)
    if graph.positions.left_holds_n:
        assert "matrix" not in held
    else:
        assert Relation.of(held["matrix"], held["interpretation"]) == graph.relation


@pytest.mark.parametrize("ending", READERS)
@every_graph
def test_positions_arcs_and_attributes_come_back(tmp_path, name, ending):
    view = READERS[ending](written(name, ending, tmp_path))
    assert view.is_directed()
    assert not view.is_multigraph()
    assert sorted(view.edges(data="order")) == joined_arcs(name)
    for attributes in view.nodes.values():
        attributes.pop("label", None)  # a node of GEXF has one
    assert dict(view.nodes) == attributes_by_name(name)
    if ending != ".gexf":  # which has no room for it
        assert_relation(name, view.graph)


@every_graph
def test_dot_comes_back(tmp_path, name):
    path, known = written(name, ".dot", tmp_path), attributes_by_name(name)
    view = pygraphviz.AGraph(path.read_text("utf-8"))
    assert view.is_directed()
    assert set(view.nodes()) == known.keys()
    assert sorted((*edge, edge.attr["label"]) for edge in view.edges()) == labelled_arcs(name)
    by_itself = (None, "\\N")  # what Graphviz says of a node that is called by its key
    for node in view.nodes():
        assert known[node].get("cards") == (None if node.attr["label"] in by_itself else node.attr["label"])
        assert known[node]["terminal"] == (node.attr["shape"] == "box")
    assert_relation(name, dict(view.graph_attr))


@every_graph
def test_csv_comes_back(tmp_path, name):
    nodes, edges = (
        csv_rows(written(name, ending, tmp_path).read_text("utf-8")) for ending in (".nodes.csv", ".edges.csv")
    )
    given = [{key: value for key, value in row.items() if value} for row in nodes]
    assert given == [
        {"position": position, **{key: str(value) for key, value in attributes.items()}}
        for position, attributes in attributes_by_name(name).items()
    ]
    assert sorted((row["position"], row["child"], row["order"]) for row in edges) == labelled_arcs(name)


@pytest.mark.parametrize("ending", GRAPH_ENDINGS)
def test_a_file_is_the_same_on_every_day(tmp_path, monkeypatch, ending):
    monkeypatch.setattr(time, "strftime", lambda *_: "2001-01-01")  # networkx dates a GEXF file by it
    first = written("deck of 3", ending, tmp_path).read_bytes()
    assert b"\r" not in first
    monkeypatch.setattr(time, "strftime", lambda *_: "2031-12-31")
    assert export(graph_of("deck of 3"), str(tmp_path / f"WAR{ending.upper()}")).read_bytes() == first


def test_files_beyond_the_memory_are_refused_first(tmp_path, monkeypatch):
    graph = graph_of("deck of 6")
    monkeypatch.setattr("wargraph.compute.memory.available_memory", lambda: 1000)
    message = refusal(TooLargeError, export, graph, tmp_path / "war.gexf")
    assert "2,520 positions" in message
    assert "smaller deck" in message
    assert list(tmp_path.iterdir()) == []
