"""The kernel that counts the linear extensions of a partial order by its order ideals: see `extensions.py`.

Counts are kept in two limbs of 64 bits: with at most 32 labels e(P) is at most 32!, below 2**118.
"""

from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wargraph.compute.kernel import inlined_kernel, kernel
from wargraph.partial_orders.bit_rows import MOST_LABELS, WIDEST_LAYER

_FEWEST_SLOTS = 16
_HASH_FACTOR = np.uint64(0x9E3779B97F4A7C15)
U0, U1, U2 = np.uint64(0), np.uint64(1), np.uint64(2)
_HASH_SHIFT = np.uint64(32)
_BIT = np.uint32(1)


class Scratch(NamedTuple):
    """The arrays that `count_extensions` works in.

    Two layers of ideals and their counts, in two limbs; a hash table with the layer that each entry belongs to; the
    labels sorted by how much is below them, as `bits` with their `rows`, and the `stops` of each amount; the number of
    `layers` so far, which stamp the table.
    """

    ideals: NDArray[np.uint32]
    low: NDArray[np.uint64]
    high: NDArray[np.uint64]
    table: NDArray[np.uint32]
    stamps: NDArray[np.uint32]
    bits: NDArray[np.uint32]
    rows: NDArray[np.uint32]
    stops: NDArray[np.uint64]
    layers: NDArray[np.uint64]


def joined(low: int, high: int) -> int:
    """Return one integer from two limbs of 64 bits."""
    return (int(high) << 64) | int(low)


def new_scratch(size: int) -> Scratch:
    """Return the arrays for counting the extensions of orders on up to `size` labels."""
    layer = min(comb(size, size // 2), WIDEST_LAYER)
    table = max(_FEWEST_SLOTS, 1 << (2 * layer).bit_length())
    return Scratch(
        ideals=np.empty(2 * layer, np.uint32),
        low=np.empty(2 * layer, np.uint64),
        high=np.empty(2 * layer, np.uint64),
        table=np.empty(table, np.uint32),
        stamps=np.zeros(table, np.uint32),
        bits=np.empty(MOST_LABELS, np.uint32),
        rows=np.empty(MOST_LABELS, np.uint32),
        stops=np.empty(MOST_LABELS + 2, np.uint64),
        layers=np.zeros(1, np.uint64),
    )


@inlined_kernel
def bit_count(x):
    """Return the number of bits that are 1; LLVM makes one instruction of these lines."""
    x = np.uint64(x)
    x -= (x >> np.uint64(1)) & np.uint64(0x5555555555555555)
    x = (x & np.uint64(0x3333333333333333)) + ((x >> np.uint64(2)) & np.uint64(0x3333333333333333))
    x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return (x * np.uint64(0x0101010101010101)) >> np.uint64(56)


@kernel
def count_extensions(below, base, size, scratch):  # noqa: C901 (one pass, for speed)
    """Return the two limbs of e(P) for the bit rows ``below[base : base + size]``; both are 0 if a layer gets too wide.

    Labels are looked at in the order of how much is below them. Only a window of them can be
    added to an ideal of k elements: those with at most k below them (up to `stop`), without those
    that every ideal of this size holds already (before `start`).
    """
    ideals, low, high, table, stamps, bits, rows, stops, layers = scratch
    half = np.uint64(ideals.size >> 1)
    for count in range(size + U2):
        stops[count] = U0
    for label in range(size):
        stops[bit_count(below[base + label]) + U1] += U1
    for count in range(size):
        stops[count + U1] += stops[count]
    for label in range(size):
        count = bit_count(below[base + label])
        place = stops[count]
        stops[count] = place + U1
        bits[place] = _BIT << np.uint32(label)
        rows[place] = below[base + label]
    # Now stops[k] is the number of labels with at most k labels in their row.
    here, there, width = U0, half, U1
    ideals[here] = 0
    low[here] = U1
    high[here] = U0
    start = U0
    in_all = np.uint32(0)
    for layer in range(size):
        layers[0] += U1
        stamp = np.uint32(layers[0])
        stop = stops[layer + U1]
        while in_all & bits[start]:
            start += U1
        in_all = ~np.uint32(0)
        slots = np.uint64(_FEWEST_SLOTS)
        while slots < U2 * width * (stop - start) and slots < np.uint64(table.size):
            slots <<= U1
        slots -= U1
        end = there
        for place in range(here, here + width):
            ideal = ideals[place]
            for label in range(start, stop):
                if (rows[label] & ~ideal) != bits[label]:
                    continue
                grown = ideal | bits[label]
                slot = ((np.uint64(grown) * _HASH_FACTOR) >> _HASH_SHIFT) & slots
                while stamps[slot] == stamp and ideals[table[slot]] != grown:
                    slot = (slot + U1) & slots
                if stamps[slot] == stamp:
                    known = np.uint64(table[slot])
                    total = low[known] + low[place]
                    high[known] += high[place] + np.uint64(total < low[known])
                    low[known] = total
                elif end - there == half:
                    return U0, U0
                else:
                    stamps[slot] = stamp
                    table[slot] = end
                    ideals[end] = grown
                    low[end] = low[place]
                    high[end] = high[place]
                    in_all &= grown
                    end += U1
        width = end - there
        here, there = there, here
    return low[here], high[here]
