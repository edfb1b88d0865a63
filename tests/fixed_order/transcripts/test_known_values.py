"""Published and independently computed numbers beyond what a graph can hold.

Even deals: the data files of the author of OEIS A400411 (WL), with the lengths of the cycles; any deals at n = 11: the
whole War graph, played out once.
"""

from math import factorial

import pytest

from wargraph.fixed_order.lengths import endless, lengths, longest

EVEN_ENDLESS = {
    "WL": {1: 0, 2: 0, 3: 0, 4: 0, 5: 30, 6: 0, 7: 2304, 8: 0, 9: 218680, 10: 395940, 11: 28223770, 12: 0},
    "LW": {5: 64, 6: 72, 7: 3363, 8: 0, 9: 273156, 10: 322940, 11: 32668555, 12: 23880636},
}
EVEN_LONGEST = {
    "WL": {5: 8, 6: 15, 7: 15, 8: 26, 9: 28, 10: 49, 11: 41, 12: 74},
    "LW": {5: 6, 6: 17, 7: 12, 8: 38, 9: 22, 10: 101, 11: 34, 12: 118},
}
EVEN_CYCLE_LENGTHS = {
    5: {6: 30},
    7: {8: 2304},
    9: {20: 98503, 30: 120177},
    10: {60: 395940},
    11: {12: 19702562, 24: 8521208},
    12: {},
}
ANY_ENDLESS = {
    "WL": {1: 0, 2: 0, 3: 0, 4: 0, 5: 42, 6: 0, 7: 4695, 8: 0, 9: 577731, 10: 1210608, 11: 92416548},
    "LW": {3: 2, 4: 0, 5: 96, 6: 144, 7: 7113, 8: 0, 9: 739738, 10: 1026145, 11: 110292181},
}
ANY_LONGEST = {
    "WL": {1: 0, 2: 1, 3: 3, 4: 7, 5: 9, 6: 17, 7: 17, 8: 29, 9: 31, 10: 53, 11: 45},
    "LW": {1: 0, 2: 1, 3: 2, 4: 7, 5: 7, 6: 19, 7: 14, 8: 41, 9: 25, 10: 105, 11: 38},
}


def terms(table):
    return [(order, n, value) for order, by_n in table.items() for n, value in by_n.items()]


@pytest.mark.parametrize(("order", "n", "count"), terms(EVEN_ENDLESS))
def test_endless_even_deals(order, n, count):
    found = endless(n, order, "even")
    assert (found.endless, found.total) == (count, factorial(n))
    assert (found.verify() is None) == (count == 0)


@pytest.mark.parametrize(("order", "n", "turns"), terms(EVEN_LONGEST))
def test_longest_game_of_even_deals(order, n, turns):
    found = longest(n, order, "even")
    assert found.turns == found.verify().turns == turns
    assert found.example.split == (n + 1) // 2


@pytest.mark.parametrize(("n", "cycles"), EVEN_CYCLE_LENGTHS.items())
def test_cycle_lengths_of_even_deals_under_wl(n, cycles):
    assert lengths(n, "WL", "even").by_cycle_length == cycles


@pytest.mark.parametrize(("order", "n", "count"), terms(ANY_ENDLESS))
def test_endless_games_of_any_deal(order, n, count):
    found = endless(n, order)
    assert (found.endless, found.total) == (count, max(1, factorial(n + 1) // 2))


@pytest.mark.parametrize(("order", "n", "turns"), terms(ANY_LONGEST))
def test_longest_game_of_any_deal(order, n, turns):
    found = longest(n, order)
    assert found.turns == found.verify().turns == turns
    assert n in found.example.left
