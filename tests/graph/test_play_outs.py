"""Fixed return order: every game against the plain play-out."""

import pytest
from hypothesis import given

from tests.support import ORDERS, SMALL_GRAPHS, graph_of, plain_games, refusal, relations, war_graph
from wargraph.core.position import Position
from wargraph.core.rules import play
from wargraph.errors import ParameterError, PositionError
from wargraph.fixed_order.lengths import cycles, endless, lengths, longest
from wargraph.graph.play_outs import play_outs
from wargraph.graph.war_graph import WarGraph

every_graph = pytest.mark.parametrize("name", SMALL_GRAPHS)
both_orders = pytest.mark.parametrize("order", ORDERS)


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
            game = play(position, order, relation)
            assert outs.turns(position) == (None if game.is_endless else game.turns)
            if game.is_endless:
                number = -1 - int(outs.outcome[graph.positions.index(position)])
                assert set(outs.cycle(number)) == set(game.positions[game.entry :])


@pytest.mark.parametrize("function", [longest, lengths, endless, play_outs, cycles])
def test_an_unknown_order_is_refused(function):
    message = refusal(ParameterError, function, war_graph(3), "free")
    assert "'free'" in message
    assert "WL or LW" in message


def test_a_foreign_position_is_refused():
    assert "swap" in refusal(PositionError, play_outs(war_graph(4), "WL").turns, Position("1|234"))
