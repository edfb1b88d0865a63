"""Partial orders as bits.

A transitively closed partial order on the labels 0..m-1 is stored as *bit rows*: bit y of ``below[x]`` is 1 if label y
is known to be no higher than label x; this includes x itself.
"""

MOST_LABELS = 32
"""Width of a bit row in kernels, and so the largest number of cards for transcripts."""

WIDEST_LAYER = 1 << 22
"""The largest number of order ideals of one size that can be counted."""


def unrelated(size: int) -> tuple[int, ...]:
    """Return the bit rows of the order in which no two labels are comparable.

    >>> unrelated(3)
    (1, 2, 4)
    """
    return tuple(1 << label for label in range(size))


def with_comparison(below: tuple[int, ...], higher: int, lower: int) -> tuple[int, ...]:
    """Return the bit rows after one more comparison, transitively closed.

    >>> with_comparison((1, 2, 4), 2, 0)
    (1, 2, 5)
    """
    return tuple(row | below[lower] if row >> higher & 1 else row for row in below)
