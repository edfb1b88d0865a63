"""Published and independently computed numbers that a War graph has to give.

The endless even deals under WL are OEIS A400411 and the data files of its author; the other numbers
come from independent brute force over all positions, confirmed by a second method.
"""

from math import factorial

import pytest

from tests.support import MATRICES, graph_of, long, turns_and_period, war_graph
from wargraph.core.position import all_positions, even_deals
from wargraph.fixed_order.lengths import cycles, lengths, longest
from wargraph.graph.components import components
from wargraph.graph.reachability import reachability
from wargraph.graph.summary import summary
from wargraph.relations.report import relation_report

POSITIONS = {1: 1, 2: 3, 3: 12, 4: 60, 5: 360, 6: 2520, 7: 20160, 8: 181440, 9: 1814400, 10: 19958400}
FINISH = {1: 0, 2: 1, 3: 3, 4: 6, 5: 8, 6: 11, 7: 14}

LONGEST = {
    ("any", "WL"): {1: 0, 2: 1, 3: 3, 4: 7, 5: 9, 6: 17, 7: 17, 8: 29, 9: 31},
    ("any", "LW"): {1: 0, 2: 1, 3: 2, 4: 7, 5: 7, 6: 19, 7: 14, 8: 41, 9: 25},
    ("even", "WL"): {5: 8, 6: 15, 7: 15, 8: 26, 9: 28, 10: 49},
    ("even", "LW"): {5: 6, 6: 17, 7: 12, 8: 38, 9: 22, 10: 101},
}
ENDLESS = {
    ("any", "WL"): {1: 0, 2: 0, 3: 0, 4: 0, 5: 42, 6: 0, 7: 4695, 8: 0, 9: 577731, 10: 1210608},
    ("any", "LW"): {3: 2, 4: 0, 5: 96, 6: 144, 7: 7113, 8: 0, 9: 739738, 10: 1026145},
    ("even", "WL"): {5: 30, 6: 0, 7: 2304, 8: 0, 9: 218680, 10: 395940},
    ("even", "LW"): {5: 64, 6: 72, 7: 3363, 8: 0, 9: 273156, 10: 322940},
}
WL_CYCLE_LENGTHS_OF_EVEN_DEALS = {
    **{n: {} for n in (1, 2, 3, 4, 6, 8)}, 5: {6: 30}, 7: {8: 2304}, 9: {20: 98503, 30: 120177}, 10: {60: 395940}
}  # fmt: skip

# positions, arcs, longest WL, endless WL, longest LW, endless LW, WL cycles, components with a cycle, finish
MATRIX_VALUES = {
    "rock-paper-scissors": (24, 24, 1, 6, 2, 0, {6: 1}, [6], 2),
    "order on 3": (24, 24, 3, 0, 2, 4, {}, [2, 2], 3),
    "lizard-Spock": (720, 960, 8, 160, 7, 60, {10: 2}, [280], 5),
}


def by_deals(table):
    return up_to_9([(*question, n, value) for question, terms in table.items() for n, value in terms.items()])


def up_to_9(cases):
    """The cases of ten cards are tried with `--all`: their graph takes a second."""
    return [*(case for case in cases if 10 not in case), *long(*(case for case in cases if 10 in case))]


@pytest.mark.parametrize("n", range(1, 10))
def test_size_and_finish_of_a_deck(n):
    size, (row,) = POSITIONS[n], summary(war_graph(n)).rows()
    assert (row["positions"], row["terminals"], row["arcs"]) == (size, factorial(n), 2 * (size - factorial(n)))
    assert (row["finish"], row["unreachable"]) == (FINISH.get(n, row["finish"]), 0)


@pytest.mark.parametrize(("deals", "order", "n", "turns"), by_deals(LONGEST))
def test_longest_game(deals, order, n, turns):
    found = longest(war_graph(n), order, deals)
    assert found.turns == turns
    assert turns_and_period(found.example, found.order) == (turns, None)
    assert deals == "any" or (found.example.n, found.example.split) == (n, (n + 1) // 2)


@pytest.mark.parametrize(("deals", "order", "n", "endless"), by_deals(ENDLESS))
def test_endless_games(deals, order, n, endless):
    found = lengths(war_graph(n), order, deals)
    assert found.endless == endless
    assert found.total == (POSITIONS[n] if deals == "any" else factorial(n))
    assert deals == "even" or reachability(war_graph(n)).cannot_end[order] == endless


@pytest.mark.parametrize(("n", "cycle_lengths"), up_to_9(WL_CYCLE_LENGTHS_OF_EVEN_DEALS.items()))
def test_cycle_lengths_of_even_deals_under_wl(n, cycle_lengths):
    assert lengths(war_graph(n), "WL", "even").by_cycle_length == cycle_lengths
    assert (cycles(war_graph(n), "WL").cycles == {}) == (cycle_lengths == {})


@pytest.mark.parametrize("name", MATRIX_VALUES)
def test_matrices(name):
    positions, arcs, longest_wl, endless_wl, longest_lw, endless_lw, wl_cycles, cyclic, turns = MATRIX_VALUES[name]
    (row,) = relation_report(MATRICES[name]).rows()
    assert (row["positions"], row["arcs"], row["finish"]) == (positions, arcs, turns)
    assert (row["longest_wl"], row["endless_wl"]) == (longest_wl, endless_wl)
    assert (row["longest_lw"], row["endless_lw"]) == (longest_lw, endless_lw)
    assert cycles(graph_of(name), "WL").cycles == wl_cycles
    assert components(graph_of(name)).cyclic == cyclic


@pytest.mark.parametrize("order", ["WL", "LW"])
@pytest.mark.parametrize("n", [5, 6])
def test_the_numbers_come_out_by_hand_too(n, order):
    starts = {"even": even_deals(n), "any": (deal for deal in all_positions(n) if n in deal.left)}
    for deals in starts:
        turns = [turns_and_period(deal, order)[0] for deal in starts[deals]]
        assert turns.count(None) == ENDLESS[deals, order][n]
        assert max(each for each in turns if each is not None) == LONGEST[deals, order][n]
