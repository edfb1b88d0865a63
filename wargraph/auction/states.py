"""The states of WAR with Auction Rounds for two players, and the matrix games that are played in them."""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wargraph.auction.rules import LAID_DOWN, Cards, fighters, laid_in_war, lay, tied_players, war_choices

WON, LOST, TIED = range(3)
"""The ends of the game, as states of a `Games`."""

PAYOFFS = (1.0, -1.0, 0.0)
"""What player 1 gets at the ends."""


class State(NamedTuple):
    """What players see when they have to choose.

    Attributes
    ----------
    hands, piles
        Of the two players, smallest card first.
    table
        What is to be won besides the cards that are chosen now, smallest card first.
    is_war
        Whether cards for a war are to be chosen: four by each player who has as many. The other, if there is one, has
        no choice but to lay all cards down.
    """

    hands: tuple[Cards, Cards]
    piles: tuple[Cards, Cards] = ((), ())
    table: Cards = ()
    is_war: bool = False

    @property
    def mirrored(self) -> "State":
        """The state with the players exchanged."""
        return State(self.hands[::-1], self.piles[::-1], self.table, self.is_war)

    @property
    def choosing(self) -> tuple[int, ...]:
        """The players who choose, from 0 on."""
        return fighters((0, 1), self.hands) if self.is_war else (0, 1)

    def choices(self, player: int) -> list[Cards]:
        """What a player may choose: a card; in a war three cards and the one played; nothing if it is out of the war.

        Of somebody alone in a war the four cards are taken to be sorted, for it does not matter which is played.

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
        """The one of `choices` that a choice comes to, given in any order but for the card that is played.

        >>> State(((2, 3, 4, 5), (2, 3, 4, 5)), is_war=True).sorted_choice((5, 4, 2, 3))
        (2, 4, 5, 3)
        """
        if self.is_war and len(self.choosing) == 1:
            return tuple(sorted(choice))
        return (*sorted(choice[:-1]), choice[-1])


class Games(NamedTuple):
    """The matrix games of all states, as kernels want them. The first three states are the ends of the game.

    Attributes
    ----------
    rows, columns
        int64 arrays: the number of choices of either player in a state, 0 at an end.
    first, offset
        int64 arrays: where the entries of a state are in `children`, and its choices in a strategy.
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
    """Two players with the cards 1..m each.

    >>> starting_state(2).hands
    ((1, 2), (1, 2))
    """
    hand = tuple(range(1, m + 1))
    return State((hand, hand))


def sorted_state(
    hands: Sequence[Sequence[int]], piles: Sequence[Sequence[int]], table: Sequence[int], is_war: bool
) -> State:
    """The state with these cards, given in any order."""
    left, right = (tuple(sorted(hand)) for hand in hands)
    own, other = (tuple(sorted(pile)) for pile in piles)
    return State((left, right), (own, other), tuple(sorted(table)), is_war)


def all_states(m: int) -> tuple[dict[State, int], Games]:
    """The states that can be reached, by breadth-first search, and their matrix games."""
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
    return index, Games(sizes[0], sizes[1], first, offset, np.array(children, np.int64), np.array(mirror, np.int64))


def following_state(state: State, chosen: tuple[Cards, Cards]) -> State | int:
    """The state after both have chosen, or the end that is reached."""
    choices = {player: chosen[player] for player in state.choosing}
    hands, table = lay(laid_in_war((0, 1), state.hands, choices), state.hands, state.table)
    tied = tied_players(choices)
    if len(tied) == 2:
        if fighters(tied, hands):
            return sorted_state(hands, state.piles, table, True)
        _, table = lay(laid_in_war(tied, hands, {}), hands, table)
        hands, tied = ((), ()), ()
    piles = [(*pile, *table) if player in tied else pile for player, pile in enumerate(state.piles)]
    held = [hand or pile for hand, pile in zip(hands, piles, strict=True)]
    if not all(held):
        return WON if held[0] else LOST if held[1] else TIED
    left = [pile if hand else () for hand, pile in zip(hands, piles, strict=True)]
    return sorted_state(held, left, () if tied else table, False)
