"""From transcript classes to starts: how many deals of the standard deck end after how many turns.

The tree has the positions in which Left, who wins, holds n. Any deals are just these; with even deals
the player who holds n may be the first one or the second, so two splits count.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from math import factorial

from wargraph.campaign.effort import Effort
from wargraph.core.position import Deals, Position
from wargraph.core.rules import ReturnOrder
from wargraph.fixed_order.transcripts.symbolic import TranscriptClass
from wargraph.fixed_order.transcripts.tree import deepest_walk, finished_walk, refuse_hopeless, walk_trees
from wargraph.fixed_order.transcripts.walk import TreeTally, Walk, class_at


@dataclass(frozen=True)
class EndlessStart:
    """A start whose game never ends.

    Attributes
    ----------
    deal
        The start.
    entry, period
        Turns before the first position of the cycle, and the cycle's length.
    split
        Left's cards in the first position of the cycle.
    winners
        Who wins the turns once round the cycle, ``L`` or ``R`` each.
    """

    deal: Position
    entry: int
    period: int
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


def finite_starts(n: int, order: ReturnOrder, deals: Deals, effort: Effort | None) -> dict[int, int]:
    """How many starts lead to a game of each length, by turns."""
    weights = start_weights(n, deals)

    def known(tally: TreeTally) -> str:
        finite, total = sum(_by_turns(tally, weights).values()), total_starts(n, deals)
        return f"n = {n}, {order}, {deals} deals: {finite:,} of {total:,} are known to end so far"

    walk = finished_walk(n, order, list(weights))
    refuse_hopeless(n, order, effort)
    return _by_turns(walk_trees(walk, effort, known), weights)


def longest_starts(n: int, order: ReturnOrder, deals: Deals, effort: Effort | None) -> tuple[int, int, Position]:
    """The length of the longest finite game, how many starts attain it, and one of them."""
    weights = start_weights(n, deals)

    def example(deepest: TranscriptClass) -> Position:
        return as_start(deepest.example(), deals)

    refuse_hopeless(n, order, effort)
    walk = deepest_walk(n, order, list(weights))
    deepest, positions = deepest_starts(walk, weights, f"n = {n}, {order}, {deals} deals", example, effort)
    return deepest.turns, positions, example(deepest)


def deepest_starts(
    walk: Walk,
    weights: dict[int, int],
    asked: str,
    example: Callable[[TranscriptClass], object],
    effort: Effort | None,
) -> tuple[TranscriptClass, int]:
    """The first of the deepest classes, and how many starts are in all of them.

    What was asked, and the example that a class gives, are told when the walk is interrupted.
    """

    def known(tally: TreeTally) -> str:
        if 0 not in tally.deepest:
            return f"{asked}: the longest game lasts at least {walk.floor} turns"
        deepest = class_at(walk, 0, tally.deepest[0])
        return f"{asked}: a game of {deepest.turns} turns is known so far, from {example(deepest)}"

    tally = walk_trees(walk, effort, known)
    deepest = class_at(walk, 0, tally.deepest[0])
    return deepest, _by_turns(tally, weights)[deepest.turns]


def _by_turns(tally: TreeTally, weights: dict[int, int]) -> dict[int, int]:
    counts: Counter[int] = Counter()
    for (_, turns, split), count in tally.positions.items():
        counts[turns] += weights[split] * count
    return dict(sorted(counts.items()))
