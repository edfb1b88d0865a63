"""Counts of linear extensions that are recalled: the same order comes up again and again.

A walk through transcripts learns the same comparisons on many ways, in another sequence. With 11 cards every order
comes up about eleven times, with more cards oftener, and to count its extensions anew takes a hundred times as long as
to look it up. The memory has one place for each order, told by a hash of all its rows, which are compared before they
are believed; an order that comes later takes the place of the one before. So it never grows, and it is never wrong.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wargraph.compute.kernel import inner_kernel
from wargraph.partial_orders.bit_rows import MOST_LABELS
from wargraph.partial_orders.ideals import count_extensions

PLACES = 1 << 16
"""Orders that are recalled at the same time: 10 MB, which the caches of a processor nearly hold."""

_HASH_FACTOR = 0x9E3779B97F4A7C15
_HASH_BITS = 64
_NONE = np.uint64(0)


class Recalled(NamedTuple):
    """The memory: the `rows` of the order at each place, and the two limbs of its count, which are 0 where none is.

    `factors` are what the rows are multiplied by for the hash, `shift` is the bits of it that are not the place.
    """

    rows: NDArray[np.uint32]
    low: NDArray[np.uint64]
    high: NDArray[np.uint64]
    factors: NDArray[np.uint64]
    shift: NDArray[np.uint64]


def nothing_recalled(places: int = PLACES) -> Recalled:
    """A memory for so many orders, a power of two from 2 on, with nothing in it."""
    factors = np.array([pow(_HASH_FACTOR, label + 1, 1 << _HASH_BITS) for label in range(MOST_LABELS)], np.uint64)
    shift = np.array([_HASH_BITS + 1 - places.bit_length()], np.uint64)
    rows = np.zeros((places, MOST_LABELS), np.uint32)
    return Recalled(rows, np.zeros(places, np.uint64), np.zeros(places, np.uint64), factors, shift)


@inner_kernel
def cached_extensions(below, base, size, scratch, extension_cache):  # type: ignore[no-untyped-def]
    """As `count_extensions`, but an order that is recalled is not counted again.

    A look-up takes less time than to count references to all these arrays would: hence an inner kernel.
    """
    rows, low, high, factors, shift = extension_cache
    mixed = _NONE
    for label in range(size):
        mixed += np.uint64(below[base + label]) * factors[label]
    place = mixed >> shift[0]
    is_same = low[place] | high[place] != _NONE
    for label in range(size):
        is_same &= rows[place, label] == below[base + label]
    if not is_same:
        low[place], high[place] = count_extensions(below, base, size, scratch)
        for label in range(size):
            rows[place, label] = below[base + label]
    return low[place], high[place]
