"""Which positions of the standard deck count as starts."""

from collections import Counter
from math import factorial
from typing import NamedTuple

from wargraph.core.position import Deals, Position


class EndlessStart(NamedTuple):
    """A start whose game never ends.

    `split` are Left's cards in the first position of the cycle, and `winners` are those of the turns once round it,
    ``L`` or ``R`` each.
    """

    deal: Position
    split: int
    winners: str


def total_starts(n: int, deals: Deals) -> int:
    """Number of positions that count as starts.

    >>> total_starts(4, Deals.ANY), total_starts(4, Deals.EVEN)
    (60, 24)
    """
    return factorial(n) if deals is Deals.EVEN else max(1, factorial(n + 1) // 2)


def start_weights(n: int, deals: Deals) -> dict[int, int]:
    """As how many starts a position of the tree counts, by the cards in Left's hand.

    >>> start_weights(3, Deals.ANY), start_weights(3, Deals.EVEN), start_weights(4, Deals.EVEN)
    ({1: 1, 2: 1, 3: 1}, {2: 1, 1: 1}, {2: 2})
    """
    if deals is Deals.ANY:
        return dict.fromkeys(range(1, n + 1), 1)
    return dict(Counter(split for split in ((n + 1) // 2, n // 2) if split))


def as_start(position: Position, deals: Deals) -> Position:
    """A position, or the same with the players exchanged if only that counts as a start.

    >>> print(as_start(Position("1|234"), Deals.ANY), as_start(Position("3|12"), Deals.EVEN))
    234|1 12|3
    """
    n = position.n
    counts = position.split == (n + 1) // 2 if deals is Deals.EVEN else n in position.left
    return position if counts else position.swap()
