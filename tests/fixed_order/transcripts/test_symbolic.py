"""Transcript classes in plain Python, against every position played by the plain rules."""

from collections import Counter

import pytest

from tests.support import ORDERS, plain_games, refusal
from wargraph.core.position import Player
from wargraph.core.rules import child, turn_winner
from wargraph.errors import ParameterError
from wargraph.fixed_order.transcripts.symbolic import TranscriptClass, transcript_classes

both_orders = pytest.mark.parametrize("order", ORDERS)


@both_orders
@pytest.mark.parametrize("n", range(1, 7))
def test_classes_hold_each_finite_position_once(n, order):
    held = Counter(position for known in transcript_classes(n, order) for position in known.all_positions())
    finite = {position for position, (turns, _) in plain_games(f"deck of {n}", order).items() if turns is not None}
    assert held == Counter(finite)


@both_orders
@pytest.mark.parametrize("n", range(1, 6))
def test_positions_of_a_class_play_as_its_transcript(n, order):
    for known in transcript_classes(n, order):
        positions = list(known.all_positions())
        assert known.positions == len(positions)
        assert known.example() in positions
        for position in positions:
            assert position.split == known.split
            for winner in known.winners:
                assert turn_winner(position) is (Player.LEFT if winner == "L" else Player.RIGHT)
                position = child(position, order)
            assert position.is_terminal
            assert position.left


def test_the_finished_game_is_the_root():
    root = TranscriptClass.finished(4, "LW")
    assert (root.left, root.right, root.turns, root.positions, root.comparisons) == ((0, 1, 2, 3), (), 0, 24, set())
    assert root.parent(Player.RIGHT) is None


@pytest.mark.parametrize("n", [0, 33, "4", 2.5])
def test_a_size_that_cannot_be_is_refused(n):
    message = refusal(ParameterError, lambda: next(transcript_classes(n, "WL")))
    assert "at most 32 cards" in message or "whole number from 1 to" in message
