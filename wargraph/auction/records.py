"""What is written down of a game that is played by the thousand: by the kernels, and here of games played plainly."""

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from wargraph.auction.game import AuctionGame
from wargraph.core.endings import Ending

Numbers = NDArray[np.int64]


class AuctionColumn(IntEnum):
    """What is recorded of a game, in this order; `ROUNDS` and `WARS` not of endless games."""

    ENDING = 0
    WINNER = 1
    ROUNDS = 2
    WARS = 3
    PERIOD = 4


ENDINGS = tuple(Ending)
"""The endings by their code in a record."""


def record_of(game: AuctionGame) -> list[int]:
    """The record of a game."""
    record = dict.fromkeys(AuctionColumn, 0) | {
        AuctionColumn.ENDING: ENDINGS.index(game.ending),
        AuctionColumn.WINNER: 0 if game.winner is None else game.winner + 1,
        AuctionColumn.PERIOD: game.period or 0,
    }
    if game.period is None:
        record[AuctionColumn.ROUNDS] = len(game.rounds)
        record[AuctionColumn.WARS] = sum(played.wars for played in game.rounds)
    return list(record.values())
