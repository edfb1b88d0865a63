"""The table of games that a simulation keeps: one row a game, as the kernels write it."""

import numpy as np
from numpy.typing import NDArray

from wargraph.auction.game import AuctionGame
from wargraph.core.endings import Ending

ENDINGS = tuple(Ending)
"""The endings by their code in a row."""

COLUMNS = ("ending", "winner", "rounds", "wars", "period")
"""What a row says about its game, as `AuctionSimulation.games` explains it."""

GAME = np.dtype([(column, np.int32) for column in COLUMNS])
"""The type of a row of a structured array of games, which shares the memory of the rows."""


def new_rows(games: int) -> NDArray[np.int32]:
    """Make room for the rows of some games; the ending of a game that has not been played is -1."""
    return np.full((games, len(COLUMNS)), -1, np.int32)


def row_of(game: AuctionGame) -> list[int]:
    """The row of a game that was played in plain Python."""
    counts = [0, 0] if game.period else [len(game.rounds), sum(played.wars for played in game.rounds)]
    return [ENDINGS.index(game.ending), game.winner or 0, *counts, game.period or 0]
