"""A game as the kernels of the forest take it: who beats whom by arrays, hands as windows of tapes.

Every turn takes as many cards from the top of each hand, one where no cards draw, and what the winner takes goes under
one of them. So a hand that is played forth is a window of a *tape* whose head moves on, and one that is played back a
window whose top moves on.
"""

from math import factorial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wargraph.core.position import Deals
from wargraph.core.relation import Relation
from wargraph.core.rules import ReturnOrder

LEFT, RIGHT, NOBODY = 0, 1, 2
DONE, TAPE_IS_FULL = 0, 1


class Game(NamedTuple):
    """The game that is played.

    `wins` has shape (2, n, n): whether a card of Left, or of Right, beats one of the other player; cards count from 0.
    `above_loser` is 1 if the winner's card lies above the loser's in the pile (WL), and 0 if below (LW).
    """

    wins: NDArray[np.bool_]
    above_loser: int

    @property
    def is_symmetric(self) -> bool:
        """Whether it makes no difference to exchange the players. No card meets itself."""
        apart = ~np.eye(self.wins.shape[1], dtype=np.bool_)
        return bool((self.wins[LEFT] == self.wins[RIGHT])[apart].all())

    def swap(self) -> "Game":
        """Return the same game with the players exchanged."""
        return self._replace(wins=np.ascontiguousarray(self.wins[::-1]))


class Starts(NamedTuple):
    """The positions that count as starts.

    Arrays of shape (n + 1,), by the cards in Left's hand: whether a position counts, whether it does with the players
    exchanged, and the factorials.
    """

    as_is: NDArray[np.bool_]
    swapped: NDArray[np.bool_]
    factorials: NDArray[np.int64]


class Tally(NamedTuple):
    """The counts: starts by turns before the end; the turns of the deepest start, and the lowest number of one."""

    by_turns: NDArray[np.int64]
    deepest: NDArray[np.int64]


class Tapes(NamedTuple):
    """The cards that both players hold, and held or will hold; and room for forks, of which each has a row."""

    left: NDArray[np.uint8]
    right: NDArray[np.uint8]
    forks: NDArray[np.int64]


def game_of(relation: Relation, order: ReturnOrder) -> Game:
    """Return the game of a relation under a fixed return order."""
    beats = relation.to_array()
    return Game(np.stack([beats, beats if relation.has_draws else ~beats.T]), int(order.is_winner_first))


def starts_of(n: int, deals: Deals, as_is: bool, swapped: bool) -> Starts:
    """Return the starts of some deals; of a position that is met, itself, its mirror image, or both are meant."""
    counts = np.ones(n + 1, np.bool_) if deals is Deals.ALL else np.arange(n + 1) == (n + 1) // 2
    factorials = np.array([factorial(card) for card in range(n + 1)], np.int64)
    return Starts(counts & as_is, counts[::-1] & swapped, factorials)


def new_tally(turns: int) -> Tally:
    """Return a tally of nothing, with room for games of `turns` turns."""
    return Tally(np.zeros(turns, np.int64), np.array([-1, 0], np.int64))


def new_tapes(turns: int, n: int) -> Tapes:
    """Return tapes with room for about `turns` turns with n cards."""
    left, right = np.zeros((2, turns + 3 * n), np.uint8)
    return Tapes(left, right, np.zeros((turns, 3), np.int64))
