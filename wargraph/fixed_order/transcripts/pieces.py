"""The pieces of a walk through transcript trees, which a campaign runs.

Small trees are walked in plain Python, which takes less time than to load a kernel; others by the kernel of
`subtrees.py`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from wargraph.campaign.pieces import KeptPiece
from wargraph.core.position import Player
from wargraph.fixed_order.transcripts.walk import Path, TreeTally, Walk, class_at, is_small

_MOST_BUDGET = 1 << 26
"""And the later ones. At first there should soon be enough pieces for everybody; then few, as each is handed around."""

_MOST_COUNTED = 1 << 48
"""A piece would take a month to meet as many classes: a checkpoint that says so is wrong."""

_DEEPEST_FLOOR = 1 << 16
_MOST_PLAIN = 8000
"""Classes that are looked at plainly before the kernel is called after all."""


@dataclass(frozen=True)
class Subtrees(KeptPiece[TreeTally]):
    """A piece: what is left to walk of one tree.

    Attributes
    ----------
    walk
        Which trees.
    root
        The number of the tree.
    paths
        Where the subtrees that are left start.
    """

    walk: Walk
    root: int
    paths: tuple[Path, ...] = (b"",)

    tag: ClassVar[str] = "transcript subtrees"

    def work(self) -> tuple[TreeTally, "list[Subtrees]"]:
        """Walk for a while: what was counted, and up to two pieces that are left."""
        if is_small(self.walk) and (tally := self._walked_plainly()) is not None:
            return tally, []
        from wargraph.fixed_order.transcripts.subtrees import walked

        tally, paths = walked(self.walk, self.root, self.paths)
        later = replace(self.walk, budget=min(2 * self.walk.budget, _MOST_BUDGET))
        return tally, [replace(self, walk=later, paths=tuple(half)) for half in (paths[::2], paths[1::2]) if half]

    def is_sound(self) -> bool:
        walk, roots = self.walk, self.walk.roots
        n = len(roots[0].start.below)
        are_ways = self._are_ways_plainly if is_small(walk) else self._are_ways
        return (
            0 <= self.root < len(roots)
            and all(len(root.start.below) == n for root in roots)
            and walk.splits <= {*range(n + 1)}
            and all(root.never is not None or not root.start.right for root in roots)
            and 0 <= walk.floor < _DEEPEST_FLOOR
            and 0 < walk.budget <= _MOST_BUDGET
            and are_ways()
        )

    def _are_ways(self) -> bool:
        """Whether all paths lead from the root to a class."""
        from wargraph.fixed_order.transcripts.subtrees import are_ways

        return are_ways(self.walk.roots[self.root], self.paths)

    def _are_ways_plainly(self) -> bool:
        return all(class_at(self.walk, self.root, path) for path in self.paths)

    def may_find(self, partial: TreeTally) -> bool:
        n = len(self.walk.roots[0].start.below)
        places = {*partial.classes, *partial.positions}
        deepest = Subtrees(self.walk, self.root, tuple(partial.deepest.values()))
        return (
            all(root == self.root and turns >= 0 and 0 <= split <= n for root, turns, split in places)
            and min(*partial.classes.values(), *partial.positions.values(), partial.ideals, 0) == 0
            and max(*partial.classes.values(), partial.ideals, 0) < _MOST_COUNTED
            and {*partial.deepest} == ({self.root} if partial.positions else set())
            and deepest.is_sound()
            and all((self.root, len(path)) in {place[:2] for place in partial.positions} for path in deepest.paths)
        )

    def may_leave(self, left: "Sequence[Subtrees]") -> bool:
        walk = self.walk
        return all(replace(each.walk, budget=walk.budget) == walk and each.root == self.root for each in left)

    def _walked_plainly(self) -> TreeTally | None:
        """The tally of everything, or None if that is too much: the same as by the kernel, but no ideals are met."""
        root, tally, floor, met = self.walk.roots[self.root], TreeTally(), self.walk.floor, 0
        waiting = [(class_at(self.walk, self.root, path), path) for path in self.paths]
        while waiting:
            known, path = waiting.pop()
            met += 1
            if met > _MOST_PLAIN:
                return None
            turns = len(path)
            tally.classes[self.root, turns, known.split] += 1
            if known.split in self.walk.splits and turns >= floor:
                tally.positions[self.root, turns, known.split] += known.positions
                if self.root not in tally.deepest or turns > len(tally.deepest[self.root]):
                    tally.deepest[self.root] = path
                    floor = turns if self.walk.rising else floor
            for winner, step in ((Player.RIGHT, b"\1"), (Player.LEFT, b"\0")):
                if turns > 0 or winner is not root.never:
                    before = known.parent(winner)
                    if before is not None:
                        waiting.append((before, path + step))
        return tally


def whole_trees(walk: Walk) -> list[Subtrees]:
    """The pieces to start from: a whole tree each."""
    return [Subtrees(walk, root) for root in range(len(walk.roots))]
