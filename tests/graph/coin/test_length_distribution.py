"""The exact distribution of lengths by a coin: every branch by the plain rules, the expectation, the random walk."""

from collections import Counter
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.graph.coin.test_expectation import coins
from tests.support import MATRICES, by_size, graph_of, graphs, starts_of, tournaments, war_graph
from wargraph.core.position import Deals
from wargraph.core.rules import ReturnOrder, children
from wargraph.graph.coin import length_distribution as lengths
from wargraph.graph.coin.length_distribution import length_distribution


@cache
def ends_by_a_coin(graph, deals, p, depth):
    """For each number of turns the ends of games after it, with their probabilities, in all branches by the rules."""
    starts = starts_of(graph, deals)
    now, ended = dict.fromkeys(starts, p / p / len(starts)), []
    for _ in range(depth + 1):
        ended.append({position: chance for position, chance in now.items() if position.is_terminal})
        after = Counter()
        for position, chance in now.items():
            for order, each in children(position, graph.relation).items():
                after[each] += chance * (p if order is ReturnOrder.WL else 1 - p)
        now = after
    return ended


def by_the_rules(*question):
    return tuple(sum(ends.values()) for ends in ends_by_a_coin(*question))


def assert_within_bounds(found, expected):
    for turns, chance in enumerate(expected):
        bounds = found.bounds(turns)
        assert bounds.low <= chance <= bounds.high
        assert bounds.high - bounds.low <= 1e-11 * bounds.high
    assert len(found.by_turns) == len(expected)
    assert sum(found.by_turns) == pytest.approx(float(sum(expected)), abs=1e-9)


@pytest.fixture
def floats(monkeypatch):
    """However small a graph is, its probabilities are doubles."""
    monkeypatch.setattr(lengths, "_MOST_BITS", 0)


DECKS = ["deck of 1", "deck of 2", "deck of 4", *by_size(MATRICES)]


@given(graphs(), st.sampled_from(list(Deals)), coins)
def test_it_is_that_of_all_branches(graph, deals, p):
    assert length_distribution(graph, 8, deals, p).by_turns == by_the_rules(graph, deals, p, 8)


@pytest.mark.usefixtures("floats")
@pytest.mark.parametrize("p", [Fraction(2, 7), Fraction(1, 10**6)])
@pytest.mark.parametrize("name", DECKS)
def test_bounds_hold_it(name, p):
    found = length_distribution(graph_of(name), 12, "balanced", p)
    assert found.error > 0
    assert_within_bounds(found, by_the_rules(graph_of(name), Deals.BALANCED, p, 12))


@pytest.mark.usefixtures("floats")
@pytest.mark.parametrize(("p", "depth"), [("1e-200", 8), ("3/10", 700)])
def test_bounds_hold_probabilities_too_small_for_doubles(p, depth):
    found = length_distribution(war_graph(3), depth, "all", p)
    for turns, chance in enumerate(by_the_rules(war_graph(3), Deals.ALL, Fraction(p), depth)):
        assert found.bounds(turns).low <= chance <= found.bounds(turns).high


def walk_distribution(n, split, depth):
    """How likely a fair walk on 0..n that starts at `split` ends after so many steps."""
    now = {split: Fraction(1)}
    ended = []
    for _ in range(depth + 1):
        ended.append(sum(now.pop(end, Fraction(0)) for end in (0, n)))
        after = {}
        for place, chance in now.items():
            for each in (place - 1, place + 1):
                after[each] = after.get(each, 0) + chance / 2
        now = after
    return tuple(ended)


@pytest.mark.parametrize("n", range(2, 9))
def test_a_fair_coin_makes_a_random_walk(n):
    found = length_distribution(war_graph(n), 80, "balanced")
    assert (found.error == 0) == (n < 8)
    assert_within_bounds(found, walk_distribution(n, (n + 1) // 2, 80))


@given(tournaments(most=5))
def test_a_fair_coin_treats_all_tournaments_alike(relation):
    found = length_distribution(relation, 20, "balanced")
    assert found.by_turns == walk_distribution(relation.n, (relation.n + 1) // 2, 20)


def test_rows():
    rows = length_distribution(5, 4, "balanced").rows()
    assert [(row["probability_exact"], row["longer"]) for row in rows[2:]] == [
        ("1/4", 0.75), ("1/8", 0.625), ("1/8", 0.5)
    ]  # fmt: skip
    last = length_distribution(8, 60, "balanced").rows()[-1]
    assert last["probability_low"] < last["probability"] < last["probability_high"]
