"""Groups of positions for the search back: a small graph in arrays, and 720 positions in the bits of each of its nodes.

The six lowest cards are *low*, the others *high*. Positions that differ only in the arrangement of the low cards are a
*group*, such as ``7 * | * 9 * 8 * * *``, where a star is a low card. Where a turn takes the cards is the same for all
positions of a group, as far as the top cards tell who wins:

    top cards     a turn leads to                                               the low cards
    high, high    two groups: the winner's card is put back first, or last      stay in their order
    high, low     the same, for each player who wins some of the positions      one of them moves, or none
    low, low      one group for each player: both orders are arrangements       two of them move

So the turn takes a bit of one group to a bit of another one by a fixed permutation of the arrangements, and often by
none at all (`Turns`). The search goes back: for each group it takes the bits of its children that are in the newest
layer, permutes them, and adds those that are new. Where the order is chosen against the end, only those bits count for
which both children are settled.

A group has 12 words for each of these *planes*::

    plane 0   plane 1         position
    0         0               open: the end is not reached yet
    0         1               settled, in the newest layer
    1         bit 1 of turns  settled, in an earlier layer

A turn changes the split by one. If the splits of all ends are even, or all are odd, the parity of the split tells bit 0
of the turns. If not, plane 2 holds bit 0; and if the turns of all positions are asked for, plane 2 + k holds bit k.

**Who reads and writes what.** The positions of a layer whose splits are even are a *wave*, and so are the others. Units
of a wave that settles even splits read the planes and flags of odd splits, which none of them writes. A unit writes
those of its own groups, which no other unit reads or writes. So the units of a wave may be done in any order, at the
same time, or by other processes that have a copy of what they read, and the answer is the same. The newest layer must
stay marked until it has been read, and no longer: the wave that settles turns t first unmarks turns t - 2, which are of
the same splits. Where there is a plane of bit 0, it tells both from turns t - 1, which share these splits.

**Where the time goes.** Nearly all is spent in `_find`: in some 12 words of AND and OR for a group that stays in order,
and in the two nanoseconds that each bit takes which is permuted. Three things make that possible. The low cards are the
lowest ones, so that the number of the group and that of the arrangement make the rank of `wargraph.graph.positions`,
and the first positions are the first examples. The children of a group are worked out once, and not in each layer. And
a unit passes over a group by one look at the flags of its children.
"""

from collections.abc import Iterator
from copy import copy
from functools import cache
from math import factorial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wargraph.core.position import Player
from wargraph.core.relation import Relation
from wargraph.graph.attractors.attractor import SearchGoal
from wargraph.graph.positions import ARRANGEMENTS, LOW, WORDS, Positions, words_by_rank

ALL_BITS = 15
"""The bits of each number of turns that are stored if they are asked for."""

_FEW_GROUPS, _MANY_UNITS = 1 << 13, 1 << 10
"""The groups of a unit, some ten milliseconds of work; more if there would be too many units."""

_READ_AT_A_TIME = 1 << 4
"""The groups that are looked through for examples, of which few are needed."""


class Turns(NamedTuple):
    """The turns of all groups under a relation. Cards count from 0."""

    kinds: NDArray[np.int64]
    """By kind and winner: rows of `before` and `masks`, by how much the children differ, and 1 if it is possible."""
    before: NDArray[np.int16]
    """By row: the arrangement before a turn, for each one after it; row 0 changes nothing."""
    beside: NDArray[np.int16]
    """By row: the arrangement of the other child, where both children are in one group."""
    masks: NDArray[np.uint64]
    """By row: the arrangements after a turn that this player can have won; row 0 has all."""


def turns_of(beats: NDArray[np.bool_]) -> Turns:
    """Work out the turns under a relation.

    A kind is the number of Left's low cards and the top cards, each 0 if it is low, and else its place among the high
    ones, from 1 on.
    """
    high, words = len(beats) - LOW, np.array([*words_by_rank(LOW)]) - 1
    stay, base = np.arange(ARRANGEMENTS, dtype=np.int16), LOW ** np.arange(LOW)
    rank_of = np.zeros(LOW**LOW, np.int16)
    rank_of[words @ base] = stay

    kinds = np.zeros((LOW + 1, high + 1, high + 1, 2, 4), np.int64)
    rows, masks = {stay.tobytes(): (stay, stay)}, {(stay >= 0).tobytes(): stay >= 0}

    @cache
    def chosen(lefts: int, x: int, y: int, winner: int, won: bytes) -> tuple[int, int]:
        """Return the rows of `before` and `masks` for a turn of x and y low cards; keep them if they are new."""
        top_left, left, top_right, right = np.split(words, [x, lefts, lefts + y], axis=1)
        pairs = (top_left, top_right), (top_right, top_left)
        orders = [rank_of[np.hstack((left, right, *pair) if winner else (left, *pair, right)) @ base] for pair in pairs]
        is_won = np.frombuffer(won, np.bool_)
        is_taken = is_won | (x + y < 2)  # two low cards may come to lie alike if either player wins
        (before, beside), mask = np.zeros((2, ARRANGEMENTS), np.int16), np.zeros(ARRANGEMENTS, np.bool_)
        for one, other in (orders, orders[::-1]):
            before[one[is_taken]], beside[one[is_taken]] = stay[is_taken], other[is_taken]
            mask[one[is_won]] = True
        rows.setdefault(before.tobytes(), (before, beside))
        masks.setdefault(mask.tobytes(), mask)
        return [*rows].index(before.tobytes()), [*masks].index(mask.tobytes())

    for lefts, x, y, winner in np.ndindex(kinds.shape[:-1]):
        if (x == 0 and lefts == 0) or (y == 0 and lefts == LOW) or x == y > 0:
            continue
        left, right = (LOW - 1 + x if x else words[:, 0]), (LOW - 1 + y if y else words[:, lefts])
        is_won = np.broadcast_to(beats[right, left] if winner else beats[left, right], ARRANGEMENTS)
        if is_won.any():
            card = max(x, y)
            apart = (1 if card == (y if winner else x) else -1) * _weight(LOW - 1 + card) if card else 0
            row = chosen(lefts, int(x == 0), int(y == 0), winner, is_won.tobytes())
            kinds[lefts, x, y, winner] = *row, apart, 1
    bits = np.zeros((len(masks), 64 * WORDS), np.uint8)
    bits[:, :ARRANGEMENTS] = [*masks.values()]
    before, beside = np.stack([*rows.values()], axis=1)
    return Turns(kinds.reshape(-1, 2, 4), before, beside, np.packbits(bits, 1, "little").view(np.uint64))


def _weight(card: int) -> int:
    """Return by how much a step of the digit of a high card changes the number of a group."""
    return factorial(card) // ARRANGEMENTS


class Found(NamedTuple):
    """The positions that a unit settles: their number, and their words if it returns them."""

    size: int
    steps: NDArray[np.uint32]
    """The groups that have any, each by its distance from the one before; the first, from that of the unit."""
    words: NDArray[np.uint64]


class Groups:
    """All groups under a relation, split by split: where turns lead, and how far their positions are from the end."""

    is_returned = False
    """Whether units return the words that they find."""
    is_copy = False
    """Whether this holds copies of what one unit reads, so that what it finds must be marked elsewhere."""

    def __init__(self, relation: Relation, positions: Positions, aim: SearchGoal, turn_bits: int) -> None:
        self.ends = aim.ends(positions)
        self.parities = sorted({split % 2 for split in self.ends})
        sizes = [positions.split_size(split) if split in positions.splits else 0 for split in range(positions.n + 1)]
        self.first = np.cumsum([0, *sizes]) // ARRANGEMENTS
        """The number of the first group of each split from 0 to n; and, at last, of groups."""
        self.turns = turns_of(relation.to_array())
        self.needs_both_children = tuple(map(aim.needs_both_children, Player))
        groups = int(self.first[-1])
        self.states = np.zeros((groups, 2 + turn_bits, WORDS), np.uint64)
        self.flags = np.zeros(groups, np.uint8)
        """Bit 0 or 1 is set if positions of a group are in the newest layer, and their turns are even, or odd."""
        self.kinds = np.zeros(groups, np.int16)
        """The kind of each group, see `turns_of`; 0 before it is worked out."""
        self.children = np.empty((groups, 4), np.int32)
        """The children of each group if Left wins, and if Right does, under WL and LW; -1 where there are none."""
        self.marked: dict[int, int] = {}
        """The turns of the last layer that is marked in each unit, by its first group."""

    def units_of(self, split: int) -> Iterator[tuple[int, int]]:
        """Yield the units of a split: the first group of each, and the one after its last."""
        first, stop = self.first[split : split + 2].tolist()
        size = max(_FEW_GROUPS, len(self.flags) // _MANY_UNITS)
        return ((start, min(start + size, stop)) for start in range(first, stop, size))

    def ranks(self, split: int, turns: int | None) -> Iterator[int]:
        """Yield the ranks of the positions of a split in the newest layer, that of `turns`; or, for None, in none."""
        for first, stop in self.units_of(split):
            is_asked = np.ones(stop - first) if turns is None else self.flags[first:stop] & 1 << turns % 2
            groups = first + np.flatnonzero(is_asked)
            for start in range(0, groups.size, _READ_AT_A_TIME):
                some = groups[start : start + _READ_AT_A_TIME]
                words = self._words(turns, some)
                for place in np.flatnonzero(words.any(axis=1)).tolist():
                    rank = (int(some[place]) - int(self.first[split])) * ARRANGEMENTS
                    bits = np.unpackbits(words[place].view(np.uint8), bitorder="little")
                    yield from (rank + np.flatnonzero(bits)).tolist()

    def _words(self, turns: int | None, groups: NDArray[np.int64]) -> NDArray[np.uint64]:
        """Return the positions of groups in the newest layer, that of `turns`; or, for None, in none."""
        is_old, is_new, *bits = self.states[groups].swapaxes(0, 1)
        if turns is None:
            words: NDArray[np.uint64] = self.turns.masks[0] & ~(is_old | is_new)
        else:
            words = is_new & ~is_old
            if bits:
                words &= bits[0] if turns % 2 else ~bits[0]
        return words

    def mark_ends(self) -> None:
        """Make the finished games the newest layer."""
        for split in self.ends:
            groups = slice(*self.first[split : split + 2])
            self.states[groups, 1] = self.turns.masks[0]
            self.flags[groups] = 1

    def settle(self, turns: int, split: int, first: int, stop: int) -> Found:
        """Find the positions of a unit in a layer and, unless this is a copy, mark them."""
        from wargraph.graph.attractors.group_kernels import find

        if not self.is_copy:
            self._fill(split, first, stop)
        groups, words = np.empty(stop - first, np.int64), np.empty((stop - first, WORDS), np.uint64)
        given = self.states, self.flags, self.kinds, self.children, *self.turns, self.needs_both_children
        number, size = find(*given, turns, first, stop, groups, words)
        found = Found(size, np.diff(groups[:number], prepend=first).astype(np.uint32), words[:number])
        if not self.is_copy:
            self.mark(turns, first, stop, found)
        return found if self.is_returned else Found(size, found.steps[:0], found.words[:0])

    def mark(self, turns: int, first: int, stop: int, found: Found) -> None:
        """Make what a unit has found the newest layer; what was, of two turns less, is so no more."""
        from wargraph.graph.attractors.group_kernels import mark

        mark(self.states, self.flags, turns, first, stop, first + np.cumsum(found.steps, dtype=np.int64), found.words)
        self.marked[first] = turns

    def copied(self, turns: int, split: int, first: int, stop: int) -> "Groups":
        """Return a copy of all that a unit reads, whose own groups come first."""
        self._fill(split, first, stop)
        size, children = stop - first, self.children[first:stop]
        is_child = children >= 0
        is_read = is_child & (is_child & self.flags[children] >> (turns - 1) % 2 & 1).any(axis=1, keepdims=True)
        read = np.unique(children[is_read])
        part = copy(self)
        part.states = np.concatenate((self.states[first:stop], self.states[read]))
        part.flags = np.concatenate((np.zeros(size, np.uint8), self.flags[read]))
        part.kinds = self.kinds[first:stop]
        part.children = np.where(is_read, size + np.searchsorted(read, children), -1).astype(np.int32)
        part.is_copy, part.is_returned, part.marked = True, True, {}
        return part

    def plain(self) -> str:
        """Return what stands for the groups in the key of a unit, beside the name of the search."""
        return "groups"

    def _fill(self, split: int, first: int, stop: int) -> None:
        """Work out the kinds and the children of a unit when it first needs them."""
        children, high = self.children[first:stop], len(self.first) - 2 - LOW
        if split in (0, LOW + high):  # finished games
            children[:] = -1
        elif not self.kinds[first]:
            # The places of the high cards in the word: each is inserted among the cards before it.
            place, number = np.zeros((high, stop - first), np.int64), np.arange(first, stop) - self.first[split]
            for card in range(high):
                number, place[card] = np.divmod(number, LOW + card + 1)
                place[:card] += place[:card] >= place[card]
            x, y = (np.arange(1, high + 1) @ (place == top) for top in (0, split))
            lefts = split - (place < split).sum(axis=0)
            self.kinds[first:stop] = kinds = (lefts * (high + 1) + x) * (high + 1) + y
            for winner in range(2):
                # The turn puts the winner's card back first.
                moved = place - (place < split) if winner == 0 else place - 1 - (place > split)
                last = LOW + high - 2 if winner else split - 1
                moved[place == 0], moved[place == split] = last + winner, last + 1 - winner
                child = np.full(stop - first, self.first[split - 1 if winner else split + 1])
                for card in range(high):
                    child += _weight(LOW + card) * (moved[card] - (moved[card + 1 :] < moved[card]).sum(axis=0))
                _, _, apart, is_possible = self.turns.kinds[kinds, winner].T
                children[:, 2 * winner] = np.where(is_possible, child, -1)
                children[:, 2 * winner + 1] = np.where(is_possible, child + apart, -1)
