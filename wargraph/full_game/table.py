"""The table of games that a simulation keeps: one row a game, as the kernels write it.

Arrays of the kernels have a column of type int32 for each `Column`, in this order. `as_games` shows the same memory as
a structured array, whose fields are called like the columns in lower case.
"""

from collections.abc import Iterable
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
    """What a row says about its game. Turns and wars are 0 unless the game ended."""

    ENDING = 0  # 0 won, 1 ended without a winner, 2 endless, 3 given up
    WINNER = 1  # the number of the player who won, from 1 on; 0 if nobody did
    TURNS = 2  # the length of the game, as the rules count turns
    ROUNDS = 3  # rounds played; of an endless game, those until its first repeated state
    WARS = 4  # wars; a double war counts two
    SHORT_WARS = 5  # wars in which a player had fewer than m+1 cards left
    THREE_WAY_WARS = 6  # wars that three or more players began
    DOUBLE_THREE_WAY_WARS = 7  # rounds with at least two of these in a row
    TRIPLE_THREE_WAY_WARS = 8  # rounds with at least three
    SINGLE_WARS = 9  # rounds with one war
    DOUBLE_WARS = 10  # rounds with two wars, and so on
    TRIPLE_WARS = 11
    FOURFOLD_WARS = 12
    FIVEFOLD_WARS = 13
    SIXFOLD_OR_MORE_WARS = 14
    ENTRY = 15  # rounds before the cycle of an endless game
    PERIOD = 16  # rounds of the cycle


FIELDS = tuple(column.name.lower() for column in Column)
GAME = np.dtype([(name, np.int32) for name in FIELDS])
"""The type of a row of a structured array of games."""


def new_rows(rules: int, games: int) -> NDArray[np.int32]:
    """Rows of games by some rules; a game that has not been played has no rounds."""
    return np.zeros((rules, games, len(Column)), np.int32)


def new_held(rules: int) -> NDArray[np.int64]:
    """Sums of held cards, for some rules: games not over, their leaders' cards, and those of players who will win."""
    return np.zeros((rules, 3, HELD_POINTS), np.int64)


def as_games(rows: NDArray[np.int32]) -> NDArray[np.void]:
    """The rows of games by one set of rules as a structured array."""
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


def add_held(games: Iterable[FullGame], held: NDArray[np.int64]) -> None:
    """Add the games that somebody won to the sums of held cards."""
    for game in games:
        hands = [game.deal, *(played.hands for played in game.rounds)] if game.winner else []
        for point, held_then in enumerate(hands[: HELD_STEP * HELD_POINTS : HELD_STEP]):
            sizes = [len(hand) for hand in held_then]
            held[:, point] += (1, max(sizes), sizes[(game.winner or 0) - 1])
