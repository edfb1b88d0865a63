"""Fixed return order: every game against the plain play-out, distributions, longest games and cycles."""

from collections import Counter

import networkx as nx
import pytest
from hypothesis import given

from tests.support import (
    ORDERS,
    SMALL_GRAPHS,
    graph_of,
    plain_arcs,
    plain_games,
    refusal,
    relations,
    shortest_rotation,
    turns_and_period,
    war_graph,
)
from wargraph.errors import ParameterError, PositionError
from wargraph.graph.play_outs import cycles_of_order, lengths, longest, play_outs
from wargraph.graph.war_graph import WarGraph
from wargraph.position import Deals, Position, even_deals
from wargraph.rules import ReturnOrder, child, play_out

every_graph = pytest.mark.parametrize("name", SMALL_GRAPHS)
both_orders = pytest.mark.parametrize("order", ORDERS)


def counts(games):
    """Games as `lengths` counts them: by turns, and the endless ones by cycle length."""
    by_turns = Counter(turns for turns, _ in games if turns is not None)
    by_cycle_length = Counter(period for _, period in games if period is not None)
    return by_turns, by_cycle_length


def assert_lengths(found, games):
    by_turns, by_cycle_length = counts(games)
    assert (found.by_turns, found.by_cycle_length) == (by_turns, by_cycle_length)
    assert (found.finite, found.endless) == (by_turns.total(), by_cycle_length.total())
    assert found.total == len(games)


def cycle_length(outs, position):
    number = -1 - int(outs.outcome[outs.graph.positions.index(position)])
    return int(outs.cycle_lengths[number])


@both_orders
@every_graph
def test_every_game_is_as_long_as_played_by_the_plain_rules(name, order):
    outs = play_outs(graph_of(name), order)
    for position, (turns, period) in plain_games(name, order).items():
        assert outs.turns(position) == turns
        if turns is None:
            assert cycle_length(outs, position) == period


@given(relations(most=4))
def test_every_game_of_random_relations(relation):
    graph = WarGraph.from_relation(relation)
    for order in ORDERS:
        outs = play_outs(graph, order)
        for position in graph:
            game = play_out(position, order, relation)
            assert outs.turns(position) == (None if game.is_endless else game.turns)
            if game.is_endless:
                number = -1 - int(outs.outcome[graph.positions.index(position)])
                assert set(outs.cycle(number)) == set(game.positions[game.entry :])


@both_orders
@every_graph
def test_lengths_of_any_deals_are_those_of_all_positions(name, order):
    found = lengths(graph_of(name), order)
    assert found.deals is Deals.ANY
    assert_lengths(found, list(plain_games(name, order).values()))


@both_orders
@pytest.mark.parametrize("name", [*SMALL_GRAPHS, "deck of 7"])
def test_lengths_of_even_deals_are_those_of_all_deals_whoever_holds_n(name, order):
    graph = graph_of(name)
    games = [turns_and_period(deal, order, graph.relation) for deal in even_deals(graph.n)]
    found = lengths(graph, order, "even")
    assert_lengths(found, games)
    assert list(found.by_turns) == sorted(found.by_turns)


@pytest.mark.parametrize("deals", list(Deals))
@both_orders
@every_graph
def test_the_longest_game_is_one_and_counts_its_equals(name, order, deals):
    graph = graph_of(name)
    starts = even_deals(graph.n) if deals == "even" else plain_games(name, order)
    finite, _ = counts([turns_and_period(start, order, graph.relation) for start in starts])
    found = longest(graph, order, deals)
    if not finite:
        assert found is None
        return
    assert (found.turns, found.positions) == (max(finite), finite[max(finite)])
    game = play_out(found.example, order, graph.relation)
    assert (game.is_endless, game.turns) == (False, found.turns)
    if deals == "even":
        assert 0 <= len(found.example.left) - len(found.example.right) <= 1
    else:
        assert found.example in graph


def test_of_no_even_deal_that_ends_there_is_no_longest():
    graph = graph_of("no even deal ends")
    assert longest(graph, "WL", "even") is None
    assert lengths(graph, "WL", "even").endless == 24
    assert longest(graph, "WL", "any").turns >= 1


@both_orders
@every_graph
def test_cycles_are_those_that_networkx_finds(name, order):
    one_order = nx.DiGraph((before, after) for before, after, arc in plain_arcs(name) if arc == order)
    expected = {shortest_rotation(tuple(cycle)) for cycle in nx.simple_cycles(one_order)}
    found = cycles_of_order(graph_of(name), order)
    listed = list(found)
    assert {shortest_rotation(cycle) for cycle in listed} == expected
    assert len(listed) == len(expected)
    assert [len(cycle) for cycle in listed] == sorted(map(len, listed))
    assert found.cycles == Counter(map(len, expected))
    assert found.endless == counts(plain_games(name, order).values())[1]


@both_orders
def test_a_cycle_is_listed_in_the_order_of_play(order):
    for cycle in cycles_of_order(war_graph(7), order):
        assert cycle[0] == min(cycle, key=war_graph(7).positions.index)
        for before, after in zip(cycle, (*cycle[1:], cycle[0]), strict=True):
            assert child(before, order) == after


def test_rows():
    found = longest(war_graph(5), "LW", "even")
    assert found.rows() == [
        {"n": 5, "order": "LW", "deals": "even", "turns": 6, "positions": found.positions, "example": found.example}
    ]
    rows = lengths(war_graph(3), "LW").rows()
    assert [(row["turns"], row["cycle_length"], row["positions"]) for row in rows] == [
        (0, None, 6),
        (1, None, 3),
        (2, None, 1),
        (None, 2, 2),
    ]
    found = cycles_of_order(graph_of("lizard-Spock"), "WL").rows()
    assert found == [{"length": 10, "cycles": 2, "positions": 20, "endless": 160}]


def test_wl_is_the_default_and_answers_are_kept():
    graph = war_graph(5)
    assert longest(graph) == longest(graph, "WL", "any")
    assert lengths(graph) == lengths(graph, ReturnOrder.WL, Deals.ANY)
    assert play_outs(graph, "LW") is play_outs(graph, ReturnOrder.LW)
    assert play_outs(graph, "LW") is not play_outs(graph, "WL")


@pytest.mark.parametrize("function", [longest, lengths, play_outs, cycles_of_order])
def test_an_unknown_order_is_refused(function):
    message = refusal(ParameterError, function, war_graph(3), "free")
    assert "'free'" in message
    assert "WL or LW" in message


@pytest.mark.parametrize("function", [longest, lengths])
def test_unknown_deals_are_refused(function):
    message = refusal(ParameterError, function, war_graph(3), "WL", "fair")
    assert "'fair'" in message
    assert "any or even" in message


def test_a_foreign_position_is_refused():
    assert "swap" in refusal(PositionError, play_outs(war_graph(4), "WL").turns, Position("1|234"))
