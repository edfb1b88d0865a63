"""What the kernels find, for the pieces of a campaign."""

from collections import Counter
from math import factorial

import numpy as np
from numpy.typing import NDArray

from wargraph.core.position import Deals
from wargraph.fixed_order.forest.backward import walk_finished, walk_ties
from wargraph.fixed_order.forest.forward import first_endless, walk_cycles
from wargraph.fixed_order.forest.game import DONE, game_of, new_tally, new_tapes, starts_of
from wargraph.fixed_order.forest.query import Asked, ForestTally, Root

_SHORTEST_TAPE = 512
_POSITIONS = 1 << 18


def walked(asked: Asked, root: Root, first: int, count: int) -> ForestTally:
    """Walk the trees of some roots, by the arrangements of the cards from one number on."""
    turns = _SHORTEST_TAPE
    while True:
        tally = _walked(asked, root, first, count, turns)
        if tally is not None:
            return tally
        turns *= 2


def _walked(asked: Asked, root: Root, first: int, count: int, turns: int) -> ForestTally | None:
    """The same with room for games of so many turns; None if that is too little."""
    n, game = asked.relation.n, game_of(asked.relation, asked.order)
    is_mirror = root is Root.RIGHT_WINS
    starts = starts_of(n, asked.deals, not is_mirror, is_mirror or (root is Root.LEFT_WINS and game.is_symmetric))
    tally, tapes, cards = new_tally(turns), new_tapes(turns, n), _arrangement(n, first)
    if root is Root.CYCLE:
        by_cycle_length = np.zeros(turns, np.int64)
        if walk_cycles(game, starts, cards, count, by_cycle_length, tally, tapes, new_tapes(turns, n)) != DONE:
            return None
        return ForestTally(by_cycle_length=_by_value(by_cycle_length), words=count)
    walk = walk_ties if root is Root.TIE else walk_finished
    if walk(game.swap() if is_mirror else game, starts, cards, count, tally, tapes) != DONE:
        return None
    turns, number = tally.deepest.tolist()
    return ForestTally(_by_value(tally.by_turns), deepest=None if turns < 0 else (-turns, number), words=count)


def first_endless_number(asked: Asked) -> int:
    """The number of the first endless start in the order of a War graph."""
    n, game = asked.relation.n, game_of(asked.relation, asked.order)
    first = 0 if asked.deals is Deals.ANY else ((n + 1) // 2 - 1) * factorial(n)
    turns = _SHORTEST_TAPE
    while True:
        number, status = first_endless(game, first, first + _POSITIONS, new_tapes(turns, n))
        if status != DONE:
            turns *= 2
        elif number < first + _POSITIONS:
            return int(number)
        first = int(number)


def _arrangement(n: int, number: int) -> NDArray[np.uint8]:
    """The cards 0..n-1 as they are arranged in some place of the lexicographic order."""
    left, cards = list(range(n)), []
    for size in range(n, 0, -1):
        place, number = divmod(number, factorial(size - 1))
        cards.append(left.pop(place))
    return np.array(cards, np.uint8)


def _by_value(counts: NDArray[np.int64]) -> Counter[int]:
    return Counter({int(value): int(counts[value]) for value in np.flatnonzero(counts)})
