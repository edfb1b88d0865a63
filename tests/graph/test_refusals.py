"""What the questions about a graph refuse, and with which way out; what every question refuses: `tests/test_misuse`."""

import math

import pytest

from tests.support import MATRICES, refusal, war_graph
from wargraph.core.position import Position
from wargraph.errors import NoGameEndsError, ParameterError, PositionError, RelationError, TooLargeError
from wargraph.fixed_order.lengths import cycles, endless, lengths, longest
from wargraph.graph.attractors.contest import contest
from wargraph.graph.attractors.distances import distances
from wargraph.graph.attractors.farthest import farthest
from wargraph.graph.attractors.retrograde import attractor
from wargraph.graph.coin.exact_values import generating_function
from wargraph.graph.coin.expectation import expected_length
from wargraph.graph.coin.length_distribution import length_distribution
from wargraph.graph.outcomes.play_outs import play_outs
from wargraph.graph.positions import Positions
from wargraph.graph.structure.free_cycles import free_cycles
from wargraph.graph.war_graph import WarGraph

FOUR = war_graph(4)
OF_A_POSITION = [
    FOUR.children, FOUR.parents, FOUR.positions.index, distances(FOUR).turns, play_outs(FOUR, "WL").turns,
    attractor(4, has_turns=True).turns, expected_length(FOUR).turns,
    lambda position: generating_function(4, position),
]  # fmt: skip
REFUSED = [
    *((PositionError, ask, [Position("32|41")], ["32|41", "card 4", "swap", "41|32"]) for ask in OF_A_POSITION),
    *((PositionError, ask, [Position("32|1")], ["32|1", "1..3", "1..4"]) for ask in OF_A_POSITION),
    *((TooLargeError, WarGraph, [n], [f"on {n} cards", "GB", "use at most"]) for n in (40, 1000)),
    *((ParameterError, WarGraph, [n], [f"n = {n}", "whole number from 1 to"]) for n in (-1, True)),
    (RelationError, WarGraph.from_relation, [[[0, 1], [1, 0]]], ["cards 1 and 2"]),
    (IndexError, Positions(3, left_holds_n=False).__getitem__, [24], ["24"]),
    (IndexError, Positions(3, left_holds_n=True).__getitem__, [-13], ["-13"]),
    *((ParameterError, ask, [3, "free"], ["'free'", "WL or LW"])
      for ask in (longest, lengths, endless, play_outs, cycles)),
    *((ParameterError, free_cycles, [3, up_to], [repr(up_to)]) for up_to in (0, 1, True, -2)),
    (TooLargeError, free_cycles, [5, 60], ["length 60", "92 positions", "ask for lengths up to 41"]),
    (NoGameEndsError, farthest, [MATRICES["no balanced deal ends"], "balanced"], ["balanced deals of matrix"]),
    (ParameterError, contest, [4, "nobody"], ["use winner, loser, left or right"]),
    (TooLargeError, attractor, [18], ["the search back from all ends on 18 cards"]),
    *((ParameterError, expected_length, [4, "all", p], ["above 0 and below 1"])
      for p in (0, 1, -0.5, "1/0", "x", None, True, math.nan)),
    *((ParameterError, lambda error: expected_length(4, relative_error=error), [error], ["relative_error"])
      for error in (0, 1, -1, True, math.nan)),
    (TooLargeError, lambda n: expected_length(n, exact=True), [7], ["unknowns"]),
    (ParameterError, expected_length, [4, "odd"], ["balanced"]),
    (TooLargeError, generating_function, [5], ["unknowns"]),
    (TooLargeError, generating_function, [6, "all", "1/2"], ["unknowns"]),
    (ParameterError, generating_function, [3, "all", 0], ["above 0"]),
    *((ParameterError, length_distribution, [4, up_to], ["up_to"]) for up_to in (-1, 1.5, 10**6)),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "call", "arguments", "parts"), REFUSED)
def test_refusals(kind, call, arguments, parts):
    message = refusal(kind, call, *arguments)
    assert [part for part in parts if part not in message] == []
