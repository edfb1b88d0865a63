"""The contest, against an attractor by the plain rules, position by position."""

from itertools import zip_longest
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.graph.test_attractor import plain_attractor
from tests.support import (
    SMALL_GRAPHS,
    drawing_relations,
    graph_of,
    plain_arcs,
    refusal,
    tournaments,
    war_graph,
)
from wargraph.core.position import TIE, Deals, Player, Position
from wargraph.core.relation import Relation
from wargraph.core.rules import Chooser
from wargraph.errors import ParameterError
from wargraph.graph.attractor import Aim
from wargraph.graph.contest import contest
from wargraph.graph.contest_game import play_contest
from wargraph.graph.finish import finish

choosers = pytest.mark.parametrize("chooser", list(Chooser))


def players_of(graph):
    return [Player.LEFT] if graph.positions.left_holds_n else list(Player)


@choosers
@pytest.mark.parametrize("name", SMALL_GRAPHS)
def test_a_result_counts_them(name, chooser):
    graph = graph_of(name)
    deck = graph.n if graph.positions.left_holds_n else graph.relation
    found = contest(deck, chooser)
    expected = {player: plain_attractor(name, Aim(player, chooser)) for player in players_of(graph)}
    assert found.left.total == len(expected[Player.LEFT])
    assert (found.right.total if found.right else 0) == len(expected.get(Player.RIGHT, ()))
    starts = [position for position in graph if position != TIE]
    drawn = [position for position in starts if not any(position in turns for turns in expected.values())]
    assert found.drawn == len(drawn)
    assert list(found.drawn_examples) == drawn[:10]
    most = max((max(turns.values()) for turns in expected.values() if turns), default=None)
    assert found.turns == most
    longest = expected[found.longest.player]
    assert list(found.longest.examples) == [position for position in graph if longest.get(position) == most][:10]
    (row,) = found.rows()
    assert row["positions"] == sum(turns == most for turns in longest.values())


@given(st.one_of(tournaments(), drawing_relations()), st.sampled_from(list(Chooser)), st.sampled_from(list(Deals)))
def test_no_position_is_won_by_both_and_exchanged_players_win_alike(relation, chooser, deals):
    found, other = contest(relation, chooser, deals), contest(relation, chooser.exchanged, deals)
    starts = sum(found.left.layers) + sum(found.right.layers) + found.drawn
    assert starts == sum(other.left.layers) + sum(other.right.layers) + other.drawn
    if deals is Deals.ANY:
        assert found.left.layers == other.right.layers
        assert found.drawn == other.drawn


# By brute force over the n! deals, each player choosing as they sit: most turns and positions that are drawn.
BY_SEAT = {
    "left": {3: (3, 1), 4: (6, 4), 5: (8, 33), 6: (11, 195)},
    "right": {3: (2, 1), 4: (6, 4), 5: (7, 36), 6: (11, 195)},
}


@pytest.mark.parametrize("chooser", BY_SEAT)
@pytest.mark.parametrize("n", [3, 4, 5, 6])
def test_in_even_deals_who_chooses_is_a_player_by_seat(n, chooser):
    found = contest(n, chooser, "even")
    assert (found.turns, found.drawn) == BY_SEAT[chooser][n]
    assert found.starts == factorial(n)


@choosers
@pytest.mark.parametrize("n", range(1, 7))
def test_even_deals_of_the_deck_are_those_of_its_order_as_a_relation(n, chooser):
    found, relation = contest(n, chooser, "even"), contest(Relation.order(n), chooser, "even")
    assert relation.right is not None
    together = zip_longest(relation.left.layers, relation.right.layers, fillvalue=0)
    assert found.left.layers == tuple(map(sum, together))
    assert found.drawn == relation.drawn
    if found.drawn <= len(found.drawn_examples):
        assert set(relation.drawn_examples) == set(found.drawn_examples)


@choosers
@pytest.mark.parametrize("name", ["order on 5", "two ranks in two suits", "lizard-Spock", "some cannot end"])
def test_arrays_and_bits_agree(name, chooser):
    graph = graph_of(name)
    assert contest(graph, chooser, "even") == contest(graph.relation, chooser, "even")


@pytest.mark.long
@choosers
@pytest.mark.parametrize("name", ["deck of 5", "deck of 6", "order on 3", "rock-paper-scissors"])
def test_a_game_takes_as_long_as_can_be_forced(name, chooser):
    graph = graph_of(name)
    expected = {player: plain_attractor(name, Aim(player, chooser)) for player in players_of(graph)}
    relation = None if graph.positions.left_holds_n else graph.relation
    for position in list(graph)[:: max(1, len(graph) // 10)]:
        game = play_contest(position, chooser, relation)
        winners = {player: turns[position] for player, turns in expected.items() if position in turns}
        assert ({game.forced_by: game.turns} if game.forced_by else {}) == winners
        for turn, order in enumerate(game.orders):
            assert (game.positions[turn], game.positions[turn + 1], str(order)) in plain_arcs(name)
        if not game.forced_by:
            assert game.positions[-1] == game.positions[game.entry]
            assert not any(each in turns for turns in expected.values() for each in game.positions)


@pytest.mark.parametrize(("chooser", "exchanged"), [("winner", "winner"), ("right", "left"), ("left", "right")])
def test_a_game_in_which_right_holds_the_highest_card_is_that_of_the_players_exchanged(chooser, exchanged):
    game, other = play_contest(Position("3|241"), chooser), play_contest(Position("241|3"), exchanged)
    assert (game.forced_by, other.forced_by) == ((None, None) if chooser == "left" else (Player.RIGHT, Player.LEFT))
    assert [position.swap() for position in game.positions] == list(other.positions)
    assert game.orders == other.orders


# The numbers come from independent throwaway programs, for any deals and the winner choosing.
@pytest.mark.parametrize(("n", "turns"), [(1, 0), (2, 1), (3, 3), (4, 9), (5, 15), (6, 25)])
def test_known_values(n, turns):
    found = contest(n)
    assert (found.turns, found.drawn) == (turns, 240 if n == 6 else 0)
    assert found == contest(war_graph(n))
    assert contest(n, "left").left.layers == finish(n).layers


def test_where_cards_draw_nobody_may_force_a_win():
    relation = Relation([[0, 0], [0, 0]], reading="draws")
    found = contest(relation, deals="even")
    assert found.turns is None
    assert "nobody can force a win" in str(found)
    assert play_contest(Position("1|2"), relation=relation).positions[-1] == TIE
    assert "use winner, loser, left or right" in refusal(ParameterError, contest, 4, "nobody")
