"""The places of the bits of each position in the search back, and the blocks of positions in which it works.

Positions are numbered as in `wargraph.graph.positions`, with gaps in the factorial base: after the arrangements of
the lowest cards, which change fastest, numbers are left unused until a word of bits is full. A number is still a sum of
digits times weights, and moving a card changes it by a sum over a set of cards, as in `wargraph.graph.build`.

The leading digits of a number say where the highest cards are. The positions of a split in which each of these cards
has its place are a *block*: their words are neighbours. A turn moves the two top cards to the end of a hand and all
others by one place, so a turn from a block leads to one block for each winner, and to one more if a top card is among
the highest cards, as the order of the last two cards is open.
"""

from math import factorial

import numpy as np
from numpy.typing import NDArray

from wargraph.core.position import Position
from wargraph.graph.positions import Positions

IN_WORD = 32
"""Positions in a word of 64 bits."""

MOST_WORDS = 1 << 14
"""Words of a block: of the marks 64 KB, which stay in the cache of a core."""

_LOW_CARDS = 6


class Numbering:
    """The numbers of all positions, split by split; words come in groups, one for each word of the high cards.

    Blocks have the same number of words each, and are numbered, too.
    """

    def __init__(self, positions: Positions) -> None:
        n = positions.n
        self.positions = positions
        self.low_cards = min(_LOW_CARDS, n - 1)
        self.arrangements = factorial(self.low_cards)
        self.room = -(-self.arrangements // IN_WORD) * IN_WORD
        # The cards from this one on are the highest of a block; as few as keep a block small.
        self._first_placed = next(
            (card for card in range(n - 1, self.low_cards, -1) if self._words(card) <= MOST_WORDS),
            self.low_cards,
        )
        self.block_words = self._words(self._first_placed)
        sizes = [positions.split_size(split) if split in positions.splits else 0 for split in range(n + 1)]
        self.first_blocks = np.cumsum([0, *sizes]) // factorial(self._first_placed)
        """The number of the first block of each split from 0 to n; and, at last, of blocks."""
        self.blocks = int(self.first_blocks[-1])
        self.split_of = np.repeat(np.arange(n + 1), np.diff(self.first_blocks))
        """The split of each block."""

    @property
    def weights(self) -> NDArray[np.int64]:
        """The weight of the digit of each card, from the lowest card on."""
        return np.array([self._spread(factorial(card)) for card in range(self.positions.n)], np.int64)

    def full(self) -> NDArray[np.uint32]:
        """Return the words of a block in which each position has its mark."""
        group = np.zeros(self.room, np.uint8)
        group[: self.arrangements] = 1
        return np.tile(np.packbits(group, bitorder="little").view("<u4"), self.block_words * IN_WORD // self.room)

    def blocks_of(self, split: int) -> range:
        """Return the blocks of a split."""
        return range(*self.first_blocks[split : split + 2].tolist())

    def number(self, position: Position) -> int:
        """Return the number of a position."""
        rank = self.positions.index(position) - self.positions.offsets[position.split]
        return self._start(position.split) + self._spread(rank)

    def rank(self, number: int, split: int) -> int:
        """Return the rank of a position among those of its split, from its number."""
        group, arrangement = divmod(number - self._start(split), self.room)
        return group * self.arrangements + arrangement

    def _start(self, split: int) -> int:
        return int(self.first_blocks[split]) * self.block_words * IN_WORD

    def _words(self, cards: int) -> int:
        """Return the number of words of the positions in which only so many cards have no place yet."""
        return self._spread(factorial(cards)) // IN_WORD

    def _spread(self, rank: int) -> int:
        group, arrangement = divmod(rank, self.arrangements)
        return group * self.room + arrangement

    def after(self, beats: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Return the blocks to which a turn can lead from each block: two if Left wins it, two if Right; -1 for none.

        The array has shape (blocks, 4).
        """
        n, first = self.positions.n, self._first_placed
        cards, split = range(n - first), self.split_of
        # The places of the highest cards in the word: each is inserted among the cards before it.
        place, number = np.zeros((n - first, self.blocks), np.int64), np.arange(self.blocks) - self.first_blocks[split]
        for card in cards:
            number, digit = np.divmod(number, first + card + 1)
            place[:card] += place[:card] >= digit
            place[card] = digit
        is_top = [place == 0, place == split]  # of Left, of Right
        top = [np.where(each.any(axis=0), each.argmax(axis=0), -1) for each in is_top]  # -1: one of the low cards
        highest = [[card] for card in range(first, n)] + [[*range(first)]]
        may_win = np.array([[beats[np.ix_(won, lost)].any() for lost in highest] for won in highest])
        after = np.full((self.blocks, 4), -1)
        for column in range(4):
            winner, order = divmod(column, 2)
            new_split = split - 1 if winner else split + 1
            moved = place - (place < split) - 2 * winner * (place > split)
            last = new_split * (1 - winner) + n * winner  # end of the winner's hand
            moved = np.where(is_top[0], last - 1 - order, np.where(is_top[1], last - 2 + order, moved))
            number = np.zeros_like(split)
            for card in reversed(cards):
                number = number * (first + card + 1) + moved[card] - (moved[card + 1 :] < moved[card]).sum(axis=0)
            is_met = (split > 0) & (split < n) & may_win[top[winner], top[1 - winner]]
            if order:
                is_met &= (top[0] >= 0) | (top[1] >= 0)
            after[is_met, column] = (self.first_blocks[new_split] + number)[is_met]
        return after


def interleaved(marks: NDArray[np.uint32]) -> NDArray[np.int64]:
    """Words of two bits for each position, of which the lower is its mark."""
    words = marks.astype(np.int64)
    for shift in (16, 8, 4, 2, 1):
        words = (words | words << shift) & (2**64 - 1) // (2**shift + 1)
    return words
