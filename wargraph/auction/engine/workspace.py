"""The workspace of the kernels of WAR with Auction Rounds: a game in arrays.

A hand is a row of counts, one for each card from 0 to the highest.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wargraph.auction.line_up import LineUp
from wargraph.auction.rules import LAID_DOWN, Hands
from wargraph.auction.strategies import COMPILED, Dummy

Numbers = NDArray[np.int64]
CardCounts = NDArray[np.int32]


# A kernel is compiled again for each literal it is passed; for values that have a type it is not.
SINGLE, WAR = np.int64(0), np.int64(LAID_DOWN)


class Workspace(NamedTuple):
    """A game.

    `deal` are the hands at its start. `codes` says who plays, as places in `COMPILED`, and `mixes` who draws random
    numbers; `holders` begins with the players who have cards, and `contenders` with those who can win the table.
    `hands`, `piles`, `sizes` and `laid` have a row for each player; `streams` are random numbers for single cards and
    for wars. `cards` is the memory of `hands`, `piles` and `table`, and `kept` an earlier state of it.
    """

    deal: CardCounts
    codes: Numbers
    mixes: NDArray[np.bool_]
    holders: Numbers
    contenders: Numbers
    cards: CardCounts
    hands: CardCounts
    piles: CardCounts
    table: CardCounts
    kept: CardCounts
    sizes: Numbers
    laid: Numbers
    streams: NDArray[np.uint64]


def workspace_for(line_up: LineUp, deal: Hands) -> Workspace:
    """Return the workspace for games of these players from these hands."""
    players, length = len(line_up), 1 + max(card for hand in deal for card in hand)
    cards = np.zeros((2 * players + 1, length), np.int32)
    return Workspace(
        deal=np.array([np.bincount(hand, minlength=length) for hand in deal], np.int32),
        codes=np.array([COMPILED.index(type(strategy)) for strategy in line_up], np.int64),
        mixes=np.array([type(strategy) is Dummy for strategy in line_up], np.bool_),
        holders=np.zeros(players, np.int64),
        contenders=np.zeros(players, np.int64),
        cards=cards,
        hands=cards[:players],
        piles=cards[players:-1],
        table=cards[-1],
        kept=np.zeros_like(cards),
        sizes=np.zeros(players, np.int64),
        laid=np.zeros((players, LAID_DOWN + 1), np.int64),
        streams=np.zeros((players, 2), np.uint64),
    )
