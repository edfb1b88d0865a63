"""Published and independently computed numbers beyond what a graph can hold; smaller decks are compared with graphs.

Even deals: the data files of the author of OEIS A400411 (WL), with the lengths of the cycles; any deals at n = 11: the
whole War graph, played out once.
"""

from math import factorial

import pytest

from wargraph.fixed_order.lengths import endless, lengths, longest


@pytest.mark.parametrize(
    ("order", "deals", "n", "count", "turns"),
    [
        ("WL", "even", 11, 28223770, 41),
        ("WL", "even", 12, 0, 74),
        ("LW", "even", 11, 32668555, 34),
        ("LW", "even", 12, 23880636, 118),
        ("WL", "any", 11, 92416548, 45),
        ("LW", "any", 11, 110292181, 38),
    ],
)
def test_endless_games_and_the_longest_game(order, deals, n, count, turns):
    never, found = endless(n, order, deals), longest(n, order, deals)
    assert (never.endless, never.total) == (count, factorial(n) if deals == "even" else factorial(n + 1) // 2)
    assert (never.verify() is None) == (count == 0)
    assert found.turns == found.verify().turns == never.longest == turns
    assert found.example.split == (n + 1) // 2 if deals == "even" else n in found.example.left


@pytest.mark.parametrize(("n", "cycles"), [(11, {12: 19702562, 24: 8521208}), (12, {})])
def test_cycle_lengths_of_even_deals_under_wl(n, cycles):
    assert lengths(n, "WL", "even").by_cycle_length == cycles
