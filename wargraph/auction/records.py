"""The record of a game: the kernels write it, and `record_of` makes it of a game in plain Python."""

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from wargraph.auction.game import AuctionGame
from wargraph.core.endings import Ending

Numbers = NDArray[np.int64]


class AuctionColumn(IntEnum):
    """The numbers in the record of a game, in this order; `ROUNDS` and `WARS` are 0 for an endless game."""

    ENDING = 0
    WINNER = 1
    ROUNDS = 2
    WARS = 3
    PERIOD = 4


ENDINGS = tuple(Ending)
"""The endings by their code in a record."""


def record_of(game: AuctionGame) -> list[int]:
    """The record of a game."""
    winner = game.winner or 0
    counts = [0, 0] if game.period else [len(game.rounds), sum(played.wars for played in game.rounds)]
    return [ENDINGS.index(game.ending), winner, *counts, game.period or 0]
