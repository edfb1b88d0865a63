"""The table of games that a simulation keeps: one row a game, as the kernels write it.

Arrays of the kernels have a column of type int32 for each `Column`, in this order. `as_games` shows the same memory as
a structured array, whose fields are called like the columns in lower case.
"""

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from wargraph.auction.game import AuctionGame
from wargraph.core.endings import Ending

ENDINGS = tuple(Ending)
"""The endings by their code in a row."""


class Column(IntEnum):
    """What a row says about its game.

    Attributes
    ----------
    ENDING
        How the game came out: 0 won, 1 ended without a winner, 2 endless, 3 given up.
    WINNER
        The number of the player who won, from 1 on; 0 if nobody did.
    ROUNDS, WARS
        The rounds that were played and the wars in them; 0 for an endless game.
    PERIOD
        The rounds of the cycle of an endless game; 0 for any other.
    """

    ENDING = 0
    WINNER = 1
    ROUNDS = 2
    WARS = 3
    PERIOD = 4


GAME = np.dtype([(column.name.lower(), np.int32) for column in Column])
"""The type of a row of a structured array of games."""


def new_rows(games: int) -> NDArray[np.int32]:
    """Make room for the rows of some games; the ending of a game that has not been played is -1."""
    return np.full((games, len(Column)), -1, np.int32)


def as_games(rows: NDArray[np.int32]) -> NDArray[np.void]:
    """The rows as a structured array, which shares their memory."""
    return rows.view(GAME).ravel()


def row_of(game: AuctionGame) -> list[int]:
    """The row of a game that was played in plain Python."""
    counts = [0, 0] if game.period else [len(game.rounds), sum(played.wars for played in game.rounds)]
    return [ENDINGS.index(game.ending), game.winner or 0, *counts, game.period or 0]
