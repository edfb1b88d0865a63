"""The kernel that walks the transcript tree.

A hand as the walk goes back is a window of a *tape*. Every turn takes one card from the top of each hand, so going
back puts one card on top of each: the tape of a player is the hand at the root, bottom first, and behind it the card of
one turn after the other. What the winner of a turn gives back is cut off the bottom, so the bottom is told by the size
of the hand, and the size by how many turns each player won. A step writes two cards and changes three numbers, and
nothing has to be undone: coming back to a fork, the walk writes over what the other branch wrote.

The order on the labels is a stack of levels of closed bit rows; a step that learns something writes the next level. All
other steps are implied or impossible, which one bit decides.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from wargraph.kernel import kernel
from wargraph.rules import Player, ReturnOrder
from wargraph.transcripts.extensions import MOST_CARDS, too_wide
from wargraph.transcripts.ideals import count_extensions, joined, new_scratch
from wargraph.transcripts.walk import Path, Root, Tally, Walk

_SHORTEST_TAPE = 512
MOST_LEVELS = MOST_CARDS * (MOST_CARDS - 1) // 2 + 1
NOBODY = 2
_NONE, _ONE, _TWO = np.uint64(0), np.uint64(1), np.uint64(2)
_BIT = np.uint32(1)
_WIDTH = np.uint64(MOST_CARDS)
_DONE, _TAPE_IS_FULL, _TOO_WIDE = 0, 1, 2


def walked(walk: Walk, root: int, paths: Sequence[Path]) -> tuple[Tally, list[Path]]:
    """Walk subtrees of a tree until the budget is used up: what was counted, and the paths that are left."""
    tape = _SHORTEST_TAPE
    while True:
        status, counts, left = _walked(walk, root, paths, tape)
        if status == _DONE:
            return _tally(root, counts), left
        if status == _TOO_WIDE:
            raise too_wide(len(walk.roots[root].start.below))
        tape *= 2


def _walked(walk: Walk, root: int, paths: Sequence[Path], tape: int) -> tuple[int, "_Counts", list[Path]]:
    arrays = root_arrays(walk.roots[root])
    n = len(walk.roots[root].start.below)
    counts = _Counts.empty(tape, n)
    counted = counted_splits(walk)
    memory = _memory(tape, n)
    left = list(paths)
    floor, spent = walk.floor, 0
    while left and spent < walk.budget:
        path = np.frombuffer(left.pop(), np.uint8)
        status, classes, floor, forks = _walk_subtree(
            *arrays, path, counted, floor, walk.rising, walk.budget - spent, *counts.arrays(), *memory
        )
        if status != _DONE:
            return status, counts, []
        spent += classes
        winners = memory[_WINNERS]
        left += [winners[: memory[_FORKS][fork, 0]].tobytes() + b"\1" for fork in range(forks)]
    counts.ideals = int(memory[_SCRATCH][-1][1])
    return _DONE, counts, left


def _tally(root: int, counts: "_Counts") -> Tally:
    tally = Tally(ideals=counts.ideals)
    for turns, split in np.argwhere(counts.classes).tolist():
        tally.classes[root, turns, split] = int(counts.classes[turns, split])
    for turns, split in np.argwhere(counts.low | counts.high).tolist():
        tally.positions[root, turns, split] = joined(counts.low[turns, split], counts.high[turns, split])
    if counts.deepest[0]:
        tally.deepest[root] = counts.path[: int(counts.deepest[0]) - 1].tobytes()
    return tally


@dataclass
class _Counts:
    """What the kernel writes its counts to; all arrays by depth and by Left's cards."""

    classes: NDArray[np.uint64]
    low: NDArray[np.uint64]
    high: NDArray[np.uint64]
    path: NDArray[np.uint8]
    deepest: NDArray[np.uint64]
    """One more than the depth of the deepest class to be counted, to which `path` leads."""
    ideals: int = 0

    @classmethod
    def empty(cls, tape: int, n: int) -> Self:
        by_depth = (tape, n + 1)
        return cls(
            np.zeros(by_depth, np.uint64),
            np.zeros(by_depth, np.uint64),
            np.zeros(by_depth, np.uint64),
            np.zeros(tape, np.uint8),
            np.zeros(1, np.uint64),
        )

    def arrays(self) -> tuple[NDArray[Any], ...]:
        return self.classes, self.low, self.high, self.path, self.deepest


_WINNERS, _FORKS, _SCRATCH = 2, 3, 5


def _memory(tape: int, n: int) -> tuple[Any, ...]:
    """What the kernel works in: the two tapes, the path, the forks, the levels with e(P), and room to count it."""
    return (
        np.zeros(tape + n, np.uint8),
        np.zeros(tape + n, np.uint8),
        np.zeros(tape, np.uint8),
        np.zeros((tape, 3), np.uint64),
        (
            np.zeros(MOST_LEVELS * MOST_CARDS, np.uint32),
            np.zeros(MOST_LEVELS, np.uint64),
            np.zeros(MOST_LEVELS, np.uint64),
        ),
        new_scratch(n),
    )


def counted_splits(walk: Walk) -> NDArray[np.bool_]:
    """Which numbers of cards in Left's hand are to be counted, as an array of shape (n + 1,)."""
    counted = np.zeros(len(walk.roots[0].start.below) + 1, np.bool_)
    counted[list(walk.splits)] = True
    return counted


def root_arrays(root: Root) -> tuple[Any, ...]:
    """A root as the kernels take it: hands bottom first, bit rows, the place of the winner's card, who never wins."""
    start = root.start
    below = np.zeros(MOST_CARDS, np.uint32)
    below[: len(start.below)] = start.below
    return (
        np.array(start.left[::-1], np.uint8),
        np.array(start.right[::-1], np.uint8),
        below,
        np.uint64(start.order is ReturnOrder.WL),
        NOBODY if root.never is None else int(root.never is Player.RIGHT),
    )


@kernel
def replay(left, right, below, above_loser, path, turns, tape_left, tape_right, levels):  # type: ignore[no-untyped-def]
    """Follow so many turns of a path from the root: write tapes and levels; return Left's cards and the last level.

    `above_loser` is 1 if the winner's card lies above the loser's in the pile (WL), and 0 if below (LW).
    """
    size_left = np.uint64(left.size)
    size_right = np.uint64(right.size)
    for place in range(left.size):  # by hand here and below: copies of slices take seconds to compile
        tape_left[place] = left[place]
    for place in range(right.size):
        tape_right[place] = right[place]
    for label in range(below.size):
        levels[label] = below[label]
    split = size_left
    level = depth = _NONE
    for turn in range(turns):
        by_right = path[turn] == 1
        if by_right:
            won, lost = _bottom_pair(tape_right, depth + split - size_left, above_loser)
        else:
            won, lost = _bottom_pair(tape_left, size_left + depth - split, above_loser)
        if by_right:
            tape_left[size_left + depth] = lost
            tape_right[size_right + depth] = won
            split += _ONE
        else:
            tape_left[size_left + depth] = won
            tape_right[size_right + depth] = lost
            split -= _ONE
        depth += _ONE
        if not is_above(levels, level, won, lost):
            level = learn(levels, level, won, lost)
    return split, level


@kernel
def is_above(levels, level, higher, lower):  # type: ignore[no-untyped-def]
    """Whether at a level one label is known to be above another (or is the other)."""
    return (levels[level + higher] >> np.uint32(lower)) & _BIT != 0


@kernel
def learn(levels, level, won, lost):  # type: ignore[no-untyped-def]
    """Write the next level, where `won` is above `lost` as well, and return it."""
    row = levels[level + lost]
    shift = np.uint32(won)
    for label in range(MOST_CARDS):
        known = levels[level + np.uint64(label)]
        levels[level + _WIDTH + np.uint64(label)] = known | (row & (np.uint32(0) - ((known >> shift) & _BIT)))
    return level + _WIDTH


@kernel
def _walk_subtree(  # type: ignore[no-untyped-def]  # noqa: C901 (one loop, and nothing called that is not inlined)
    left,
    right,
    below,
    above_loser,
    never,
    path,
    counted,
    floor,
    rising,
    budget,
    classes,
    positions_low,
    positions_high,
    deepest_path,
    deepest,
    tape_left,
    tape_right,
    winners,
    forks,
    stack,
    scratch,
):
    """Walk the subtree below `path`, depth first, turns won by Left before turns won by Right.

    Return a status, the classes and ideals met, the floor, and the number of forks whose second branch is left
    because the budget is used up.
    """
    levels, extensions_low, extensions_high = stack
    n = np.uint64(left.size + right.size)
    size_left, size_right = np.uint64(left.size), np.uint64(right.size)
    last = np.uint64(winners.size - 1)
    depth = np.uint64(path.size)
    if depth >= last:
        return _TAPE_IS_FULL, 0, floor, _NONE
    split, level = replay(left, right, below, above_loser, path, depth, tape_left, tape_right, levels)
    for turn in range(path.size):
        winners[turn] = path[turn]
    extensions_low[level // _WIDTH] = extensions_high[level // _WIDTH] = _NONE
    floor_depth = np.uint64(floor)
    ideals = scratch[-1][1:]
    ideals_before = ideals[0]
    met = 0
    fork = _NONE
    while True:
        met += 1
        classes[depth, split] += _ONE
        if counted[split] and depth >= floor_depth:
            place = level // _WIDTH
            if not (extensions_low[place] or extensions_high[place]):
                extensions_low[place], extensions_high[place] = count_extensions(levels, level, n, scratch)
                if not (extensions_low[place] or extensions_high[place]):
                    return _TOO_WIDE, 0, floor, _NONE
            total = positions_low[depth, split] + extensions_low[place]
            positions_high[depth, split] += extensions_high[place] + np.uint64(total < extensions_low[place])
            positions_low[depth, split] = total
            if depth >= deepest[0]:
                deepest[0] = depth + _ONE
                for turn in range(depth):
                    deepest_path[turn] = winners[turn]
                if rising:
                    floor_depth = depth
        if depth == last:
            return _TAPE_IS_FULL, 0, floor, _NONE
        # Can Left, can Right have won the turn before? The tapes are read even where a hand is too small.
        won, lost = _bottom_pair(tape_left, size_left + depth - split, above_loser)
        by_left = (split >= _TWO) & (not is_above(levels, level, lost, won))
        right_won, right_lost = _bottom_pair(tape_right, depth + split - size_left, above_loser)
        by_right = (split + _TWO <= n) & (not is_above(levels, level, right_lost, right_won))
        if depth == _NONE:
            by_left &= never != 0
            by_right &= never != 1
        if by_left and by_right:
            forks[fork, 0], forks[fork, 1], forks[fork, 2] = depth, split, level
            fork += _ONE
        if by_left:
            tape_left[size_left + depth], tape_right[size_right + depth] = won, lost
            winners[depth] = 0
            split -= _ONE
        else:
            if not by_right:
                spent = met + np.int64(ideals[0] - ideals_before)
                if fork == _NONE or spent >= budget:
                    return _DONE, spent, np.int64(floor_depth), fork
                fork -= _ONE
                depth, split, level = forks[fork, 0], forks[fork, 1], forks[fork, 2]
                right_won, right_lost = _bottom_pair(tape_right, depth + split - size_left, above_loser)
            won, lost = right_won, right_lost
            tape_left[size_left + depth], tape_right[size_right + depth] = lost, won
            winners[depth] = 1
            split += _ONE
        depth += _ONE
        if not is_above(levels, level, won, lost):
            level = learn(levels, level, won, lost)
            extensions_low[level // _WIDTH] = extensions_high[level // _WIDTH] = _NONE


@kernel
def _bottom_pair(tape, bottom, above_loser):  # type: ignore[no-untyped-def]
    """Who won and who lost, if the two cards at the bottom of a hand are those of the last turn."""
    return np.uint64(tape[bottom + above_loser]), np.uint64(tape[bottom + _ONE - above_loser])
