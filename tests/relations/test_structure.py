"""The structure of relations, against networkx, definitions card by card, and all permutations of the cards."""

from itertools import permutations
from math import factorial

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support import positions_of, relations, tournaments
from wargraph.core.position import Position
from wargraph.core.relation import Relation
from wargraph.core.rules import children
from wargraph.relations.structure import digraph, relation_structure


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
def test_automorphisms_are_all_permutations_that_keep_arcs(relation):
    found, plain = relation_structure(relation), plain_automorphisms(relation)
    assert found.automorphisms == len(plain)
    assert generated(found) == plain


@given(relations(), st.data())
def test_a_game_with_renamed_cards_is_a_game(relation, data):
    position = data.draw(positions_of(relation.n))
    for renamed in relation_structure(relation).generators:

        def rename(position, renamed=renamed):
            return Position(*([renamed[card - 1] for card in hand] for hand in (position.left, position.right)))

        after = {order: rename(child) for order, child in children(position, relation).items()}
        assert children(rename(position), relation) == after


@pytest.mark.parametrize(
    ("name", "count", "rotation"),
    [
        ("rock-paper-scissors", 3, (1, 2, 3)),
        ("rock-paper-scissors-lizard-spock", 5, (1, 2, 3, 4, 5)),
        ("cyclic:9", 9, tuple(range(1, 10))),
        ("paley:7", 21, tuple(range(1, 8))),
        ("paley:11", 55, tuple(range(1, 12))),
        ("order:6", 1, None),
        ("rock beats scissors; paper beats rock; scissors beats paper; well beats rock, paper, scissors", 3, None),
        (Relation([[0] * 10] * 10, interpretation="literal"), factorial(10), None),
    ],
)
def test_known_relations(name, count, rotation):
    found = relation_structure(name)
    assert found.automorphisms == count
    assert found.rotation() == rotation


@given(relations())
def test_a_rotation_is_an_automorphism(relation):
    rotation, plain = relation_structure(relation).rotation(), plain_automorphisms(relation)
    if rotation is None:
        assert relation.n not in {len(cycle) for images in plain for cycle in cycles_of(images)}
    else:
        image = dict(zip(rotation, (*rotation[1:], rotation[0]), strict=True))
        assert tuple(image[card] for card in range(1, relation.n + 1)) in plain


def cycles_of(images):
    return {frozenset(nx.descendants(nx.DiGraph(enumerate(images, 1)), card) | {card}) for card in images}


def test_automorphisms_in_words():
    named = relation_structure({"a b": "c", "c": "d", "d": "a b", "top": ["a b", "c", "d"]})
    assert named.generator_rows() == [{"generator": "a b -> c -> d -> a b"}]
    assert relation_structure("order:3").generator_rows() == []
    two = Relation([[0, 1, 0, 0], [0, 0, 0, 0], [0, 0, 0, 1], [0, 0, 0, 0]], interpretation="literal")
    assert relation_structure(two).generator_rows() == [{"generator": "1 -> 3 -> 1; 2 -> 4 -> 2"}]


@given(relations())
def test_by_networkx_and_by_definition(relation):
    found, cards = relation_structure(relation), range(relation.n)
    beats = {(i, j) for i in cards for j in cards if i != j and relation.rows[i][j]}
    assert sorted(digraph(relation).get_edgelist()) == sorted(beats)
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
    assert relation_structure(relation).is_transitive == relation.is_order


def test_no_card_meets_itself():
    assert relation_structure(Relation([[1, 1], [0, 1]], interpretation="literal")).scores == (1, 0)
