"""Numbers from independent brute force over all positions; those of the known sequences: `tests/sequences`."""

from math import factorial

import pytest

from tests.support import MATRICES, graph_of, long, war_graph
from wargraph.fixed_order.lengths import cycles
from wargraph.graph.structure.components import components
from wargraph.graph.summary import summary
from wargraph.relations.report import relation_report

# positions, arcs, longest WL, endless WL, longest LW, endless LW, WL cycles, components with a cycle, farthest
MATRIX_VALUES = {
    "rock-paper-scissors": (24, 24, 1, 6, 2, 0, {6: 1}, [6], 2),
    "order on 3": (24, 24, 3, 0, 2, 4, {}, [2, 2], 3),
    "lizard-Spock": (720, 960, 8, 160, 7, 60, {10: 2}, [280], 5),
}


@pytest.mark.parametrize("n", [*range(1, 9), *long(9)])
def test_a_deck_has_half_of_all_deals(n):
    size, (row,) = factorial(n + 1) // 2, summary(war_graph(n)).rows()
    assert (row["positions"], row["terminals"], row["arcs"]) == (size, factorial(n), 2 * (size - factorial(n)))
    assert row["cannot_end"] == 0


@pytest.mark.parametrize("name", MATRIX_VALUES)
def test_matrices(name):
    positions, arcs, longest_wl, endless_wl, longest_lw, endless_lw, wl_cycles, cyclic, turns = MATRIX_VALUES[name]
    (row,) = relation_report(MATRICES[name]).rows()
    assert (row["positions"], row["arcs"], row["farthest"]) == (positions, arcs, turns)
    assert (row["longest_wl"], row["endless_wl"]) == (longest_wl, endless_wl)
    assert (row["longest_lw"], row["endless_lw"]) == (longest_lw, endless_lw)
    assert cycles(graph_of(name), "WL").cycles == wl_cycles
    assert components(graph_of(name)).cyclic == cyclic
