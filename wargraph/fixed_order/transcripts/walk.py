"""The walk through transcript trees: what is walked, what is counted, and which positions count as starts."""

from collections import Counter
from dataclasses import dataclass, field
from math import factorial
from typing import NamedTuple, Self

from wargraph.core.position import Deals, Player, Position
from wargraph.errors import ParameterError
from wargraph.fixed_order.transcripts.symbolic import TranscriptClass

BUDGET = 1 << 18
"""Transcript classes and order ideals after which the first unit of work hands back what is left of it."""

_LARGEST_PLAIN = 9
Path = bytes
"""The way from a root to a class: 0 for each turn that Left won and 1 for each that Right won, last turn first."""


@dataclass(frozen=True)
class Root:
    """Where a tree starts.

    Attributes
    ----------
    start
        The class at the root.
    never
        Who does not win the turn before the root; for a class on a cycle the one who wins it there.
    """

    start: TranscriptClass
    never: Player | None = None


Row = tuple[int, int, int, int]
"""A root, turns and a split, and what is counted there."""


@dataclass(frozen=True)
class TreeTally:
    """What has been counted of the trees, by root.

    Attributes
    ----------
    classes
        Number of classes, by (root, turns, split).
    positions
        Number of positions in those classes that were to be counted, by (root, turns, split).
    deepest
        By root, the path to a deepest class among those to be counted: the first in the order of the walk.
    ideals
        Order ideals met on the way.
    """

    classes: Counter[tuple[int, int, int]] = field(default_factory=Counter)
    positions: Counter[tuple[int, int, int]] = field(default_factory=Counter)
    deepest: dict[int, Path] = field(default_factory=dict)
    ideals: int = 0

    def plain(self) -> tuple[list[Row], list[Row], dict[int, Path], int]:
        """The tally as plain values, for a checkpoint: the counters as rows."""
        return _rows(self.classes), _rows(self.positions), self.deepest, self.ideals

    @classmethod
    def from_plain(cls, plain: tuple[list[Row], list[Row], dict[int, Path], int]) -> Self:
        """The tally that `plain` wrote."""
        classes, positions, deepest, ideals = plain
        return cls(_counter(classes), _counter(positions), deepest, ideals)

    def merged(self, other: Self) -> Self:
        """Both together. The counters of this one go on counting; it is not to be used any more."""
        self.classes.update(other.classes)
        self.positions.update(other.positions)
        for root, path in other.deepest.items():
            self.deepest[root] = min(self.deepest.get(root, path), path, key=lambda known: (-len(known), known))
        return type(self)(self.classes, self.positions, self.deepest, self.ideals + other.ideals)


def _rows(counts: Counter[tuple[int, int, int]]) -> list[Row]:
    return [(*place, count) for place, count in counts.items()]


def _counter(rows: list[Row]) -> Counter[tuple[int, int, int]]:
    return Counter({(root, turns, split): count for root, turns, split, count in rows})


@dataclass(frozen=True)
class Walk:
    """Which transcript trees are walked, and what is counted of them.

    Attributes
    ----------
    roots
        The trees.
    splits
        The splits whose classes' positions are to be counted.
    floor
        Positions are counted from this depth on.
    rising
        Whether the floor rises to the depth of the deepest class met, so that only the positions of the
        deepest classes are sure to be counted.
    budget
        Classes and ideals after which to stop.
    """

    roots: tuple[Root, ...]
    splits: frozenset[int]
    floor: int = 0
    rising: bool = False
    budget: int = BUDGET


def is_small(walk: Walk) -> bool:
    """Whether it is worth while to try a walk without kernels."""
    return is_small_deck(len(walk.roots[0].start.below))


def is_small_deck(n: int) -> bool:
    """Whether it is worth while to try to count a deck without kernels."""
    return n <= _LARGEST_PLAIN


def class_at(walk: Walk, root: int, path: Path) -> TranscriptClass:
    """The class that a path leads to, by the plain rules; a `ParameterError` if it leads to none."""
    known = walk.roots[root].start
    for step in path:
        before = known.parent(Player.RIGHT if step else Player.LEFT)
        if before is None:
            raise ParameterError("a way through a tree leads to no class")
        known = before
    return known


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
