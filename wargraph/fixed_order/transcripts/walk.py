"""The walk through transcript trees: where it starts, what is counted, and which positions count as starts."""

from collections import Counter
from dataclasses import dataclass, field

from wargraph.core.position import Deals, Player, Position
from wargraph.fixed_order.transcripts.symbolic import TranscriptClass

_LARGEST_PLAIN = 9
"""Trees of the standard deck on so many cards have some thousand classes; those of all relations grow sooner."""

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
    number
        The number of the tree, if there are several.
    """

    start: TranscriptClass
    never: Player | None = None
    number: int = 0

    @property
    def n(self) -> int:
        """Number of cards."""
        return len(self.start.below)

    def class_at(self, path: Path) -> TranscriptClass:
        """Return the class that a path leads to, by the plain rules."""
        known: TranscriptClass | None = self.start
        for step in path:
            known = known and known.parent(Player.RIGHT if step else Player.LEFT)
        if known is None:
            raise ValueError("a path through a tree leads to no class")
        return known


Counts = dict[int, Counter[int]]
"""Numbers by the cards in Left's hand, and by the turns to the end."""


def _add(counts: Counts, others: Counts) -> Counts:
    for split, by_turns in others.items():
        counts.setdefault(split, Counter()).update(by_turns)
    return counts


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

    def __iadd__(self, other: "TreeTally") -> "TreeTally":
        deepest = min((each.deepest for each in (self, other) if each.deepest), default=None)
        return TreeTally(_add(self.classes, other.classes), _add(self.positions, other.positions), deepest)

    @property
    def total(self) -> int:
        """Number of classes."""
        return sum(by_turns.total() for by_turns in self.classes.values())

    def weighted(self, weights: dict[int, int]) -> dict[int, int]:
        """Return the positions by their turns, each as often as the cards in Left's hand say."""
        counts: Counter[int] = Counter()
        for split, by_turns in self.positions.items():
            for turns, count in by_turns.items():
                counts[turns] += weights[split] * count
        return dict(sorted(counts.items()))


def is_small(root: Root) -> bool:
    """Return whether a tree is counted in plain Python in less time than it takes to load the kernel."""
    return root.n <= (_LARGEST_PLAIN if root.start.is_transitive else _LARGEST_PLAIN - 3)


def as_start(position: Position, deals: Deals) -> Position:
    """Return a position, or the same with the players exchanged if only that counts as a start.

    >>> print(as_start(Position("1|234"), Deals.ANY), as_start(Position("3|12"), Deals.EVEN))
    234|1 12|3
    """
    n = position.n
    counts = position.split == (n + 1) // 2 if deals is Deals.EVEN else n in position.left
    return position if counts else position.swap()
