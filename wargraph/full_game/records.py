"""What is written down of a game that is played by the million: by the kernels, and here of games played plainly."""

from collections.abc import Iterable
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from wargraph.core.endings import Ending
from wargraph.full_game.game import FullGame

DEPTHS = 6
"""Wars of this many ties or more are counted together."""

HELD_STEP = 10
"""The cards that players hold are added up at every round that this divides."""


class Column(IntEnum):
    """What is recorded of a game, in this order; from `DEPTH` on the rounds with one war, two, ..., or `DEPTHS`.

    ``THREE_WAY`` are wars that three or more players began, and the two after it rounds with at least two or three of
    them in a row.
    """

    ENDING = 0
    WINNER = 1
    ROUNDS = 2
    WARS = 3
    MORE_COMPARISONS = 4
    SHORT = 5
    THREE_WAY = 6
    DOUBLE_THREE_WAY = 7
    TRIPLE_THREE_WAY = 8
    ENTRY = 9
    PERIOD = 10
    DEPTH = 11


COLUMNS = len(Column) - 1 + DEPTHS
ENDINGS = tuple(Ending)
"""The endings by their code in a record."""


def record_of(game: FullGame) -> list[int]:
    """The record of a game. Wars are recorded of games that end."""
    rounds = game.rounds if game.ending in (Ending.WON, Ending.TIED) else ()
    depths = [min(len(played.tied), DEPTHS) for played in rounds]
    three_ways = [played.three_ways for played in rounds]
    record = dict.fromkeys(range(COLUMNS), 0) | {
        Column.ENDING: ENDINGS.index(game.ending),
        Column.WINNER: 0 if game.winner is None else game.winner + 1,
        Column.ROUNDS: len(game.rounds),
        Column.WARS: sum(len(played.tied) for played in rounds),
        Column.MORE_COMPARISONS: sum(len(played.compared) - 1 for played in rounds),
        Column.SHORT: sum(played.short for played in rounds),
        Column.THREE_WAY: sum(count >= 3 for played in rounds for count in played.tied),
        Column.DOUBLE_THREE_WAY: sum(row >= 2 for row in three_ways),
        Column.TRIPLE_THREE_WAY: sum(row >= 3 for row in three_ways),
        Column.ENTRY: game.entry or 0,
        Column.PERIOD: game.period or 0,
        **{Column.DEPTH + depth: depths.count(depth + 1) for depth in range(DEPTHS)},
    }
    return list(record.values())


def add_held(games: Iterable[FullGame], held: NDArray[np.int64]) -> None:
    """Add to the rows of `held`, at every `HELD_STEP`-th round of games won: a game, most cards, the winner's."""
    for game in games:
        if game.winner is not None:
            hands = [game.deal, *(played.hands for played in game.rounds)]
            for point, held_then in enumerate(hands[: HELD_STEP * held.shape[1] : HELD_STEP]):
                sizes = [len(hand) for hand in held_then]
                held[:, point] += (1, max(sizes), sizes[game.winner])
