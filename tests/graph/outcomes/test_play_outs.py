"""Fixed return order: every game against the plain play-out."""

from hypothesis import given

from tests.support import ORDERS, graphs
from wargraph.core.rules import play
from wargraph.graph.outcomes.play_outs import play_outs


@given(graphs())
def test_every_game_is_that_of_the_plain_rules(graph):
    for order in ORDERS:
        outs = play_outs(graph, order)
        for position in graph:
            game = play(position, order, graph.relation)
            number = outs.cycle_reached(position)
            assert (number is None) == (not game.is_endless)
            assert outs.turns(position) == (None if game.is_endless else game.turns)
            if number is not None:
                assert set(outs.cycle(number)) == set(game.positions[game.preperiod :])
                assert outs.cycle_lengths[number] == game.cycle_length
