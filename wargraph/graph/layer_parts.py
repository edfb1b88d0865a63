"""Layers of a search back as a checkpoint keeps them: which positions are of the layer, in parts of some megabytes.

A part says which of its words of 32 marks are not 0, by one bit for each, and then what they are. Most layers have few
positions, and words next to each other resemble one another, so that this takes half a bit for each position searched.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

MOST_WORDS = 1 << 19
"""Words of a part: 2 MB, half of what a work unit may be. A layer of 13 cards has up to 1,400 parts."""

_WORD = np.dtype("<u4")


@dataclass(frozen=True)
class LayerPart:
    """Which positions of one split are of a layer, among those of some words.

    Attributes
    ----------
    turns
        The turns from these positions to the end.
    split
        Left's cards in them.
    start, words
        The first of the words of marks of this split, and how many there are.
    """

    turns: int
    split: int
    start: int
    words: int

    def work(self) -> "tuple[bytes, list[LayerPart]]":
        """Declare what a checkpoint keeps; a layer is found as a whole, from all layers before it."""
        raise NotImplementedError

    def packed(self, marks: NDArray[np.uint32]) -> bytes:
        """Its words among all words of marks of its split, as bytes.

        >>> LayerPart(1, 1, 1, 8).packed(np.array([7, 0, 5, 0, 0, 0, 0, 0, 0, 7], np.uint32))
        b'@\\x05\\x00\\x00\\x00'
        """
        words = marks[self.start : self.start + self.words]
        is_marked = words != 0
        return bytes(np.packbits(is_marked)) + bytes(words[is_marked].astype(_WORD))

    def opened(self, partial: bytes) -> tuple[NDArray[np.int64], NDArray[np.uint32]]:
        """The places of the words that are not 0 among all words of the split, and these words.

        >>> LayerPart(1, 1, 1, 8).opened(b"@\\x05\\x00\\x00\\x00")
        (array([2]), array([5], dtype=uint32))
        """
        length = -(-self.words // 8)
        is_marked = np.unpackbits(np.frombuffer(partial[:length], np.uint8), count=self.words)
        return self.start + np.flatnonzero(is_marked), np.frombuffer(partial[length:], _WORD).astype(np.uint32)


def parts(turns: int, split: int, words: int) -> list[LayerPart]:
    """The parts of a layer that has so many words of marks for a split."""
    return [LayerPart(turns, split, start, min(MOST_WORDS, words - start)) for start in range(0, words, MOST_WORDS)]
