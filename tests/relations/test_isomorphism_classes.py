"""One relation of each isomorphism class: their numbers are the known ones, and each is the least of its class."""

from functools import cache
from itertools import combinations, permutations, product
from math import factorial

import pytest

from tests.support import long, refusal
from wargraph.core.relation import Relation
from wargraph.errors import ParameterError, TooLargeError
from wargraph.relations.census import census
from wargraph.relations.isomorphism_classes import isomorphism_classes
from wargraph.relations.structure import digraph, relation_structure

# OEIS A000568, A059735 (up to reversal) and A001174 (with draws), from n = 1 on.
TOURNAMENTS = [1, 1, 2, 4, 12, 56, 456]
UP_TO_REVERSAL = [1, 1, 2, 3, 10, 34, 272]
WITH_DRAWS = [1, 2, 7, 42, 582]

small = pytest.mark.parametrize(
    ("n", "interpretation"), [*((n, "strict") for n in range(1, 6)), *((n, "draws") for n in range(1, 5))]
)


@cache
def all_matrices(n, interpretation):
    """Every relation on n cards."""
    pairs = list(combinations(range(n), 2))
    found = []
    for outcomes in product(range(3 if interpretation == "draws" else 2), repeat=len(pairs)):
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
def least_of(n, interpretation):
    """For every relation the least one of its class, from all ways to number its cards."""
    least = {}
    for rows in all_matrices(n, interpretation):
        if rows not in least:
            renamed = {renumbered(rows, order) for order in permutations(range(n))}
            least |= dict.fromkeys(renamed, min(renamed, key=outcomes))
    return least


@small
def test_the_least_relation_represents_each_class(n, interpretation):
    least = least_of(n, interpretation)
    expected = dict(enumerate(sorted(set(least.values()), key=outcomes), start=1))
    assert {number: each.rows for number, each in isomorphism_classes(n, interpretation).items()} == expected
    number_of = {rows: number for number, rows in expected.items()}
    first = [number for number, rows in expected.items() if number_of[least[tuple(zip(*rows, strict=True))]] >= number]
    assert list(isomorphism_classes(n, interpretation, up_to_reversal=True)) == first


@pytest.mark.parametrize(
    ("interpretation", "n", "number"),
    [
        *(("strict", *each) for each in enumerate(TOURNAMENTS[:6], 1)),
        *(("draws", *each) for each in enumerate(WITH_DRAWS, 1)),
        *long(("strict", 7, TOURNAMENTS[6])),
    ],
)
def test_the_numbers_of_classes_are_known(interpretation, n, number):
    """A class has n! relations divided by the number of automorphisms, by the orbit-stabilizer theorem."""
    classes = isomorphism_classes(n, interpretation)
    assert list(classes) == list(range(1, number + 1))
    relations = sum(factorial(n) // relation_structure(relation).automorphisms for relation in classes.values())
    assert relations == (3 if interpretation == "draws" else 2) ** (n * (n - 1) // 2)
    if interpretation == "strict":
        assert len(isomorphism_classes(n, up_to_reversal=True)) == UP_TO_REVERSAL[n - 1]


@pytest.mark.parametrize(
    ("n", "interpretation", "kind", "part"),
    [
        (3, "literal", ParameterError, "use strict or draws"),
        (9, "strict", TooLargeError, "on more than 8 cards"),
        (1000, "strict", TooLargeError, "on more than 8 cards"),
        (7, "draws", TooLargeError, "on more than 6 cards"),
        *((n, "strict", ParameterError, "whole number from 1 to") for n in (0, -1, 2.5, "3", None)),
    ],
)
def test_what_is_not_listed_is_refused(n, interpretation, kind, part):
    for function in (isomorphism_classes, census):
        assert part in refusal(kind, function, n, interpretation)


def test_known_relations_have_their_numbers():
    assert isomorphism_classes(7)[1] == Relation.order(7)
    assert digraph(isomorphism_classes(7)[456]).isomorphic(digraph(Relation.of("paley:7")))
    assert isomorphism_classes(5)[12].one_line == "00011/10001/11000/01100/00110"
