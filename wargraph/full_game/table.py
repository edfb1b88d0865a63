"""The table of games that a simulation keeps: one row a game, as the kernels write it.

Arrays of the kernels have a column of type int32 for each `Column`, in this order. `as_games` shows the same memory as
a structured array, whose fields are called like the columns in lower case.
"""

from collections.abc import Sequence
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wargraph.core.endings import Ending

DEPTHS = 6
"""Rounds with this many wars or more are counted together."""

HELD_STEP = 10
"""The cards that players hold are added up at every round that this divides."""

HELD_POINTS = 501
"""The number of points of a game at which the held cards are added up."""


class Column(IntEnum):
    """The columns of a row about one game. Turns and wars are 0 unless the game ended."""

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
    PREPERIOD = 15  # rounds before the cycle of an endless game
    CYCLE_LENGTH = 16  # rounds of the cycle


FIELDS = tuple(column.name.lower() for column in Column)
GAME = np.dtype([(name, np.int32) for name in FIELDS])
"""The type of a row of a structured array of games."""


def new_rows(games: int) -> NDArray[np.int32]:
    """Return rows for `games` games; a game that has not been played has no rounds."""
    return np.zeros((games, len(Column)), np.int32)


class Sums(NamedTuple):
    """The sums over games by one set of rules.

    `reached` and `dealt` have four rows: with n the number of players of a game who did something, and w = 1 if its
    winner is among them, otherwise 0, these are the sums of n, w, n**2 and n * w.

    Attributes
    ----------
    outcomes
        For each code of an ending and each winner, from 0 (nobody) on: games.
    totals
        For each `Column`, over the games that ended: those in which it is not 0, and the sums of it, of its square and
        of it times the rounds. They are whole numbers, but floats, as squares of long games may exceed an integer.
    lengths
        For each number of turns, up to the most: games that ended after that many, without and with a war in which a
        player was short of cards.
    held
        At every `HELD_STEP`-th round, over the games that somebody won later: these games, their leaders' cards, and
        the cards of the players who won them.
    reached
        For each number of cards: players who held that many at the end of a round.
    led
        For each number of cards: games that somebody won, in which that was the most that a loser held at the end
        of a round.
    dealt
        For each rank and each number of cards: players who were dealt that many cards of this rank.
    highest_total
        Games in which one player was dealt the highest total of ranks, and those of them that this player won.
    """

    outcomes: NDArray[np.int64]
    totals: NDArray[np.float64]
    lengths: NDArray[np.int64]
    held: NDArray[np.int64]
    reached: NDArray[np.int64]
    led: NDArray[np.int64]
    dealt: NDArray[np.int64]
    highest_total: NDArray[np.int64]

    @classmethod
    def of_none(cls, players: int, deck: Sequence[int]) -> "Sums":
        """Return the sums of no games, for `players` players and a deck with `deck` cards of each rank."""
        cards, most = sum(deck) + 1, max(deck, default=0) + 1
        shapes = ((0, 2), (3, HELD_POINTS), (4, cards), cards, (4, len(deck), most), 2)
        outcomes, totals = np.zeros((len(Ending), players + 1), np.int64), np.zeros((4, len(Column)))
        return cls(outcomes, totals, *(np.zeros(shape, np.int64) for shape in shapes))

    def with_lengths(self, rows: NDArray[np.int32]) -> "Sums":
        """Return the sums with the `lengths` of these games, which a kernel does not count."""
        turns, is_short = rows[:, Column.TURNS], rows[:, Column.SHORT_WARS] > 0
        counts = np.bincount((2 * turns + is_short)[rows[:, Column.ENDING] <= Ending.TIED.code])
        return self._replace(lengths=np.pad(counts, (0, len(counts) % 2)).reshape(-1, 2))

    def plus(self, other: "Sums") -> "Sums":
        """Return the sums of these games and others."""
        return Sums(*(_plus(one, more) for one, more in zip(self, other, strict=True)))


def _plus(one: NDArray[Any], other: NDArray[Any]) -> NDArray[Any]:
    """Add two arrays, of which one may have more rows."""
    less, more = sorted((one, other), key=len)
    added = more.copy()
    added[: len(less)] += less
    return added


def as_games(rows: NDArray[np.int32]) -> NDArray[np.void]:
    """Return the rows of games by one set of rules as a structured array."""
    return rows.view(GAME).reshape(-1)
