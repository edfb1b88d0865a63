"""The loops over a graph as they stand, against the same loops compiled."""

import numpy as np
import pytest
from hypothesis import given

from tests.support import SMALL_GRAPHS, graph_of, relations
from wargraph.core.position import Deals
from wargraph.core.rules import FIXED_ORDERS
from wargraph.graph import loops
from wargraph.graph.attractors.distances import distances
from wargraph.graph.outcomes.play_outs import play_outs
from wargraph.graph.outcomes.winners import possible_winners, winners
from wargraph.graph.structure.condensation import condensation
from wargraph.graph.structure.free_cycles import free_cycles
from wargraph.graph.war_graph import WarGraph


def answers(graph):
    """Everything that a loop finds out about a graph."""
    outs = [play_outs(graph, order) for order in FIXED_ORDERS]
    arrays = [each for out in outs for each in (out.outcome, out.cycle_starts, out.cycle_lengths)]
    condensed, free = condensation(graph), free_cycles(graph, up_to=10)
    return [graph.child_indices, distances(graph).distance, *arrays], (
        condensed.groups,
        condensed.arcs,
        free.rows(),
        list(free),
        [winners(graph, order, deals) for order in FIXED_ORDERS for deals in Deals],
        possible_winners(graph).starts,
    )


def assert_same_when_compiled(make):
    plain, plain_results = answers(make())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(loops, "_MOST_PLAIN", -1)
        compiled, compiled_results = answers(make())
    assert compiled_results == plain_results
    for before, after in zip(plain, compiled, strict=True):
        assert before.dtype == after.dtype
        assert np.array_equal(before, after)


@pytest.mark.parametrize("name", SMALL_GRAPHS)
def test_small_graphs(name):
    graph = graph_of(name)
    standard = graph.positions.left_holds_n
    assert_same_when_compiled(lambda: WarGraph(graph.n) if standard else WarGraph.from_relation(graph.relation))


@given(relations(most=4))
def test_random_relations(relation):
    assert_same_when_compiled(lambda: WarGraph.from_relation(relation))


def test_a_loop_is_compiled_from_some_size_on():
    @loops.loop
    def total(children):
        return children.sum()

    few, many = np.ones(loops._MOST_PLAIN, np.int64), np.ones(loops._MOST_PLAIN + 1, np.int64)
    assert total(few) == few.size
    assert total._compiled is None
    assert total(many) == many.size
    assert total.compiled.signatures


def test_loops_in_a_block_are_compiled():
    """And in threads outside it they are not."""

    @loops.loop
    def first(children):
        return children[0]

    array = np.ones(1, np.int64)
    assert loops.on_threads(first, [(array,), (array,)]) == [1, 1]
    assert first._compiled is None
    with loops.compiled_loops():
        assert loops.on_threads(first, [(array,), (array,)]) == [1, 1]
    assert len(first.compiled.signatures) == 1
    first._compiled = None
    assert first(array) == 1
    assert first._compiled is None


def test_calls_within_a_call_have_threads_too():
    def row(first):
        return loops.on_threads(lambda number: 2 * number, [(first + place,) for place in range(50)])

    assert loops.on_threads(row, [(0,), (100,)]) == [[*range(0, 100, 2)], [*range(200, 300, 2)]]
