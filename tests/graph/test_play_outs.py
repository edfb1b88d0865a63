"""Fixed return order: every game against the plain play-out."""

import pytest
from hypothesis import given

from tests.support import ORDERS, SMALL_GRAPHS, graph_of, refusal, relations, war_graph
from wargraph.core.position import Position
from wargraph.core.rules import play
from wargraph.errors import ParameterError, PositionError
from wargraph.fixed_order.lengths import cycles, endless, lengths, longest
from wargraph.graph.play_outs import play_outs
from wargraph.graph.war_graph import WarGraph


def assert_by_the_plain_rules(graph):
    for order in ORDERS:
        outs = play_outs(graph, order)
        for position in graph:
            game = play(position, order, graph.relation)
            number = outs.cycle_reached(position)
            assert (number is None) == (not game.is_endless)
            assert outs.turns(position) == (None if game.is_endless else game.turns)
            if number is not None:
                assert set(outs.cycle(number)) == set(game.positions[game.entry :])
                assert outs.cycle_lengths[number] == game.period


@pytest.mark.parametrize("name", SMALL_GRAPHS)
def test_every_game_is_that_of_the_plain_rules(name):
    assert_by_the_plain_rules(graph_of(name))


@given(relations(most=4))
def test_every_game_of_random_relations(relation):
    assert_by_the_plain_rules(WarGraph.from_relation(relation))


@pytest.mark.parametrize("function", [longest, lengths, endless, play_outs, cycles])
def test_an_unknown_order_is_refused(function):
    message = refusal(ParameterError, function, war_graph(3), "free")
    assert all(part in message for part in ["'free'", "WL or LW"])


def test_a_foreign_position_is_refused():
    assert "swap" in refusal(PositionError, play_outs(war_graph(4), "WL").turns, Position("1|234"))
