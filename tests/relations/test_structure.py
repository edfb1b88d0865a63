"""The structure of relations, against networkx and against definitions card by card."""

from itertools import permutations

import networkx as nx
from hypothesis import given

from tests.support import MATRICES, relations, tournaments
from wargraph.core.relation import Relation
from wargraph.relations.structure import structure


def pairs(relation):
    cards = range(relation.n)
    return {(i, j) for i in cards for j in cards if i != j and relation.rows[i][j]}


@given(relations())
def test_by_networkx_and_by_definition(relation):
    found, beats = structure(relation), pairs(relation)
    view = nx.DiGraph(beats)
    view.add_nodes_from(range(relation.n))
    assert found.scores == tuple(view.out_degree(card) for card in range(relation.n))
    assert found.is_strongly_connected == nx.is_strongly_connected(view)
    triples = permutations(range(relation.n), 3)
    assert found.is_transitive == all((i, k) in beats for i, j, k in triples if (i, j) in beats and (j, k) in beats)
    degrees = [*dict(view.out_degree()).values(), *dict(view.in_degree()).values()]
    assert found.is_regular == (len(set(degrees)) == 1)


@given(tournaments(most=7))
def test_a_transitive_tournament_is_an_order(relation):
    assert structure(relation).is_transitive == relation.is_order


def test_rows():
    found = structure(MATRICES["rock-paper-scissors"])
    assert found.rows() == [{"transitive": "no", "regular": "yes", "strongly_connected": "yes", "automorphisms": 3}]
    assert found.card_rows()[1] == {"card": 2, "name": "paper", "score": 1, "beats": "rock"}
    assert structure("order:3").card_rows()[2] == {"card": 3, "score": 2, "beats": "1, 2"}


def test_no_card_meets_itself():
    found = structure(Relation([[1, 1], [0, 1]], reading="literal"))
    assert found.scores == (1, 0)
    assert [row["beats"] for row in found.card_rows()] == ["2", ""]
