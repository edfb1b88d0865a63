"""Who wins how often: game by game with the plain rules, and by networkx under free order."""

from collections import Counter

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support import MATRICES, ORDERS, examples, graph_of, plain_digraph, relations, starts_of, war_graph
from wargraph.core.position import TIE, Deals, Player
from wargraph.core.rules import play
from wargraph.graph.outcomes.winners import possible_winners, winners
from wargraph.graph.war_graph import WarGraph


def outcome_of(game):
    return "endless" if game.is_endless else game.winner or "tie"


def assert_by_the_plain_rules(found, graph):
    starts = starts_of(graph, found.deals)
    games = [(start, outcome_of(play(start, found.order, graph.relation))) for start in starts]
    count = Counter(outcome for _, outcome in games)
    assert (found.left, found.right, found.endless) == (count[Player.LEFT], count[Player.RIGHT], count["endless"])
    assert (found.tie, found.total) == (count["tie"] if graph.relation.has_draws else None, len(games))
    for card in range(1, graph.n + 1):
        wins = sum(winner is (Player.LEFT if card in start.left else Player.RIGHT) for start, winner in games)
        loses = sum(winner is (Player.RIGHT if card in start.left else Player.LEFT) for start, winner in games)
        assert (found.holder_wins[card - 1], found.holder_loses[card - 1]) == (wins, loses)
        assert found.holder_share(card) == (round(wins / (wins + loses), 6) if wins + loses else None)


@given(relations(), st.sampled_from(ORDERS), st.sampled_from(list(Deals)))
@examples(30)
def test_games_of_a_relation_agree_with_plain_play(relation, order, deals):
    graph = WarGraph.from_relation(relation)
    assert_by_the_plain_rules(winners(graph, order, deals), graph)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("n", range(1, 7))
def test_the_holder_of_the_highest_card_wins(n, order):
    for deals in Deals:
        found = winners(war_graph(n), order, deals)
        assert_by_the_plain_rules(found, war_graph(n))
        assert (found.holder_wins[-1], found.holder_loses[-1]) == (found.left + found.right, 0)
        winners_at_all = {("left",), ("right",)} if deals is Deals.BALANCED and n > 1 else {("left",)}
        assert possible_winners(war_graph(n), deals).starts.keys() == winners_at_all


@pytest.mark.parametrize("deals", list(Deals))
@pytest.mark.parametrize("name", MATRICES)
def test_who_can_win_under_free_order_by_networkx(name, deals):
    view = plain_digraph(name)
    ends = {
        "left": {position for position in view if position.left and not position.right},
        "right": {position for position in view if position.right and not position.left},
        "tie": {TIE} & set(view),
    }
    before = {outcome: set().union(*(nx.ancestors(view, end) | {end} for end in ends[outcome])) for outcome in ends}
    expected = Counter(
        tuple(outcome for outcome in ends if start in before[outcome]) for start in starts_of(graph_of(name), deals)
    )
    found = possible_winners(graph_of(name), deals)
    assert found.starts == expected
    rows = {" or ".join(outcomes) or "nobody": count for outcomes, count in expected.items()}
    assert {row["can_win"]: row["positions"] for row in found.rows()} == rows
