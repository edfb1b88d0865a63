"""Who wins how often by a coin: the equations in fractions, the theorem of the fair coin, fixed orders nearby."""

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.graph.coin.test_expectation import coins
from tests.graph.coin.test_length_distribution import ends_by_a_coin
from tests.support import MATRICES, examples, graph_of, relations, tournaments, war_graph
from wargraph.core.position import TIE, Deals
from wargraph.graph.coin.winning_chances import winning_chances
from wargraph.graph.war_graph import WarGraph

FEW_CARDS = [name for name, relation in MATRICES.items() if relation.n < 5]
OUTCOMES = ("left", "right", "tie", "never")


@pytest.mark.parametrize("name", FEW_CARDS)
def test_chances_are_those_of_the_branches(name):
    graph, p = graph_of(name), Fraction(1, 3)
    for deals in Deals:
        found, chances = winning_chances(graph, deals, p, exact=True), Counter()
        for end, chance in (pair for ends in ends_by_a_coin(graph, deals, float(p), 150) for pair in ends.items()):
            chances["tie" if end == TIE else "left" if end.left else "right"] += chance
        for outcome in ("left", "right", "tie"):
            bounds = getattr(found, outcome)
            assert (bounds is None) == (outcome == "tie" and not graph.relation.has_draws)
            assert chances[outcome] == pytest.approx(0 if bounds is None else float(bounds.low), abs=1e-9)
        assert sum(bounds.low for each in OUTCOMES if (bounds := getattr(found, each))) == 1


@given(relations(most=4), st.sampled_from(list(Deals)), coins)
def test_bounds_contain_the_fractions(relation, deals, p):
    graph = WarGraph.from_relation(relation)
    exact, found = (winning_chances(graph, deals, p, exact=each) for each in (True, False))
    for outcome in OUTCOMES:
        bounds, chance = getattr(found, outcome), getattr(exact, outcome)
        assert (bounds is None) == (chance is None)
        if bounds is not None:
            assert chance.is_exact
            assert 0 <= bounds.low <= chance.low <= bounds.high <= 1
            assert bounds.high - bounds.low <= (1e-6 if outcome != "never" else 3e-6)


@examples(12)
@given(tournaments(most=5), st.sampled_from(list(Deals)))
def test_fair_coin_chances_are_shares_of_cards(relation, deals):
    found = winning_chances(relation, deals, exact=True)
    n = relation.n
    assert found.left.low == (Fraction(1, 2) if deals is Deals.ALL else Fraction((n + 1) // 2, n))
    assert found.left.low + found.right.low == 1
    assert found.never.low == 0


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_the_holder_of_the_highest_card_wins(n):
    assert winning_chances(war_graph(n), exact=True).left.low == 1
    even = winning_chances(war_graph(n), "balanced", "1/3")
    assert even.left.low <= (n + 1) // 2 / n <= even.left.high
    assert even.never.high == 0


def test_rows():
    (row,) = winning_chances("rock-paper-scissors", exact=True).rows()
    assert row == {
        "n": 3, "deals": "all", "p": "1/2", "left": 0.5, "left_exact": "1/2", "right": 0.5, "right_exact": "1/2",
        "never": 0.0, "never_exact": "0",
    }  # fmt: skip
    (row,) = winning_chances(MATRICES["two ranks in two suits"]).rows()
    assert row["tie_low"] <= 4 / 15 <= row["tie_high"]
