"""A cache of counts of linear extensions, because the same order occurs again and again.

A walk through transcripts learns the same comparisons in many different sequences. With 11 cards every order occurs
about eleven times, with more cards more often, and counting its extensions takes a hundred times as long as looking
them up. A hash of all rows of an order gives its place in the cache, and the rows there are compared before the count
is used; a later order replaces an earlier one at the same place. So the cache never grows and is never wrong.
"""

from threading import local
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wargraph.compute.kernel import inner_kernel
from wargraph.partial_orders.bit_rows import MOST_LABELS
from wargraph.partial_orders.ideals import Scratch, count_extensions, new_scratch

PLACES = 1 << 16
"""The number of orders in a cache: 10 MB, which nearly fit into the caches of a processor."""

_HASH_FACTOR = 0x9E3779B97F4A7C15
_HASH_BITS = 64
_STAMP_BITS = 31
U0 = np.uint64(0)


class ExtensionCache(NamedTuple):
    """The arrays of a cache: the `rows` of the order at each place and the two limbs of its count, 0 at empty places.

    `factors` multiply the rows for the hash; `shift` is the number of bits of the hash that do not give the place.
    """

    rows: NDArray[np.uint32]
    low: NDArray[np.uint64]
    high: NDArray[np.uint64]
    factors: NDArray[np.uint64]
    shift: NDArray[np.uint64]


def empty_cache(places: int = PLACES) -> ExtensionCache:
    """Return an empty cache; the number of its places is a power of two of at least 2."""
    factors = np.array([pow(_HASH_FACTOR, label + 1, 1 << _HASH_BITS) for label in range(MOST_LABELS)], np.uint64)
    shift = np.array([_HASH_BITS + 1 - places.bit_length()], np.uint64)
    rows = np.zeros((places, MOST_LABELS), np.uint32)
    return ExtensionCache(rows, np.zeros(places, np.uint64), np.zeros(places, np.uint64), factors, shift)


_of_thread = local()


def cache_of_thread(size: int) -> tuple[Scratch, ExtensionCache]:
    """Return the arrays in which this thread counts orders of `size` labels, and the cache with its counts by now.

    New ones cost a small work unit most of its time: the system has to provide a page of memory for each place that
    is used for the first time, and every count is made again.
    """
    if getattr(_of_thread, "size", None) != size:  # places have counts of orders of one size
        _of_thread.size, _of_thread.arrays = size, (new_scratch(size), empty_cache())
    arrays: tuple[Scratch, ExtensionCache] = _of_thread.arrays
    if int(arrays[0].layers[0]) >> _STAMP_BITS:  # before stamps start again by themselves
        arrays[0].stamps[:] = arrays[0].layers[:] = 0
    return arrays


@inner_kernel
def cached_extensions(below, base, size, scratch, extension_cache):
    """Return the count of `count_extensions`, from the cache if it is there.

    Looking a count up takes less time than counting references to all these arrays, hence an inner kernel.
    """
    rows, low, high, factors, shift = extension_cache
    mixed = U0
    for label in range(size):
        mixed += np.uint64(below[base + label]) * factors[label]
    place = mixed >> shift[0]
    is_same = low[place] | high[place] != U0
    for label in range(size):
        is_same &= rows[place, label] == below[base + label]
    if not is_same:
        low[place], high[place] = count_extensions(below, base, size, scratch)
        for label in range(size):
            rows[place, label] = below[base + label]
    return low[place], high[place]
