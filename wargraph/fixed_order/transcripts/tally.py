"""The root of a transcript tree, and what is counted on the walk through it."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wargraph.core.position import Player
from wargraph.fixed_order.transcripts.symbolic import TranscriptClass
from wargraph.report.result import ComparedByContent

Path = bytes
"""The way from a root to a class: 0 for each turn that Left won and 1 for each that Right won, last turn first."""


@dataclass(frozen=True)
class TreeRoot:
    """The root of a tree.

    Attributes
    ----------
    start
        The class at the root.
    never
        The player who does not win the turn before the root; for a class on a cycle, the one who wins it there.
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
        """Return the class that a path leads to, by the reference implementation."""
        known: TranscriptClass | None = self.start
        for step in path:
            known = known and known.parent(Player.RIGHT if step else Player.LEFT)
        if known is None:
            raise ValueError("a path through a tree leads to no class")
        return known


def new_counts(turns: int, n: int) -> NDArray[np.uint64]:
    """Return counts that are all 0: see `TreeTally`."""
    return np.zeros((3, turns, n + 1), np.uint64)


@dataclass(frozen=True)
class TreeTally(ComparedByContent):
    """The counts of some trees so far.

    Attributes
    ----------
    counts
        Number of classes, and the low and the high limb, of 64 bits each, of the number of positions in those that were
        to be counted: by the turns to the end, up to the most turns of a class, and by the cards in Left's hand.
    deepest
        A deepest class among those to be counted, the first in the order of the walk: its turns, negated, the number of
        its tree, and its path there.
    """

    counts: NDArray[np.uint64] = field(default_factory=lambda: new_counts(0, 0))
    deepest: tuple[int, int, Path] | None = None

    def __iadd__(self, other: "TreeTally") -> "TreeTally":
        added, sums = sorted((self.counts, other.counts), key=lambda counts: counts.shape[1])
        sums = sums if sums is self.counts else sums.copy()
        part = sums[:, : added.shape[1]]
        part += added
        part[2] += part[1] < added[1]
        deepest = min((each.deepest for each in (self, other) if each.deepest), default=None)
        return TreeTally(sums, deepest)

    @property
    def classes(self) -> Counter[tuple[int, int]]:
        """Number of classes by turns and by the cards in Left's hand."""
        return _nonzero(self.counts[0].astype(object))

    @property
    def positions(self) -> Counter[tuple[int, int]]:
        """Number of positions by turns and by the cards in Left's hand."""
        low, high = self.counts[1:].astype(object)
        return _nonzero(high << 64 | low)

    @property
    def total(self) -> int:
        """Number of classes."""
        return int(self.counts[0].sum())

    def weighted(self, weights: dict[int, int]) -> dict[int, int]:
        """Return the positions by their turns, each as often as the cards in Left's hand say."""
        counts: Counter[int] = Counter()
        for (turns, split), count in self.positions.items():
            counts[turns] += weights[split] * count
        return dict(counts)


def _nonzero(numbers: NDArray[Any]) -> Counter[tuple[int, int]]:
    """Return the integers that are not zero by their places, row by row."""
    return Counter({(turns, split): numbers[turns, split] for turns, split in np.argwhere(numbers).tolist()})
