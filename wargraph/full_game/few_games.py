"""A few games of a simulation by the plain rules, as rows and sums: the kernels take longer to load."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wargraph.core.endings import Ending
from wargraph.full_game.game import FullGame
from wargraph.full_game.table import DEPTHS, HELD_POINTS, HELD_STEP, Column, Sums


def row_of(game: FullGame) -> list[int]:
    """Return the row of a game in the table of a simulation, a number for each `Column`."""
    is_over = game.ending in (Ending.WON, Ending.TIED)
    rounds = game.rounds if is_over else ()
    depths = [min(len(played.tied), DEPTHS) for played in rounds]
    return [
        game.ending.code,
        game.winner or 0,
        game.turns if is_over else 0,
        len(game.rounds),
        sum(len(played.tied) for played in rounds),
        sum(played.short for played in rounds),
        sum(count >= 3 for played in rounds for count in played.tied),
        *(sum(played.three_ways >= row for played in rounds) for row in (2, 3)),
        *(depths.count(depth) for depth in range(1, DEPTHS + 1)),
        game.preperiod or 0,
        game.cycle_length or 0,
    ]


def add_game(game: FullGame, row: Sequence[int], sums: Sums) -> None:
    """Add a game, with its row, to all sums but the `lengths`."""
    winner = row[Column.WINNER]
    sums.outcomes[row[Column.ENDING], winner] += 1
    if game.ending in (Ending.WON, Ending.TIED):
        values = np.array(row, float)
        sums.totals[:] += [values > 0, values, values**2, values * row[Column.ROUNDS]]
    sizes = np.array([[*map(len, hands)] for hands in (game.deal, *(played.hands for played in game.rounds))])
    has_won = np.arange(1, len(game.deal) + 1) == winner
    if winner:
        points = sizes[:-1:HELD_STEP][:HELD_POINTS]
        sums.held[:, : len(points)] += [np.ones_like(points[:, 0]), points.max(axis=1), points[:, winner - 1]]
        sums.led[sizes[1:, ~has_won].max(initial=0)] += 1
    _add_players(sums.reached, (sizes[1:, :, None] == np.arange(len(sums.led))).any(axis=0), has_won)
    totals = [sum(hand) for hand in game.deal]
    if totals.count(max(totals)) == 1:
        sums.highest_total[:] += [1, totals.index(max(totals)) + 1 == winner]
    ranks, counts = np.arange(1, sums.dealt.shape[1] + 1), np.arange(sums.dealt.shape[2])
    dealt = np.array([[hand.count(rank) for rank in ranks] for hand in game.deal])
    _add_players(sums.dealt, dealt[:, :, None] == counts, has_won)


def _add_players(sums: NDArray[np.int64], did: NDArray[Any], has_won: NDArray[Any]) -> None:
    """Add the players of a game who did something, the first axis of `did`, and its winners, to the four sums."""
    players, won = did.sum(axis=0), did[has_won].sum(axis=0)
    sums += np.array([players, won, players**2, players * won])
