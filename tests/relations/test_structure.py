"""The structure of relations, against networkx, definitions card by card, and all permutations of the cards."""

from itertools import permutations
from math import factorial

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support import MATRICES, positions_of, relations, tournaments
from wargraph.core.position import Position
from wargraph.core.relation import Relation
from wargraph.core.rules import children
from wargraph.relations.structure import automorphisms, cycles, digraph, structure


def beats(relation, renamed):
    cards = range(1, relation.n + 1)
    return [relation.rows[renamed[i - 1] - 1][renamed[j - 1] - 1] for i in cards for j in cards if i != j]


def plain_automorphisms(relation):
    every = list(permutations(range(1, relation.n + 1)))
    return {renamed for renamed in every if beats(relation, renamed) == beats(relation, every[0])}


def generated(found):
    group = [tuple(range(1, found.relation.n + 1))]
    for each in group:
        for generator in found.generators:
            product = tuple(each[card - 1] for card in generator)
            if product not in group:
                group.append(product)
    return set(group)


@given(relations())
def test_they_are_all_permutations_that_keep_who_beats_whom(relation):
    found, plain = automorphisms(relation), plain_automorphisms(relation)
    assert found.count == len(plain)
    assert generated(found) == plain


@given(relations(), st.data())
def test_a_game_with_renamed_cards_is_a_game(relation, data):
    position = data.draw(positions_of(relation.n))
    for renamed in automorphisms(relation).generators:

        def rename(position, renamed=renamed):
            return Position(*([renamed[card - 1] for card in hand] for hand in (position.left, position.right)))

        after = {order: rename(child) for order, child in children(position, relation).items()}
        assert children(rename(position), relation) == after


@pytest.mark.parametrize(
    ("name", "count", "longest"),
    [
        ("rock-paper-scissors", 3, 3),
        ("rock-paper-scissors-lizard-spock", 5, 5),
        ("cyclic:9", 9, 9),
        ("paley:7", 21, 7),
        ("paley:11", 55, 11),
        ("order:6", 1, 1),
    ],
)
def test_known_relations(name, count, longest):
    found = automorphisms(name)
    assert found.count == count
    assert max(map(len, cycles(found.turn))) == longest


@given(relations())
def test_the_turn_is_an_automorphism_with_cycles_of_one_length(relation):
    turn = automorphisms(relation).turn
    plain = plain_automorphisms(relation)
    assert turn in plain
    assert len({len(cycle) for cycle in cycles(turn)} - {1}) <= 1
    fixed = sum(map(int.__eq__, turn, range(1, relation.n + 1)))
    of_one_length = [each for each in plain if len({len(cycle) for cycle in cycles(each)} - {1}) <= 1]
    assert fixed == min(sum(map(int.__eq__, each, range(1, relation.n + 1))) for each in of_one_length)


def test_where_no_card_beats_another_every_renaming_will_do():
    found = automorphisms(Relation([[0] * 10] * 10, reading="literal"))
    assert found.count == factorial(10)
    assert cycles(found.turn) != []


def test_an_automorphism_in_words():
    named = automorphisms({"a b": "c", "c": "d", "d": "a b", "top": ["a b", "c", "d"]})
    assert named.rows() == [{"generator": "a b -> c -> d -> a b"}]
    assert automorphisms("order:3").rows() == []
    two = Relation([[0, 1, 0, 0], [0, 0, 0, 0], [0, 0, 0, 1], [0, 0, 0, 0]], reading="literal")
    assert automorphisms(two).rows() == [{"generator": "1 -> 3 -> 1; 2 -> 4 -> 2"}]


@given(relations())
def test_the_digraph_has_an_arc_from_each_winner_to_each_loser(relation):
    arcs = {(i, j) for i, row in enumerate(relation.rows) for j, entry in enumerate(row) if entry and i != j}
    graph = digraph(relation)
    assert graph.vcount() == relation.n
    assert sorted(graph.get_edgelist()) == sorted(arcs)


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
