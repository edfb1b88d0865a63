"""The contest, against an attractor by the plain rules, position by position."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.graph.attractors.test_attractor import plain_attractor
from tests.support import SMALL_GRAPHS, drawing_relations, graph_of, plain_arcs, starts_of, tournaments
from wargraph.core.position import TIE, Deals, Player, Position
from wargraph.core.relation import Relation
from wargraph.core.rules import Chooser
from wargraph.graph.attractors.attractor import SearchGoal
from wargraph.graph.attractors.contest import contest
from wargraph.graph.attractors.contest_game import play_contest
from wargraph.graph.attractors.farthest import farthest

choosers = pytest.mark.parametrize("chooser", list(Chooser))


def forced_wins(name, chooser):
    """The turns of the wins that each player can force, by position; on a deck Left is who holds the highest card."""
    players = [Player.LEFT] if graph_of(name).positions.left_holds_n else Player
    return {player: plain_attractor(name, SearchGoal(player, chooser)) for player in players}


@choosers
@pytest.mark.parametrize("deals", list(Deals))
@pytest.mark.parametrize("name", SMALL_GRAPHS)
def test_a_result_counts_forced_wins_of_starts(name, deals, chooser):
    graph = graph_of(name)
    wins, exchanged = forced_wins(name, chooser), forced_wins(name, chooser.exchanged)
    found = contest(graph, chooser, deals)
    assert found == contest(graph.n if graph.positions.left_holds_n else graph.relation, chooser, deals)
    drawn = set(starts := starts_of(graph, deals))
    for player in wins:
        turns = {
            start: wins[player].get(start) if start in graph.positions else exchanged[player].get(start.swap())
            for start in starts
        }
        counts, forced = [*turns.values()], found.left if player is Player.LEFT else found.right
        most = max((each for each in counts if each is not None), default=-1)
        assert forced.layers == tuple(counts.count(each) for each in range(most + 1))
        assert len(forced.examples) == min(10, forced.positions)
        assert all(turns[start] == most for start in forced.examples)
        drawn -= {start for start in starts if turns[start] is not None}
    assert (found.drawn, found.starts, found.right is None) == (len(drawn), len(starts), len(wins) == 1)
    assert len(found.drawn_examples) == min(10, len(drawn))
    assert {*found.drawn_examples} <= drawn


@given(st.one_of(tournaments(), drawing_relations()), st.sampled_from(list(Chooser)))
def test_exchanged_players_win_alike(relation, chooser):
    found, other = contest(relation, chooser), contest(relation, chooser.exchanged)
    assert (found.left.layers, found.right.layers) == (other.right.layers, other.left.layers)
    assert found.drawn == other.drawn


@pytest.mark.parametrize("n", range(1, 7))
def test_left_alone_chooses_the_shortest_way(n):
    assert contest(n, "left").left.layers == farthest(n).layers


@pytest.mark.long
@choosers
@pytest.mark.parametrize("name", ["deck of 5", "deck of 6", "order on 3", "rock-paper-scissors"])
def test_a_game_is_as_long_as_forced(name, chooser):
    graph, expected = graph_of(name), forced_wins(name, chooser)
    relation = None if graph.positions.left_holds_n else graph.relation
    for position in list(graph)[:: max(1, len(graph) // 10)]:
        game = play_contest(position, chooser, relation)
        winners = {player: turns[position] for player, turns in expected.items() if position in turns}
        assert ({game.forced_by: game.turns} if game.forced_by else {}) == winners
        for turn, order in enumerate(game.orders):
            assert (game.positions[turn], game.positions[turn + 1], str(order)) in plain_arcs(name)
        if not game.forced_by:
            assert game.positions[-1] == game.positions[game.preperiod]
            assert not any(each in turns for turns in expected.values() for each in game.positions)


@pytest.mark.parametrize(("chooser", "exchanged"), [("winner", "winner"), ("right", "left"), ("left", "right")])
def test_exchanged_players_play_the_exchanged_game(chooser, exchanged):
    game, other = play_contest(Position("3|241"), chooser), play_contest(Position("241|3"), exchanged)
    assert (game.forced_by, other.forced_by) == ((None, None) if chooser == "left" else (Player.RIGHT, Player.LEFT))
    assert [position.swap() for position in game.positions] == list(other.positions)
    assert game.orders == other.orders


def test_where_cards_draw_nobody_may_force_a_win():
    relation = Relation([[0, 0], [0, 0]], interpretation="draws")
    assert contest(relation, deals="balanced").turns is None
    assert play_contest(Position("1|2"), relation=relation).positions[-1] == TIE
