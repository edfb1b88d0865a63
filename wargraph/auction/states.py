"""The states of WAR with Auction Rounds for two players, and the matrix game that is played in each of them."""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wargraph.auction.rules import LAID_DOWN, Cards, end_of_round, fighters, laid_in_war, lay, tied_players, war_choices

WON, LOST, TIED = range(3)
"""The ends of the game, as states of `MatrixGames`."""

PAYOFFS = (1.0, -1.0, 0.0)
"""The payoffs of player 1 at the ends of the game."""


class State(NamedTuple):
    """What the two players see when they have to choose.

    Attributes
    ----------
    hands, piles
        The cards of the two players, smallest card first.
    table
        The cards that can be won besides those that are chosen now, smallest card first.
    is_war
        Whether cards for a war are to be chosen: four by each player who has as many. If one of the players has fewer,
        that player has no choice but to lay all of them down.
    """

    hands: tuple[Cards, ...]
    piles: tuple[Cards, ...] = ((), ())
    table: Cards = ()
    is_war: bool = False

    @property
    def mirrored(self) -> "State":
        """The same state with the players exchanged."""
        return State(self.hands[::-1], self.piles[::-1], self.table, self.is_war)

    @property
    def choosing(self) -> tuple[int, ...]:
        """The players who choose, from 0 on."""
        return fighters((0, 1), self.hands) if self.is_war else (0, 1)

    def choices(self, player: int) -> list[Cards]:
        """The choices of a player: a card; in a war three cards and the one played; no card if it is out of the war.

        A player who is alone in a war chooses four cards in sorted order, because it does not matter which is played.

        >>> State(((2, 2, 3), (4,))).choices(0)
        [(2,), (3,)]
        """
        hand = self.hands[player]
        if not self.is_war:
            return [(card,) for card in sorted(set(hand))]
        if player not in self.choosing:
            return [()]
        return sorted(set(war_choices(hand) if len(self.choosing) == 2 else combinations(hand, LAID_DOWN + 1)))

    def sorted_choice(self, choice: Sequence[int]) -> Cards:
        """The entry of `choices` that equals a choice; the cards that are laid down may be in any order.

        >>> State(((2, 3, 4, 5), (2, 3, 4, 5)), is_war=True).sorted_choice((5, 4, 2, 3))
        (2, 4, 5, 3)
        """
        if self.is_war and len(self.choosing) == 1:
            return tuple(sorted(choice))
        return (*sorted(choice[:-1]), choice[-1])


class MatrixGames(NamedTuple):
    """The matrix games of all states, in arrays for the kernels. The first three states are the ends of the game.

    Attributes
    ----------
    rows, columns
        int64 arrays: the number of choices of player 1 and of player 2 in a state, 0 at an end.
    first, offset
        int64 arrays: where the entries of a state begin in `children`, and where its choices begin in a strategy.
    children
        int64 array: the states that follow, row by row, state after state.
    mirror
        int64 array: the state with the players exchanged.
    """

    rows: NDArray[np.int64]
    columns: NDArray[np.int64]
    first: NDArray[np.int64]
    offset: NDArray[np.int64]
    children: NDArray[np.int64]
    mirror: NDArray[np.int64]


def starting_state(m: int) -> State:
    """The state in which both players have the cards 1..m in hand.

    >>> starting_state(2).hands
    ((1, 2), (1, 2))
    """
    return State((tuple(range(1, m + 1)),) * 2)


def sorted_state(
    hands: Sequence[Sequence[int]], piles: Sequence[Sequence[int]], table: Sequence[int], is_war: bool
) -> State:
    """The state of two players with these cards, which may be in any order."""
    (left, right), (own, other) = (tuple(tuple(sorted(cards)) for cards in both) for both in (hands, piles))
    return State((left, right), (own, other), tuple(sorted(table)), is_war)


def all_states(m: int) -> tuple[dict[State, int], MatrixGames]:
    """The states that the game can reach from its start, by breadth-first search, and their matrix games."""
    start = starting_state(m)
    index = {start: len(PAYOFFS)}
    reached = [start]
    rows, columns, children = [0] * len(PAYOFFS), [0] * len(PAYOFFS), []
    for state in reached:
        own, other = state.choices(0), state.choices(1)
        rows.append(len(own))
        columns.append(len(other))
        for choice in own:
            for reply in other:
                child = following_state(state, (choice, reply))
                if isinstance(child, State):
                    if child not in index:
                        index[child] = len(PAYOFFS) + len(reached)
                        reached.append(child)
                    children.append(index[child])
                else:
                    children.append(child)
    mirror = [LOST, WON, TIED, *(index[state.mirrored] for state in reached)]
    sizes = np.array([rows, columns], np.int64)
    first, offset = (np.concatenate([[0], np.cumsum(size)[:-1]]) for size in (sizes.prod(axis=0), sizes[0]))
    return index, MatrixGames(
        sizes[0], sizes[1], first, offset, np.array(children, np.int64), np.array(mirror, np.int64)
    )


def following_state(state: State, chosen: tuple[Cards, Cards]) -> State | int:
    """The state after both players have chosen, or the end of the game that they reach."""
    choices = {player: chosen[player] for player in state.choosing}
    hands, table = lay(laid_in_war((0, 1), state.hands, choices), state.hands, state.table)
    tied = tied_players(choices)
    if len(tied) == 2:
        if fighters(tied, hands):
            return sorted_state(hands, state.piles, table, True)
        hands, table = lay(laid_in_war(tied, hands, {}), hands, table)  # the war leaves nobody
        tied = ()
    hands, piles, table = end_of_round(hands, state.piles, table, tied[0] if tied else None)
    if not all(hands):
        return WON if hands[0] else LOST if hands[1] else TIED
    return State(hands, piles, table)
