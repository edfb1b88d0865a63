"""Published and independently computed numbers beyond what a graph can hold; smaller decks are compared with graphs.

Even deals: the data files of the author of OEIS A400411 (WL), with the lengths of the cycles; any deals at n = 11: the
whole War graph, played out once.
"""

from math import factorial

import pytest

from wargraph.fixed_order.lengths import endless, lengths, longest

ENDLESS = {
    ("WL", "even"): {11: 28223770, 12: 0},
    ("LW", "even"): {11: 32668555, 12: 23880636},
    ("WL", "any"): {11: 92416548},
    ("LW", "any"): {11: 110292181},
}
LONGEST = {
    ("WL", "even"): {11: 41, 12: 74},
    ("LW", "even"): {11: 34, 12: 118},
    ("WL", "any"): {11: 45},
    ("LW", "any"): {11: 38},
}


def terms(table):
    return [(*asked, n, value) for asked, by_n in table.items() for n, value in by_n.items()]


@pytest.mark.parametrize(("order", "deals", "n", "count"), terms(ENDLESS))
def test_endless_games(order, deals, n, count):
    found = endless(n, order, deals)
    assert (found.endless, found.total) == (count, factorial(n) if deals == "even" else factorial(n + 1) // 2)
    assert (found.verify() is None) == (count == 0)


@pytest.mark.parametrize(("order", "deals", "n", "turns"), terms(LONGEST))
def test_the_longest_game(order, deals, n, turns):
    found = longest(n, order, deals)
    assert found.turns == found.verify().turns == turns
    assert found.example.split == (n + 1) // 2 if deals == "even" else n in found.example.left


@pytest.mark.parametrize(("n", "cycles"), [(11, {12: 19702562, 24: 8521208}), (12, {})])
def test_cycle_lengths_of_even_deals_under_wl(n, cycles):
    assert lengths(n, "WL", "even").by_cycle_length == cycles
