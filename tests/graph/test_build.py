"""The kernel that finds all children, against the plain rules."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import wargraph.graph.build as build
from tests.support import ORDERS, drawing_relations, examples, graph_of, relations, tournaments
from wargraph.core.relation import Relation
from wargraph.core.rules import children
from wargraph.graph.positions import Positions


def assert_children(positions, relation, indices, found):
    for index in indices:
        expected = children(positions[int(index)], relation)
        row = [positions[int(child)] for child in found[index]]
        assert row == [expected[order] for order in ORDERS], str(positions[int(index)])


@given(relations())
def test_all_children_under_random_relations(relation):
    positions = Positions(relation.n, left_holds_n=False, has_tie=relation.has_draws)
    found = build.build_children(positions, relation)
    assert found.shape == (positions.size - positions.terminals, 2)
    assert_children(positions, relation, range(len(found)), found)


@pytest.mark.parametrize("relations", [tournaments, drawing_relations])
@given(st.data(), st.integers(0, 2**32 - 1))
@examples(10)
def test_sampled_children_with_high_cards(relations, data, seed):
    relation = data.draw(relations(fewest=6, most=7))
    positions = Positions(relation.n, left_holds_n=False, has_tie=relation.has_draws)
    found = build.build_children(positions, relation)
    assert_children(positions, relation, np.random.default_rng(seed).integers(0, len(found), 300), found)


def test_the_result_does_not_depend_on_the_pieces(monkeypatch):
    positions, relation = Positions(8, True), Relation.order(8)
    whole = build.build_children(positions, relation)
    monkeypatch.setattr(build, "_PIECE", 5000)
    assert np.array_equal(build.build_children(positions, relation), whole)


def test_indices_are_as_narrow_as_the_graph_allows():
    assert build.index_dtype(2**31 - 1) is np.int32
    assert build.index_dtype(2**31) is np.int64
    assert graph_of("deck of 4").child_indices.dtype == np.int32
