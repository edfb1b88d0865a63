"""The kernel that walks the transcript tree.

`symbolic.py` says in plain Python what a transcript class is, and `docs/transcripts.md` why the tree of all classes is
worth walking. This kernel visits the same classes in the same order.

**The data.** A hand is a window of a *tape*. Every turn takes one card from the top of each hand, so a step back puts
one card on top of each: the tape of a player is the hand at the root, bottom first, followed by the card of one turn
after the other. The winner's two bottom cards were those of the turn, so the winner's window loses them. Under WL, from
a root at which Left holds the labels a b c d, top card first::

    step back                    depth  split   tape of Left      tape of Right
                                   0      4     [d c b a]         []
    Left won with c against d      1      3      d c[b a c]       [d]
    Left won with a against b      2      2      d c b a[c a]     [d b]
    Right won with b against d     3      3      d c b a[c a d]    d b[b]

A window ends where its tape ends, at the root's size plus the depth. It begins where its length says, which is the
split for Left and n less the split for Right. So depth and split say where both hands are.

The order on the labels is a stack of *levels* of closed bit rows (`wargraph.partial_orders.stack`). A step that learns
something writes the next level; all other steps are implied by what is known, or impossible, which one bit decides.

**The invariant.** At depth k the first k turns of `winners`, the tapes up to the root's sizes plus k, and the levels up
to `level` describe the class where the walk is. A step writes two cards and changes three numbers (depth, split and
level), and nothing has to be undone: a row of `forks` holds these three, and after coming back to a fork the walk
writes over what the other branch wrote.

**Where the time goes.** A class takes some twelve nanoseconds, mostly in `is_above` and in reading tapes: `longest`
for 12 cards walks 12.5 million classes in 0.14 s. Counting linear extensions takes twice as much for 12 cards, and
nearly all of the time for 17. So it is done once for each level, not for each class: classes of one level have the same
order. Where only the deepest classes count, `floor` rises, so that few are counted.

**What must stay.** The order of the walk (Left before Right) decides which deepest class is the first one, and so the
examples. The budget is spent by amounts (a class, an order) and not by time, whatever the cache of the thread knows, as
a unit must be the same on every machine. Numbers that index arrays are unsigned, which saves a comparison for each
access. The loop calls nothing that is not inlined: a call would pass all of the workspace.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wargraph.compute.kernel import inner_kernel, kernel
from wargraph.core.position import Player
from wargraph.fixed_order.transcripts.tally import Path, TreeRoot, TreeTally, new_counts
from wargraph.partial_orders.bit_rows import MOST_LABELS
from wargraph.partial_orders.extension_cache import ExtensionCache, cache_of_thread, cached_extensions
from wargraph.partial_orders.extensions import too_wide
from wargraph.partial_orders.ideals import Scratch
from wargraph.partial_orders.stack import MOST_LEVELS, WIDTH, is_above, learn

_SHORTEST_TAPE = 512
_FOR_AN_ORDER = 8
_ROOM = 1 << 13
"""The number of waiting paths at which a unit ends, although its budget is not used up."""

_NOBODY = 2
U0, U1, U2, _LIMB = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(64)
_DONE, _TAPE_IS_FULL, _TOO_WIDE = 0, 1, 2


class _Start(NamedTuple):
    """The root of a tree as kernels take it.

    Both hands, bottom first; the bit rows; `above_loser` is 1 if the winner's card lies above the loser's in the pile
    (WL), and 0 if below (LW); `never` is 0 or 1 as it is Left or Right who does not win the turn before, or `_NOBODY`;
    `closure_mask` see `stack.py`.
    """

    left: NDArray[np.uint8]
    right: NDArray[np.uint8]
    below: NDArray[np.uint32]
    above_loser: np.uint64
    never: int
    closure_mask: np.uint32


class _Counts(NamedTuple):
    """The counts: classes, and the two limbs of positions, by depth and by Left's cards; the first deepest class.

    `deepest` holds one more than its depth, and `path` leads to it.
    """

    classes: NDArray[np.uint64]
    low: NDArray[np.uint64]
    high: NDArray[np.uint64]
    path: NDArray[np.uint8]
    deepest: NDArray[np.uint64]


class _Waiting(NamedTuple):
    """The paths that wait: a row each, with its length, or -1 if it waits no more.

    `first` is the last row of each length that came, and `following` the one that came before a row; -1 is none.
    """

    paths: NDArray[np.uint8]
    lengths: NDArray[np.int64]
    first: NDArray[np.int64]
    following: NDArray[np.int64]


class _Workspace(NamedTuple):
    """The walk's workspace: both tapes, the levels, who won the turns, the forks, and for each level its positions.

    The two limbs of these are 0 where they are not counted yet; `scratch` is room to count linear extensions, and
    `extension_cache` what was counted. A row of `forks` holds the depth, split and level of one.
    """

    left: NDArray[np.uint8]
    right: NDArray[np.uint8]
    levels: NDArray[np.uint32]
    winners: NDArray[np.uint8]
    forks: NDArray[np.uint64]
    low: NDArray[np.uint64]
    high: NDArray[np.uint64]
    scratch: Scratch
    extension_cache: ExtensionCache


def walked(
    root: TreeRoot, splits: Collection[int], paths: Sequence[Path], floor: int, rising: bool, budget: int, most: int
) -> tuple[TreeTally, list[Path]]:
    """Walk subtrees of a tree as the fields of a `Subtrees` say: what was counted, and the paths that are left.

    The shortest path comes first, as its subtree is likely to be the largest. Whenever a subtree has taken `most` of
    the budget more, the largest of its own subtrees that are left joins those that wait. So a few heavy subtrees are
    cut into many, whose sizes differ less, and a path is seldom followed again for a few classes.
    """
    start, is_counted = _start_of(root), np.zeros(root.n + 1, np.bool_)
    is_counted[list(splits)] = True
    tape = max(_SHORTEST_TAPE, 2 * max(map(len, paths)))
    while True:
        waiting, workspace = _new_waiting(tape, paths), _new_workspace(tape, root.n)
        classes, low, high = numbers = new_counts(tape, root.n)
        counts = _Counts(classes, low, high, path=np.zeros(tape, np.uint8), deepest=np.zeros(1, np.uint64))
        status = _walk(start, waiting, len(paths), is_counted, floor, rising, budget, most, counts, workspace)
        if status == _DONE:
            depth = 1 + np.flatnonzero(classes.any(axis=1))[-1]
            turns = int(counts.deepest[0]) - 1
            deepest = None if turns < 0 else (-turns, root.number, counts.path[:turns].tobytes())
            rows = np.flatnonzero(waiting.lengths >= 0).tolist()
            left = [waiting.paths[row, : waiting.lengths[row]].tobytes() for row in rows]
            return TreeTally(numbers[:, :depth].copy(), deepest), sorted(left, key=lambda path: (len(path), path))
        if status == _TOO_WIDE:
            raise too_wide(root.n)
        tape *= 2


def _new_waiting(tape: int, paths: Sequence[Path]) -> _Waiting:
    rows = len(paths) + _ROOM + tape
    waiting = _Waiting(
        np.empty((rows, tape), np.uint8), np.full(rows, -1), first=np.full(tape, -1), following=np.empty(rows, np.int64)
    )
    waiting.paths[: len(paths)] = np.array(paths, f"S{tape}")[:, np.newaxis].view(np.uint8)
    waiting.lengths[: len(paths)] = [*map(len, paths)]
    return waiting


def _new_workspace(tape: int, n: int) -> _Workspace:
    left, right = np.zeros((2, tape + n), np.uint8)
    low, high = np.zeros((2, MOST_LEVELS), np.uint64)
    scratch, extension_cache = cache_of_thread(n)
    return _Workspace(
        left=left,
        right=right,
        levels=np.zeros(MOST_LEVELS * MOST_LABELS, np.uint32),
        winners=np.zeros(tape, np.uint8),
        forks=np.zeros((tape, 3), np.uint64),
        low=low,
        high=high,
        scratch=scratch,
        extension_cache=extension_cache,
    )


def _start_of(root: TreeRoot) -> _Start:
    """Return a root as kernels take it."""
    known = root.start
    below = np.zeros(MOST_LABELS, np.uint32)
    below[: len(known.below)] = known.below
    return _Start(
        left=np.array(known.left[::-1], np.uint8),
        right=np.array(known.right[::-1], np.uint8),
        below=below,
        above_loser=np.uint64(known.order.is_winner_first),
        never=_NOBODY if root.never is None else int(root.never is Player.RIGHT),
        closure_mask=np.uint32(2**MOST_LABELS - 1 if known.is_transitive else 0),
    )


@kernel
def _replay(start, path, tape_left, tape_right, levels):
    """Follow a path from the root, and write tapes and levels; return Left's cards and the last level."""
    left, right, below, above_loser, _never, closure_mask = start
    size_left = np.uint64(left.size)
    size_right = np.uint64(right.size)
    for place in range(left.size):  # by hand here and below: copies of slices take seconds to compile
        tape_left[place] = left[place]
    for place in range(right.size):
        tape_right[place] = right[place]
    for label in range(below.size):
        levels[label] = below[label]
    split = size_left
    level = depth = U0
    for turn in range(path.size):
        by_right = path[turn] == 1
        if by_right:
            won, lost = _bottom_pair(tape_right, depth + split - size_left, above_loser)
            tape_left[size_left + depth], tape_right[size_right + depth] = lost, won
            split += U1
        else:
            won, lost = _bottom_pair(tape_left, size_left + depth - split, above_loser)
            tape_left[size_left + depth], tape_right[size_right + depth] = won, lost
            split -= U1
        depth += U1
        if not is_above(levels, level, won, lost):
            level = learn(levels, level, won, lost, closure_mask)
    return split, level


@kernel
def _walk(start, waiting, rows, is_counted, floor, rising, budget, most, counts, workspace):
    """Walk the subtrees below the first rows of the paths that wait, and what is left of them; return a status."""
    paths, lengths, first, following = waiting
    tape = first.size
    for row in range(rows):
        following[row], first[lengths[row]] = first[lengths[row]], row
    spent = shortest = 0
    while spent < budget and rows + tape < following.size:
        while shortest < tape and first[shortest] < 0:  # what is left of a subtree is longer than its path
            shortest += 1
        if shortest == tape:
            break
        row = first[shortest]
        first[shortest], lengths[row] = following[row], -1
        status, classes, floor, forks = _walk_subtree(
            start, paths[row, :shortest], is_counted, floor, rising, budget - spent, most, counts, workspace
        )
        if status != _DONE:
            return status
        spent += classes
        for fork in range(forks):
            turns = np.int64(workspace.forks[fork, 0])
            for turn in range(turns):
                paths[rows, turn] = workspace.winners[turn]
            paths[rows, turns], lengths[rows] = 1, turns + 1
            following[rows], first[turns + 1] = first[turns + 1], rows
            rows += 1
    return _DONE


@inner_kernel
def _walk_subtree(  # noqa: C901 (one loop, and nothing called that is not inlined)
    start, path, is_counted, floor, rising, budget, most, counts, workspace
):
    """Walk the subtree below `path`, depth first, turns won by Left before turns won by Right.

    Return a status, what was spent of the budget, the floor, and the number of forks whose second branch is left: one
    more of the first forks whenever `most` was spent, and all if the budget is used up. A class takes one of it, and an
    order whose extensions are counted `_FOR_AN_ORDER`, whether the cache knows it or not: a unit is the same whatever
    its thread has done before.
    """
    left, right, _below, above_loser, never, closure_mask = start
    classes, positions_low, positions_high, deepest_path, deepest = counts
    tape_left, tape_right, levels, winners, forks, each_low, each_high, scratch, extension_cache = workspace
    n = np.uint64(left.size + right.size)
    size_left, size_right = np.uint64(left.size), np.uint64(right.size)
    last = np.uint64(winners.size - 1)
    depth = np.uint64(path.size)
    if depth >= last:
        return _TAPE_IS_FULL, 0, floor, U0
    split, level = _replay(start, path, tape_left, tape_right, levels)
    for turn in range(path.size):
        winners[turn] = path[turn]
    each_low[level // WIDTH] = each_high[level // WIDTH] = U0
    floor_depth = np.uint64(floor)
    spent, next_left = 0, most
    fork = first = U0
    while True:
        spent += 1
        classes[depth, split] += U1
        if depth >= floor_depth and is_counted[split]:  # in this order: a floor is seldom reached
            place = level // WIDTH
            if not (each_low[place] or each_high[place]):
                spent += _FOR_AN_ORDER
                if closure_mask:
                    each_low[place], each_high[place] = cached_extensions(levels, level, n, scratch, extension_cache)
                else:
                    each_low[place], each_high[place] = _power_of_two(n * (n - U1) // U2 - place)
                if not (each_low[place] or each_high[place]):
                    return _TOO_WIDE, 0, floor, U0
            total = positions_low[depth, split] + each_low[place]
            positions_high[depth, split] += each_high[place] + np.uint64(total < each_low[place])
            positions_low[depth, split] = total
            if depth + U1 >= deepest[0] and _is_before(winners, deepest_path, depth, deepest[0]):
                deepest[0] = depth + U1
                for turn in range(depth):
                    deepest_path[turn] = winners[turn]
                if rising:
                    floor_depth = depth
        if depth == last:
            return _TAPE_IS_FULL, 0, floor, U0
        # Can Left, can Right have won the turn before? The tapes are read even where a hand is too small.
        won, lost = _bottom_pair(tape_left, size_left + depth - split, above_loser)
        by_left = (split >= U2) & (not is_above(levels, level, lost, won))
        right_won, right_lost = _bottom_pair(tape_right, depth + split - size_left, above_loser)
        by_right = (split + U2 <= n) & (not is_above(levels, level, right_lost, right_won))
        if depth == U0:
            by_left &= never != 0
            by_right &= never != 1
        if by_left and by_right:
            forks[fork, 0], forks[fork, 1], forks[fork, 2] = depth, split, level
            fork += U1
        if by_left:
            tape_left[size_left + depth], tape_right[size_right + depth] = won, lost
            winners[depth] = 0
            split -= U1
        else:
            if not by_right:
                if spent >= next_left:
                    first += np.uint64(first < fork)
                    next_left = spent + most
                if fork == first or spent >= budget:
                    return _DONE, spent, np.int64(floor_depth), fork
                fork -= U1
                depth, split, level = forks[fork, 0], forks[fork, 1], forks[fork, 2]
                right_won, right_lost = _bottom_pair(tape_right, depth + split - size_left, above_loser)
            won, lost = right_won, right_lost
            tape_left[size_left + depth], tape_right[size_right + depth] = lost, won
            winners[depth] = 1
            split += U1
        depth += U1
        if not is_above(levels, level, won, lost):
            level = learn(levels, level, won, lost, closure_mask)
            each_low[level // WIDTH] = each_high[level // WIDTH] = U0


@kernel
def _is_before(path, other, turns, deepest):
    """Return whether a class is deeper than the deepest, or as deep and earlier in the tree."""
    for turn in range(turns if turns < deepest else U0):
        if path[turn] != other[turn]:
            return path[turn] < other[turn]
    return turns >= deepest


@kernel
def _bottom_pair(tape, bottom, above_loser):
    """Return the winner and the loser if the two cards at the bottom of a hand are those of the last turn."""
    return np.uint64(tape[bottom + above_loser]), np.uint64(tape[bottom + U1 - above_loser])


@kernel
def _power_of_two(exponent):
    """Return 2**exponent as (low, high) limbs: the number of ways to decide that many pairs."""
    if exponent < _LIMB:
        return U1 << exponent, U0
    return U0, U1 << (exponent - _LIMB)
