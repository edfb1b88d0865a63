"""The walk through transcript trees: its work units, what they count, and which positions count as starts.

Small trees are counted in plain Python, which takes less time than to load a kernel; others by the kernel of
`subtrees.py`.
"""

from collections import Counter
from dataclasses import dataclass, field, replace
from math import factorial
from typing import NamedTuple

from wargraph.core.position import Deals, Player, Position
from wargraph.errors import ParameterError
from wargraph.fixed_order.transcripts.symbolic import TranscriptClass

BUDGET = 1 << 18
"""Transcript classes and order ideals after which the first unit hands back what is left of it."""

_MOST_BUDGET = 1 << 26
"""The budget of late units, which take a second; the first ones are small, so that every worker soon has work."""

_PARTS = 4
"""The number of units that a unit leaves at most, each with a budget as many times as large as its own."""

_LARGEST_PLAIN = 9
_MOST_PLAIN = 8000
"""Classes that are looked at plainly before the kernel is called after all."""

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

    def class_at(self, path: Path) -> TranscriptClass:
        """The class that a path leads to, by the plain rules; a `ParameterError` if it leads to none."""
        known = self.start
        for step in path:
            before = known.parent(Player.RIGHT if step else Player.LEFT)
            if before is None:
                raise ParameterError("a way through a tree leads to no class")
            known = before
        return known


Counts = dict[int, Counter[int]]
"""Numbers by the cards in Left's hand, and by the turns to the end."""


def _sums(one: Counts, other: Counts) -> Counts:
    return {split: one.get(split, Counter()) + other.get(split, Counter()) for split in one.keys() | other.keys()}


@dataclass(frozen=True)
class TreeTally:
    """What has been counted of some trees.

    Attributes
    ----------
    classes, positions
        Number of classes, and of positions in those that were to be counted.
    deepest
        A deepest class among those to be counted, the first in the order of the walk: its turns, negated, the number of
        its tree, and its path there.
    """

    classes: Counts = field(default_factory=dict)
    positions: Counts = field(default_factory=dict)
    deepest: tuple[int, int, Path] | None = None

    def __add__(self, other: "TreeTally") -> "TreeTally":
        deepest = min((each.deepest for each in (self, other) if each.deepest), default=None)
        return TreeTally(_sums(self.classes, other.classes), _sums(self.positions, other.positions), deepest)

    @property
    def total(self) -> int:
        """Number of classes."""
        return sum(by_turns.total() for by_turns in self.classes.values())

    def weighted(self, weights: dict[int, int]) -> dict[int, int]:
        """The positions by their turns, each as often as the cards in Left's hand say."""
        counts: Counter[int] = Counter()
        for split, by_turns in self.positions.items():
            for turns, count in by_turns.items():
                counts[turns] += weights[split] * count
        return dict(sorted(counts.items()))


@dataclass(frozen=True)
class Subtrees:
    """A work unit: what is left to walk of one tree.

    Attributes
    ----------
    root
        Where the tree starts.
    splits
        The splits whose classes' positions are to be counted.
    rising
        Whether the floor rises to the depth of the deepest class met, so that only the positions of the deepest classes
        are sure to be counted.
    number
        The number of the tree, if there are several.
    floor
        Positions are counted from this depth on.
    budget
        Classes and ideals after which to stop.
    paths
        Where the subtrees that are left start.
    """

    root: Root
    splits: frozenset[int]
    rising: bool = False
    number: int = 0
    floor: int = 0
    budget: int = BUDGET
    paths: tuple[Path, ...] = (b"",)

    @property
    def n(self) -> int:
        """Number of cards."""
        return len(self.root.start.below)

    def work(self) -> tuple[TreeTally, "list[Subtrees]"]:
        """Walk for a while: what was counted, and the units that are left.

        They know how deep this one came, if only the deepest classes are sure to be counted.
        """
        if is_small(self.n) and (tally := self.walked_plainly()) is not None:
            return tally, []
        from wargraph.fixed_order.transcripts.subtrees import walked

        tally, paths = walked(self)
        floor = max(self.floor, -tally.deepest[0]) if self.rising and tally.deepest else self.floor
        later = replace(self, floor=floor, budget=min(_PARTS * self.budget, _MOST_BUDGET))
        return tally, [replace(later, paths=tuple(part)) for k in range(_PARTS) if (part := paths[k::_PARTS])]

    def walked_plainly(self) -> TreeTally | None:
        """The tally of everything, as by the kernel, or None if that is too much."""
        classes, positions, deepest, floor, met = {}, {}, None, self.floor, 0  # type: Counts, Counts, Path | None, int, int
        waiting = [(self.root.class_at(path), path) for path in self.paths]
        while waiting:
            known, path = waiting.pop()
            met += 1
            if met > _MOST_PLAIN:
                return None
            turns = len(path)
            classes.setdefault(known.split, Counter())[turns] += 1
            if known.split in self.splits and turns >= floor:
                positions.setdefault(known.split, Counter())[turns] += known.positions
                if deepest is None or turns > len(deepest):
                    deepest = path
                    floor = turns if self.rising else floor
            for winner, step in ((Player.RIGHT, b"\1"), (Player.LEFT, b"\0")):
                if turns > 0 or winner is not self.root.never:
                    before = known.parent(winner)
                    if before is not None:
                        waiting.append((before, path + step))
        return TreeTally(classes, positions, None if deepest is None else (-len(deepest), self.number, deepest))


def is_small(n: int) -> bool:
    """Whether it is worth while to try to count a deck without kernels."""
    return n <= _LARGEST_PLAIN


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
