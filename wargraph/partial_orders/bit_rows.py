"""Partial orders as bits.

A partial order on the labels 0..m-1 is kept transitively closed as *bit rows*: ``below[x]`` has
bit y where label y is known to be no higher than label x, x itself included.
"""

from collections.abc import Iterator

MOST_LABELS = 32
"""Width of a bit row in kernels: the largest deck that transcripts can be about."""

WIDEST_LAYER = 1 << 22
"""How many order ideals of one size are counted at most."""


def unrelated(size: int) -> tuple[int, ...]:
    """The bit rows of the order in which nothing is known.

    >>> unrelated(3)
    (1, 2, 4)
    """
    return tuple(1 << label for label in range(size))


def with_comparison(below: tuple[int, ...], higher: int, lower: int) -> tuple[int, ...]:
    """The bit rows after one more comparison, transitively closed again.

    >>> with_comparison((1, 2, 4), 2, 0)
    (1, 2, 5)
    """
    return tuple(row | below[lower] if row >> higher & 1 else row for row in below)


def labels_in(bits: int) -> Iterator[int]:
    """The labels of a set that is given as bits, from 0 up.

    >>> list(labels_in(0b10110))
    [1, 2, 4]
    """
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest
