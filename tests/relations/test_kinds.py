"""One relation of each kind: as many as are known, the least of each kind, and every relation is of one of them."""

from functools import cache
from itertools import combinations, permutations, product
from math import factorial

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support import drawing_relations, refusal, tournaments
from wargraph.core.relation import Relation
from wargraph.errors import ParameterError, TooLargeError
from wargraph.relations.kinds import canonical_form, relation_kinds, reverse
from wargraph.relations.symmetry import automorphisms

# OEIS A000568, A059735 (up to reversal) and A001174 (with draws).
TOURNAMENTS = {1: 1, 2: 1, 3: 2, 4: 4, 5: 12, 6: 56, 7: 456}
UP_TO_REVERSAL = {1: 1, 2: 1, 3: 2, 4: 3, 5: 10, 6: 34, 7: 272}
WITH_DRAWS = {1: 1, 2: 2, 3: 7, 4: 42, 5: 582}

small = pytest.mark.parametrize(
    ("n", "reading"), [*((n, "strict") for n in range(1, 6)), *((n, "draws") for n in range(1, 5))]
)


def least_matrices(n, reading, up_to_reversal=False):
    return {number: relation.rows for number, relation in relation_kinds(n, reading, up_to_reversal).items()}


@cache
def all_matrices(n, reading):
    """Every relation on n cards."""
    pairs = list(combinations(range(n), 2))
    found = []
    for outcomes in product(range(3 if reading == "draws" else 2), repeat=len(pairs)):
        rows = [[0] * n for _ in range(n)]
        for (lower, higher), outcome in zip(pairs, outcomes, strict=True):
            rows[lower][higher] = int(outcome == 1)
            rows[higher][lower] = int(outcome == 0)
        found.append(tuple(map(tuple, rows)))
    return found


def renumbered(rows, order):
    return tuple(tuple(rows[card][other] for other in order) for card in order)


def outcomes(rows):
    """Who wins each pair, 1 2, 1 3, 2 3, 1 4, ...: first the higher card, then the lower one, then neither."""
    pairs = [(lower, higher) for higher in range(len(rows)) for lower in range(higher)]
    return [0 if rows[higher][lower] else 1 if rows[lower][higher] else 2 for lower, higher in pairs]


@cache
def least(rows):
    """The least relation of a kind, from all ways to number its cards."""
    return min((renumbered(rows, order) for order in permutations(range(len(rows)))), key=outcomes)


@pytest.mark.parametrize("n", TOURNAMENTS)
def test_there_are_as_many_tournaments_as_are_known(n):
    assert list(relation_kinds(n)) == list(range(1, TOURNAMENTS[n] + 1))
    assert len(relation_kinds(n, up_to_reversal=True)) == UP_TO_REVERSAL[n]


@pytest.mark.parametrize("n", WITH_DRAWS)
def test_there_are_as_many_relations_with_draws_as_are_known(n):
    assert len(relation_kinds(n, "draws")) == WITH_DRAWS[n]


@small
def test_the_least_relation_stands_for_each_kind_in_rising_order(n, reading):
    found = list(least_matrices(n, reading).values())
    assert found == sorted(set(map(least, all_matrices(n, reading))), key=outcomes)


@pytest.mark.parametrize(("n", "reading"), [*((n, "strict") for n in TOURNAMENTS), *((n, "draws") for n in WITH_DRAWS)])
def test_every_relation_is_of_one_of_the_kinds(n, reading):
    """A kind has as many relations as there are ways to number its cards that differ."""
    of_kinds = sum(factorial(n) // automorphisms(relation).count for relation in relation_kinds(n, reading).values())
    assert of_kinds == (3 if reading == "draws" else 2) ** (n * (n - 1) // 2)


@small
def test_up_to_reversal_the_first_of_two_stays(n, reading):
    numbered = least_matrices(n, reading)
    number_of = {rows: number for number, rows in numbered.items()}
    expected = {number for number, rows in numbered.items() if number_of[least(reverse(rows))] >= number}
    assert least_matrices(n, reading, up_to_reversal=True) == {number: numbered[number] for number in expected}


def test_there_is_no_list_of_literal_kinds():
    assert "use strict or draws" in refusal(ParameterError, relation_kinds, 3, "literal")


@pytest.mark.parametrize(("n", "reading"), [(9, "strict"), (7, "draws")])
def test_on_more_cards_there_are_too_many(n, reading):
    assert f"on more than {n - 1} cards" in refusal(TooLargeError, relation_kinds, n, reading)


def test_networkx_finds_no_two_of_a_kind():
    arrays = [relation.to_array() for relation in relation_kinds(5).values()]
    graphs = [nx.from_numpy_array(array, create_using=nx.DiGraph) for array in arrays]
    assert not any(nx.is_isomorphic(one, other) for one, other in combinations(graphs, 2))


@given(st.one_of(tournaments(most=8), drawing_relations(most=7)), st.data())
def test_the_numbers_of_the_cards_do_not_matter(relation, data):
    order = data.draw(st.permutations(range(relation.n)))
    assert canonical_form(renumbered(relation.rows, order)) == canonical_form(relation.rows)


def test_known_relations_have_their_numbers():
    assert relation_kinds(7)[1] == Relation.order(7)
    assert canonical_form(relation_kinds(7)[456].rows) == canonical_form(Relation.of("paley:7").rows)
    assert relation_kinds(5)[12].one_line == "00011/10001/11000/01100/00110"
