"""The work units of the walk through transcript trees.

Small trees are counted in plain Python, which takes less time than to load a kernel; others by the kernel of
`subtrees.py`.
"""

from dataclasses import dataclass, replace
from operator import attrgetter

from wargraph.fixed_order.transcripts.symbolic import behind
from wargraph.fixed_order.transcripts.tally import Path, TreeRoot, TreeTally, new_counts

_LARGEST_PLAIN = 9
"""The most cards for which a tree of the standard deck has some thousand classes; those of relations grow sooner."""

_BUDGET = 1 << 21
"""The budget of a unit, as `subtrees` reckons: it takes some hundredths of a second."""

_PARTS = 4
"""The number of units that a unit leaves at most."""

_SUBTREES = 32
"""Whenever a single subtree has taken this part of a budget, the largest subtree in it that is left leaves it."""


@dataclass(frozen=True)
class Subtrees:
    """A work unit: what is left to walk of one tree.

    Attributes
    ----------
    root
        The root of the tree.
    splits
        The splits whose classes' positions are to be counted.
    rising
        Whether the floor rises to the depth of the deepest class met, so that only the positions of the deepest classes
        are sure to be counted.
    floor
        Positions are counted from this depth on.
    budget
        The budget, a share of which it may spend before it stops.
    paths
        The paths to the roots of the subtrees that are left.
    """

    root: TreeRoot
    splits: frozenset[int]
    rising: bool = False
    floor: int = 0
    budget: int = _BUDGET
    paths: tuple[Path, ...] = (b"",)

    @property
    def n(self) -> int:
        """Number of cards."""
        return self.root.n

    def work(self, share: float = 1) -> tuple[TreeTally, "list[Subtrees]"]:
        """Walk until a share of the budget is used up: what was counted, and the units that are left.

        They know how deep this one came, if only the deepest classes are sure to be counted.
        """
        if is_small(self.root):
            return self.walked_plainly(), []
        tally, paths = self.walked_by_kernel(share)
        floor = max(self.floor, -tally.deepest[0]) if self.rising and tally.deepest else self.floor
        parts = filter(None, (tuple(paths[part::_PARTS]) for part in range(_PARTS)))
        return tally, [replace(self, floor=floor, paths=part) for part in parts]

    def walked_by_kernel(self, share: float = 1) -> tuple[TreeTally, list[Path]]:
        """Count until a share of the budget is used up; return the counts and the paths that are left."""
        from wargraph.fixed_order.transcripts.subtrees import walked

        budget = max(1, int(share * self.budget))
        return walked(self.root, self.splits, self.paths, self.floor, self.rising, budget, budget // _SUBTREES)

    def walked_plainly(self) -> TreeTally:
        """Count the whole tree, in the order of the kernel; with `rising` only the positions of the deepest classes."""
        classes = [*behind(self.root.start, self.root.never)]
        counted = [known for known in classes if known.split in self.splits]
        counts = new_counts(1 + max(known.turns for known in classes), self.n)
        for known in classes:
            counts[0, known.turns, known.split] += 1
        if not counted:
            return TreeTally(counts)
        deepest = max(counted, key=attrgetter("turns"))  # the first of them
        for known in counted:
            if known.turns == deepest.turns or not self.rising:
                counts[1, known.turns, known.split] += known.positions
        path = bytes(winner == "R" for winner in reversed(deepest.winners))
        return TreeTally(counts, (-len(path), self.root.number, path))


def is_small(root: TreeRoot) -> bool:
    """Return whether a tree is counted in plain Python in less time than it takes to load the kernel."""
    return root.n <= (_LARGEST_PLAIN if root.start.is_transitive else _LARGEST_PLAIN - 3)
