"""Objects of other libraries: DataFrames and digraphs, by name or by number."""

import igraph
import networkx as nx
import numpy as np
import pytest
from hypothesis import given

from tests.support import refusal, tournaments
from wargraph.core.relation import Relation
from wargraph.errors import RelationError

NAMES = ("rock", "paper", "scissors")
RPS = Relation.of("rock-paper-scissors")


@given(tournaments())
def test_digraphs_mean_the_relation_they_were_made_from(relation):
    array = relation.to_array()
    arcs = [(int(i), int(j)) for i, j in np.argwhere(array)]
    names = [f"card {number}" for number in range(relation.n)]
    drawn = nx.from_numpy_array(array, create_using=nx.DiGraph)
    for graph in (drawn, nx.relabel_nodes(drawn, lambda node: node + 1), igraph.Graph(relation.n, arcs, directed=True)):
        assert (Relation.of(graph), Relation.of(graph).card_names) == (relation, ())
    named = igraph.Graph(relation.n, arcs, directed=True, vertex_attrs={"name": names})
    for graph in (named, nx.relabel_nodes(drawn, dict(enumerate(names)))):
        assert (Relation.of(graph), Relation.of(graph).card_names) == (relation, tuple(names))


@pytest.mark.parametrize("graph", [nx.complete_graph(3), igraph.Graph.Full(3)])
def test_arcs_have_a_direction(graph):
    assert "draw an arc from each winner" in refusal(RelationError, Relation.of, graph)


@pytest.mark.parametrize(
    ("labels", "names"),
    [
        ({"index": NAMES, "columns": NAMES}, NAMES),
        ({"index": NAMES}, NAMES),
        ({"columns": NAMES}, NAMES),
        ({}, ()),
        ({"columns": [1, 2, 3]}, ()),
    ],
)
def test_labels_of_a_frame_are_card_names(labels, names):
    frame = pytest.importorskip("pandas").DataFrame(RPS.rows, **labels)
    assert (Relation.of(frame), Relation.of(frame).card_names) == (RPS, names)


def test_columns_of_a_frame_may_have_another_order_but_no_other_names():
    frame = pytest.importorskip("pandas").DataFrame(RPS.rows, index=NAMES, columns=NAMES)
    assert Relation.of(frame[[*NAMES[::-1]]]) == RPS
    frame.columns = ["stone", "paper", "scissors"]
    assert "the first row names the cards stone" in refusal(RelationError, Relation.of, frame)
