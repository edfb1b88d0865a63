"""The cycles under a fixed return order: against networkx, one engine against the other, and round by the rules."""

from collections import Counter
from itertools import islice

import pytest

from tests.support import (
    ORDERS,
    SMALL_GRAPHS,
    counts,
    graph_of,
    long,
    plain_cycles,
    plain_games,
    shortest_rotation,
    war_graph,
)
from wargraph.core.rules import child
from wargraph.fixed_order.lengths import cycles, lengths

every_graph = pytest.mark.parametrize("name", SMALL_GRAPHS)
both_orders = pytest.mark.parametrize("order", ORDERS)


@both_orders
@every_graph
def test_cycles_are_those_that_networkx_finds(name, order):
    expected, found = plain_cycles(name, order), cycles(graph_of(name), order)
    listed = list(found)
    assert {shortest_rotation(cycle) for cycle in listed} == expected
    assert len(listed) == len(expected)
    assert [len(cycle) for cycle in listed] == sorted(map(len, listed))
    assert found.cycles == Counter(map(len, expected))
    assert found.endless == counts(plain_games(name, order).values())[1]


def assert_goes_round(cycle, order):
    assert len(set(cycle)) == len(cycle)
    for before, after in zip(cycle, (*cycle[1:], cycle[0]), strict=True):
        assert child(before, order) == after


@both_orders
def test_cycles_are_listed_in_order_of_play(order):
    for cycle in cycles(war_graph(7), order):
        assert cycle[0] == min(cycle, key=war_graph(7).positions.index)
        assert_goes_round(cycle, order)


@both_orders
@pytest.mark.parametrize("n", [*range(1, 9), *long(9, 10)])
def test_transcripts_find_what_the_graph_shows(n, order):
    by_transcripts, by_graph = cycles(n, order), cycles(war_graph(n), order)
    assert by_transcripts == by_graph
    assert by_transcripts.rows() == by_graph.rows()
    if n < 9:
        listed = list(by_transcripts)
        assert {shortest_rotation(cycle) for cycle in listed} == {shortest_rotation(cycle) for cycle in by_graph}
        assert [len(cycle) for cycle in listed] == sorted(Counter(map(len, by_graph)).elements())


# The data files of the author of OEIS A400411.
PUBLISHED = {
    **{n: {} for n in (1, 2, 3, 4, 6, 8, 12)}, 5: {6: 30}, 7: {8: 2304}, 9: {20: 98503, 30: 120177}, 10: {60: 395940},
    11: {12: 19702562, 24: 8521208},
}  # fmt: skip


@pytest.mark.parametrize(("n", "by_cycle_length"), PUBLISHED.items())
def test_balanced_deals_reach_cycles_of_published_lengths(n, by_cycle_length):
    assert lengths(n, "WL", "balanced").by_cycle_length == by_cycle_length


@both_orders
@pytest.mark.parametrize("n", [10, *long(13)])
def test_cycles_of_very_large_decks_go_round(n, order):
    found = cycles(n, order)
    for length in found.cycles:
        some = list(islice(found.source.cycles_of_length(length), 5))
        assert {len(cycle) for cycle in some} == {length}
        assert len(set(map(frozenset, some))) == 5
        for cycle in some:
            assert all(n in position.left for position in cycle)
            assert_goes_round(cycle, order)
        assert found.example(length) == some[0]
