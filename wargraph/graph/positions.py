"""The positions of a War graph as a sequence, by a perfect hash: no gaps, nothing stored.

Write a position as the *word* of its n cards, Left's hand and then Right's, and its *split*, the
number of cards in Left's hand. Give card c the digit

    d(c) = number of cards smaller than c that stand before c in the word,    0 <= d(c) < c.

The digits determine the word (insert the cards 1, 2, ..., n one after the other, card c behind
d(c) of those already there), so the factorial-base number

    rank(word) = sum of d(c) * (c-1)!

runs through 0..n!-1. Its leading digit d(n) is the place of card n, hence the words of one split
in which Left holds n are exactly the first split*(n-1)! ranks. A position's index is its rank
plus an offset for its split. Both kinds of War graph use it and differ only in the offsets:

- all positions: n! ranks for each of the splits 0..n;
- only those in which Left holds n: split*(n-1)! ranks for each of the splits 1..n.

The splits are laid out in the order 1, ..., n-1, n, 0, so that the terminals come last. Where cards can draw, the tie
follows: it is a position without cards, and of no split.
"""

import operator
from bisect import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, islice
from math import factorial
from typing import Any, overload

import numpy as np

from wargraph.core.position import TIE, Deals, Position
from wargraph.errors import PositionError, shown

LOW = 6
"""The number of low cards of a search by groups, which is for decks that have more."""

ARRANGEMENTS = factorial(LOW)
WORDS = -(-ARRANGEMENTS // 64)
"""The words of 64 bits that have a bit for each arrangement of the low cards."""


@dataclass(frozen=True)
class Positions(Sequence[Position]):
    """The positions of a War graph as an immutable sequence that is computed, not stored.

    On n cards it has either all positions or, with `left_holds_n`, only those in which Left holds card n; with
    `has_tie` also the tie.

    >>> positions = Positions(4, left_holds_n=True)
    >>> len(positions), positions.terminals
    (60, 24)
    >>> str(positions[9]), positions.index(Position("41|32"))
    ('41|32', 9)
    >>> Position("32|41") in positions
    False
    """

    n: int
    left_holds_n: bool
    has_tie: bool = False

    @cached_property
    def splits(self) -> tuple[int, ...]:
        """The splits in index order, the terminal ones last."""
        positive = tuple(range(1, self.n + 1))
        return positive if self.left_holds_n else (*positive, 0)

    def split_size(self, split: int) -> int:
        """Return the number of positions with this split."""
        return split * factorial(self.n - 1) if self.left_holds_n else factorial(self.n)

    @cached_property
    def offsets(self) -> dict[int, int]:
        """Index of the first position of each split."""
        starts = accumulate(map(self.split_size, self.splits[:-1]), initial=0)
        return dict(zip(self.splits, starts, strict=True))

    @cached_property
    def size(self) -> int:
        """Number of positions: (n+1)!, and where Left holds n half of them (1 for n = 1); with the tie one more."""
        return sum(map(self.split_size, self.splits)) + self.has_tie

    @cached_property
    def terminals(self) -> int:
        """Number of terminal positions; they have the indices from ``size - terminals`` on."""
        return sum(self.split_size(split) for split in self.splits if split in (0, self.n)) + self.has_tie

    def block(self, split: int) -> slice:
        """Return the indices of the positions with this split."""
        return slice(self.offsets[split], self.offsets[split] + self.split_size(split))

    def starts(self, deals: Deals) -> list[tuple[int, bool]]:
        """Return the splits whose positions are the starts that `deals` means, each with whether to swap the players.

        The tie is no start. Where Left holds n, a balanced deal in which the second player holds n appears with the
        players swapped, as a position whose split is floor(n/2).
        """
        if deals is Deals.ALL:
            return [(split, False) for split in self.splits]
        more, fewer = (self.n + 1) // 2, self.n // 2
        return [(more, False), (fewer, True)] if self.left_holds_n and fewer else [(more, False)]

    def __len__(self) -> int:
        return self.size

    @overload
    def __getitem__(self, index: int) -> Position: ...
    @overload
    def __getitem__(self, index: slice) -> list[Position]: ...
    def __getitem__(self, index: int | slice) -> Position | list[Position]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(self.size))]
        index = operator.index(index)
        if not -self.size <= index < self.size:
            raise IndexError(f"index {index} is out of range: there are {self.size} positions")
        index %= self.size
        if self.has_tie and index == self.size - 1:
            return TIE
        split = next(split for split in reversed(self.splits) if self.offsets[split] <= index)
        rank = index - self.offsets[split]
        word: list[int] = []
        for card in range(1, self.n + 1):
            rank, digit = divmod(rank, card)
            word.insert(digit, card)
        return Position(word[:split], word[split:])

    def __iter__(self) -> Iterator[Position]:
        for split in self.splits:
            for word in islice(words_by_rank(self.n), self.split_size(split)):
                yield Position(word[:split], word[split:])
        if self.has_tie:
            yield TIE

    def __contains__(self, position: object) -> bool:
        if position == TIE:
            return self.has_tie
        return (
            isinstance(position, Position)
            and position.n == self.n
            and (not self.left_holds_n or self.n in position.left)
        )

    def index(self, position: Position, *_: Any) -> int:
        """Index of a position; one that is not among these raises a `PositionError`."""
        self.check(position)
        if position == TIE:
            return self.size - 1
        rank, before = 0, list[int]()
        for card in position.left + position.right:
            smaller = bisect(before, card)
            before.insert(smaller, card)
            rank += factorial(card - 1) * smaller
        return self.offsets[position.split] + rank

    def check(self, position: Position) -> None:
        """Raise a `PositionError` that says why a position is not one of these."""
        if not isinstance(position, Position):
            raise PositionError(f"{shown(position)} is not a Position: make one, such as Position('41|32')")
        if position == TIE and not self.has_tie:
            raise PositionError(f"position {position} is a tie, and no two cards draw in this graph")
        if position.n != self.n and position != TIE:
            raise PositionError(
                f"position {position} holds the cards 1..{position.n}, but the graph has the cards 1..{self.n}"
            )
        if position not in self:
            raise PositionError(
                f"position {position} has card {self.n} in Right's hand, but Left holds it in this graph: "
                f"swap the players, {position.swap()}"
            )


def words_by_rank(n: int) -> Iterator[tuple[int, ...]]:
    """Yield the words of the cards 1..n by rank: card n behind each number of the others, round all words of these.

    >>> list(words_by_rank(2))
    [(2, 1), (1, 2)]
    """
    if n == 0:
        yield ()
        return
    for place in range(n):
        for word in words_by_rank(n - 1):
            yield (*word[:place], n, *word[place:])


def index_dtype(size: int) -> type[np.signedinteger]:
    """Return the smallest integer type that numbers `size` positions and has room for negative marks."""
    return np.int32 if size <= np.iinfo(np.int32).max else np.int64
