"""The table of games that a simulation keeps: one row a game, as the kernels write it.

Arrays of the kernels have a column of type int32 for each `Column`, in this order. `as_games` shows the same memory as
a structured array, whose fields are called like the columns in lower case.
"""

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from wargraph.core.endings import Ending
from wargraph.full_game.game import FullGame

DEPTHS = 6
"""Rounds with this many wars or more are counted together."""

HELD_STEP = 10
"""The cards that players hold are added up at every round that this divides."""

HELD_POINTS = 501
"""The number of points of a game at which the held cards are added up."""

ENDINGS = tuple(Ending)
"""The endings by their code in a row."""


class Column(IntEnum):
    """What a row says about its game. Turns and wars are 0 unless the game ended; a column without a meaning is 0.

    Attributes
    ----------
    ENDING
        How the game came out: 0 won, 1 ended without a winner, 2 endless, 3 given up.
    WINNER
        The number of the player who won, from 1 on.
    TURNS
        The length of the game, as the rules count turns.
    ROUNDS
        Rounds played; of an endless game, those until its first repeated state.
    WARS
        Wars; a double war counts two.
    SHORT_WARS
        Wars in which a player had fewer than m+1 cards left.
    THREE_WAY_WARS
        Wars that three or more players began.
    DOUBLE_THREE_WAY_WARS, TRIPLE_THREE_WAY_WARS
        Rounds with at least two, or three, such wars in a row.
    SINGLE_WARS, DOUBLE_WARS, TRIPLE_WARS, FOURFOLD_WARS, FIVEFOLD_WARS, SIXFOLD_OR_MORE_WARS
        Rounds with one war, with two, and so on.
    ENTRY
        Rounds before the cycle of an endless game.
    PERIOD
        Rounds of the cycle of an endless game.
    """

    ENDING = 0
    WINNER = 1
    TURNS = 2
    ROUNDS = 3
    WARS = 4
    SHORT_WARS = 5
    THREE_WAY_WARS = 6
    DOUBLE_THREE_WAY_WARS = 7
    TRIPLE_THREE_WAY_WARS = 8
    SINGLE_WARS = 9
    DOUBLE_WARS = 10
    TRIPLE_WARS = 11
    FOURFOLD_WARS = 12
    FIVEFOLD_WARS = 13
    SIXFOLD_OR_MORE_WARS = 14
    ENTRY = 15
    PERIOD = 16


COLUMNS = len(Column)
FIELDS = tuple(column.name.lower() for column in Column)
GAME = np.dtype([(name, np.int32) for name in FIELDS])
"""The type of a row of a structured array of games."""


def new_rows(games: int) -> NDArray[np.int32]:
    """Make room for the rows of some games; a game that has not been played has no rounds."""
    return np.zeros((games, COLUMNS), np.int32)


def new_held(rules: int = 1) -> NDArray[np.int64]:
    """Make the sums of held cards, for some rules: games not over, their leaders' cards, their winners' cards."""
    return np.zeros((rules, 3, HELD_POINTS), np.int64)


def as_games(rows: NDArray[np.int32]) -> NDArray[np.void]:
    """Show the rows as a structured array."""
    return rows.view(GAME).reshape(-1)


def row_of_game(game: FullGame) -> list[int]:
    """The row of a game that was played by the plain rules."""
    is_over = game.ending in (Ending.WON, Ending.TIED)
    rounds = game.rounds if is_over else ()
    depths = [min(len(played.tied), DEPTHS) for played in rounds]
    return [
        ENDINGS.index(game.ending),
        game.winner or 0,
        game.turns if is_over else 0,
        len(game.rounds),
        sum(len(played.tied) for played in rounds),
        sum(played.short for played in rounds),
        sum(count >= 3 for played in rounds for count in played.tied),
        *(sum(played.three_ways >= row for played in rounds) for row in (2, 3)),
        *(depths.count(depth) for depth in range(1, DEPTHS + 1)),
        game.entry or 0,
        game.period or 0,
    ]


def add_held(game: FullGame, held: NDArray[np.int64]) -> None:
    """Add a game to the sums of held cards, if somebody won it."""
    if game.winner is None:
        return
    hands = [game.deal, *(played.hands for played in game.rounds)]
    for point, held_then in enumerate(hands[: HELD_STEP * held.shape[1] : HELD_STEP]):
        sizes = [len(hand) for hand in held_then]
        held[:, point] += (1, max(sizes), sizes[game.winner - 1])
