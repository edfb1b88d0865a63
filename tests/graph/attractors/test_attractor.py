"""Attractors in arrays and by the search back: against networkx, a queue by the plain rules, and each other."""

from collections import deque
from functools import cache
from itertools import islice, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support import (
    SMALL_GRAPHS,
    graph_of,
    graphs,
    long,
    plain_digraph,
    plain_turns,
    positions_of,
)
from wargraph.core.position import TIE, Deals, Player
from wargraph.core.rules import Chooser, play
from wargraph.core.rules import turn_winner as winner_of
from wargraph.graph.attractors.attractor import ANY_END, SearchGoal
from wargraph.graph.attractors.distances import distances_to
from wargraph.graph.attractors.retrograde import attractor
from wargraph.graph.war_graph import WarGraph

AIMS = [SearchGoal(player, chooser) for player in Player for chooser in Chooser]
DEALS = list(Deals)


@cache
def plain_attractor(name, aim):
    """The turns to the end, by position: a queue back from the ends, which counts the children that are settled."""
    if aim == ANY_END:
        return plain_turns(name)
    graph, digraph = graph_of(name), plain_digraph(name)
    ends = [end for end in digraph if end.is_terminal and end != TIE and bool(end.left) == (aim.winner is Player.LEFT)]
    turns, missing, queue = dict.fromkeys(ends, 0), {}, deque(ends)
    while queue:
        position = queue.popleft()
        for before in digraph.predecessors(position):
            is_helped = aim.chooser.at_turn_of(winner_of(before, graph.relation)) is aim.winner
            missing[before] = missing.get(before, 1 if is_helped else digraph.out_degree(before)) - 1
            if missing[before] == 0:
                turns[before] = turns[position] + 1
                queue.append(before)
    return turns


def searches(graph, aim=ANY_END):
    """The attractor in arrays and, by bits, that of the search back."""
    return distances_to(graph, aim), attractor(
        graph.n if graph.positions.left_holds_n else graph.relation, aim, has_turns=True
    )


@pytest.mark.parametrize("aim", [ANY_END, *long(*AIMS)], ids=lambda aim: f"{aim.winner} by {aim.chooser}")
@pytest.mark.parametrize("name", SMALL_GRAPHS)
@pytest.mark.parametrize("piece", [50, 1 << 20])
def test_turns_agree_with_networkx_and_a_plain_queue(name, aim, piece, monkeypatch):
    monkeypatch.setattr("wargraph.graph.attractors.distances._PIECE", piece)
    graph, expected = graph_of(name), plain_attractor(name, aim)
    graph.forget()
    if not (graph.positions.left_holds_n and aim.winner is Player.RIGHT):
        found = distances_to(graph, aim)
        assert {position: found.turns(position) for position in graph} == {
            position: expected.get(position) for position in graph
        }
        assert {position for position in graph if found.has(position)} == expected.keys()


def assert_same_layers(one, other):
    for deals in DEALS:
        assert one.sizes(deals) == other.sizes(deals)
        assert one.farthest(deals) == other.farthest(deals)
        assert list(islice(one.outside(deals), 999)) == list(islice(other.outside(deals), 999))


@pytest.mark.parametrize(
    ("deck", "aim"),
    [
        *product(
            (7, "random:7:1", "cyclic:7"), (ANY_END, SearchGoal(Player.LEFT), SearchGoal(Player.LEFT, Chooser.RIGHT))
        ),
        ("random:8:1", ANY_END),
        *long(*product(("random:7:2", "random:8:2"), (ANY_END, *AIMS))),
        *long(*product(("cyclic:9", 8, 9), (ANY_END,)), ("cyclic:9", SearchGoal(Player.RIGHT, Chooser.LEFT))),
    ],
)
def test_both_searches_agree(deck, aim):
    graph = WarGraph(deck)
    arrays, bits = searches(graph, aim)
    assert_same_layers(arrays, bits)
    for index in range(0, len(graph), 97 if len(graph) < 10**5 else 997):
        position = graph.positions[index]
        assert bits.turns(position) == arrays.turns(position)
        assert bits.has(position) == arrays.has(position)
        if aim == ANY_END:
            assert bits.game(position) == arrays.game(position)


@given(graphs(5), st.data())
def test_shortest_games_are_those_of_a_plain_search(graph, data):
    position = data.draw(positions_of(graph.n).filter(graph.positions.__contains__))
    game = play(position, "free", graph.relation)
    found = distances_to(graph, ANY_END)
    assert found.game(position) == game
    assert found.turns(position) == (None if game.is_endless else game.turns)
