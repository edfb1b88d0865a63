"""The places of the bits of each position in the search back, and the blocks of positions in which it works.

Positions are numbered as in `wargraph.graph.positions`, with gaps in the factorial base: after the arrangements of
the lowest cards, which change fastest, numbers are left unused until a word of bits is full. A number is still a sum of
digits times weights, and moving a card changes it by a sum over a set of cards, as in `wargraph.graph.build`.

The leading digits of a number say where the highest cards are. The positions of a split in which each of these cards
has its place are a *block*: their words are neighbours. A turn moves the two top cards to the end of a hand and all
others by one place, so a turn from a block leads to one block for each winner, and to one more if a top card is among
the highest cards, as the order of the last two cards is open.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import factorial

import numpy as np
from numpy.typing import NDArray

from wargraph.core.position import Player, Position
from wargraph.graph.positions import Positions

IN_WORD = 32
"""Positions in a word of 64 bits."""

MOST_WORDS = 1 << 19
"""Words of a block: 2 MB of marks, half of what a work unit may be."""

_LOW_CARDS = 6
_LOW = -1
"""Stands in the word of a block for each card whose place is open: all but the highest."""


@dataclass(frozen=True, order=True)
class Block:
    """Positions of one split, by the first of their words and the number of words."""

    split: int
    start: int
    words: int

    @property
    def slice(self) -> slice:
        """Its words among those of its split."""
        return slice(self.start, self.start + self.words)


class Numbering:
    """The numbers of the positions of each split; words come in groups, one for each word of the high cards."""

    def __init__(self, positions: Positions) -> None:
        n = positions.n
        self.positions = positions
        self.low_cards = min(_LOW_CARDS, n - 1)
        self.arrangements = factorial(self.low_cards)
        self.room = -(-self.arrangements // IN_WORD) * IN_WORD
        self.words = {split: self._spread(positions.split_size(split)) // IN_WORD for split in positions.splits}
        # The cards from this one on are the highest of a block; as few as keep a block small.
        self._first_placed = next(
            (card for card in range(n, self.low_cards, -1) if self._spread(factorial(card)) <= IN_WORD * MOST_WORDS),
            self.low_cards,
        )
        self._block_words = self._spread(factorial(self._first_placed)) // IN_WORD

    @property
    def weights(self) -> NDArray[np.int64]:
        """The weight of the digit of each card, from the lowest card on."""
        return np.array([self._spread(factorial(card)) for card in range(self.positions.n)], np.int64)

    def full(self, words: int) -> NDArray[np.uint32]:
        """So many words in which each position has its mark."""
        group = np.zeros(self.room, np.uint8)
        group[: self.arrangements] = 1
        return np.tile(np.packbits(group, bitorder="little").view("<u4"), words * IN_WORD // self.room)

    def number(self, position: Position) -> int:
        """Return the number of a position among those of its split."""
        return self._spread(self.positions.index(position) - self.positions.offsets[position.split])

    def rank(self, number: int) -> int:
        """Return the rank of a position among those of its split, from its number."""
        group, arrangement = divmod(number, self.room)
        return group * self.arrangements + arrangement

    def _spread(self, rank: int) -> int:
        group, arrangement = divmod(rank, self.arrangements)
        return group * self.room + arrangement

    def blocks(self, split: int) -> list[Block]:
        """Return the blocks of a split, by number."""
        return [self._block(split, start) for start in range(0, self.words[split], self._block_words)]

    def _block(self, split: int, start: int) -> Block:
        return Block(split, start, min(self._block_words, self.words[split]))

    def after(self, block: Block, beats: NDArray[np.bool_]) -> Iterator[tuple[Block, Player]]:
        """Yield the blocks to which a turn can lead from a block, each with the player who wins the turn."""
        word, number = [_LOW] * self._first_placed, block.start // self._block_words
        for card in range(self._first_placed, self.positions.n):  # counted from 0
            number, digit = divmod(number, card + 1)
            word.insert(digit, card)
        (left, *lefts), (right, *rights) = word[: block.split], word[block.split :]
        for winner, won, lost in ((Player.LEFT, left, right), (Player.RIGHT, right, left)):
            split = block.split + (1 if winner is Player.LEFT else -1)
            if split in self.words and beats[np.ix_(self._cards(won), self._cards(lost))].any():
                for pair in {(won, lost), (lost, won)}:
                    word = [*lefts, *pair, *rights] if winner is Player.LEFT else [*lefts, *rights, *pair]
                    yield self._block_of(word, split), winner

    def _cards(self, card: int) -> list[int]:
        return [*range(self._first_placed)] if card == _LOW else [card]

    def _block_of(self, word: list[int], split: int) -> Block:
        number = 0
        for card in range(self.positions.n - 1, self._first_placed - 1, -1):
            place = word.index(card)
            number = number * (card + 1) + place
            del word[place]
        return self._block(split, number * self._block_words)


def interleaved(marks: NDArray[np.uint32]) -> NDArray[np.int64]:
    """Words of two bits for each position, of which the lower is its mark."""
    words = marks.astype(np.int64)
    for shift in (16, 8, 4, 2, 1):
        words = (words | words << shift) & (2**64 - 1) // (2**shift + 1)
    return words
