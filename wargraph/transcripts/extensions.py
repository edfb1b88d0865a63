"""How many linear extensions a partial order has, by its order ideals, layer by layer.

A partial order on the labels 0..m-1 is kept transitively closed as *bit rows*: ``below[x]`` has
bit y where label y is known to be no higher than label x, x itself included. An *order ideal*
is a set of labels that holds with each label everything below it. Building a linear extension
from its lowest element up passes through one ideal of each size, so the number of ways to reach
an ideal is the sum over the ideals it can grow from, and the whole set is reached in e(P) ways.

Counts are kept in two limbs of 64 bits: with at most 32 labels e(P) is at most 32!, below 2**118.
"""

from collections.abc import Iterable, Iterator
from math import comb
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wargraph.errors import ParameterError, TooLargeError, shown
from wargraph.kernel import kernel

MOST_CARDS = 32
"""Width of a bit row: the largest deck that transcripts can be about."""

_WIDEST_LAYER = 1 << 22
_FEWEST_SLOTS = 16
_HASH_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_NONE, _ONE, _TWO = np.uint64(0), np.uint64(1), np.uint64(2)
_HASH_SHIFT = np.uint64(32)
_BIT = np.uint32(1)
_LAYER, _IDEALS = np.uint64(0), np.uint64(1)

Scratch = tuple[NDArray[Any], ...]


def linear_extensions(size: int, comparisons: Iterable[tuple[int, int]]) -> int:
    """The number of linear extensions of a partial order.

    Parameters
    ----------
    size
        Number of elements 0..size-1, from 1 to 32.
    comparisons
        Pairs (higher, lower); what follows from them by transitivity need not be among them.

    Returns
    -------
    How many orders of all elements agree with every comparison, as an exact integer.

    Raises
    ------
    ParameterError
        If there are too many elements, a pair names none of them, or the pairs contradict each other.
    TooLargeError
        If the order has more than four million ideals of one size.

    References
    ----------
    De Loof, De Meyer and De Baets (2006) count by the lattice of ideals in this way.

    Examples
    --------
    Two chains of two:

    >>> linear_extensions(4, [(1, 0), (3, 2)])
    6
    >>> linear_extensions(22, []) == 1124000727777607680000
    True
    """
    try:
        size = index(size)
        pairs = [(index(higher), index(lower)) for higher, lower in comparisons]
    except (TypeError, ValueError):
        raise ParameterError(
            f"{shown(size)} elements with comparisons {shown(comparisons)}: an order is a whole number of elements and "
            "pairs (higher, lower) of elements 0, 1, ..."
        ) from None
    if not 0 < size <= MOST_CARDS:
        raise ParameterError(f"{size} elements: a partial order here has 1 to {MOST_CARDS}")
    below = unrelated(size)
    for higher, lower in pairs:
        if not (0 <= higher < size and 0 <= lower < size):
            raise ParameterError(f"comparison ({higher}, {lower}) names an element outside 0..{size - 1}")
        if higher == lower:
            raise ParameterError(f"comparison ({higher}, {lower}): an element is not higher than itself")
        if below[lower] >> higher & 1:
            raise ParameterError(f"comparison ({higher}, {lower}) contradicts the ones before it")
        below = with_comparison(below, higher, lower)
    return extensions_of(below)


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


def each_extension(below: tuple[int, ...], lowest: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """The linear extensions of an order given by its closed bit rows, each as the labels from the lowest up.

    Parameters
    ----------
    below
        The bit rows.
    lowest
        The labels that stand first, from the lowest up.

    Examples
    --------
    >>> list(each_extension((1, 3, 4)))
    [(0, 1, 2), (0, 2, 1), (2, 0, 1)]
    """
    if len(lowest) == len(below):
        yield lowest
    placed = sum(1 << label for label in lowest)
    for label, row in enumerate(below):
        if row & ~placed == 1 << label:
            yield from each_extension(below, (*lowest, label))


def extensions_of(below: tuple[int, ...]) -> int:
    """The number of linear extensions of an order given by its closed bit rows.

    >>> extensions_of((1, 3, 7))
    1
    """
    size = len(below)
    rows = np.zeros(MOST_CARDS, np.uint32)
    rows[:size] = below
    low, high = count_extensions(rows, np.uint64(0), np.uint64(size), new_scratch(size))
    if not (low or high):
        raise too_wide(size)
    return joined(low, high)


def joined(low: int, high: int) -> int:
    """One integer of two limbs of 64 bits."""
    return (int(high) << 64) | int(low)


def too_wide(size: int) -> TooLargeError:
    """What is raised where a count needs too many ideals."""
    return TooLargeError(
        f"a partial order on {size} cards has more than {_WIDEST_LAYER:,} order ideals of one size: use fewer cards"
    )


def new_scratch(size: int) -> Scratch:
    """The memory that `count_extensions` works in, for orders on up to `size` labels.

    Two layers of ideals and their counts, a hash table with the layer that each entry belongs
    to, the labels sorted by how much is below them, and two counters: the layers, which stamp the
    table, and the ideals met so far.
    """
    layer = min(comb(size, size // 2), _WIDEST_LAYER)
    table = max(_FEWEST_SLOTS, 1 << (2 * layer).bit_length())
    return (
        np.empty(2 * layer, np.uint32),
        np.empty(2 * layer, np.uint64),
        np.empty(2 * layer, np.uint64),
        np.empty(table, np.uint32),
        np.zeros(table, np.uint32),
        np.empty(MOST_CARDS, np.uint32),
        np.empty(MOST_CARDS, np.uint32),
        np.empty(MOST_CARDS + 2, np.uint64),
        np.zeros(2, np.uint64),
    )


@kernel
def _bit_count(x):  # type: ignore[no-untyped-def]
    x = np.uint64(x)
    x = x - ((x >> np.uint64(1)) & np.uint64(0x55555555))
    x = (x & np.uint64(0x33333333)) + ((x >> np.uint64(2)) & np.uint64(0x33333333))
    x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F)
    return ((x * np.uint64(0x01010101)) >> np.uint64(24)) & np.uint64(0xFF)


@kernel
def count_extensions(below, base, size, scratch):  # type: ignore[no-untyped-def]  # noqa: C901 (one pass, for speed)
    """The two limbs of e(P) for the bit rows ``below[base : base + size]``; both are 0 if a layer gets too wide.

    Labels are looked at in the order of how much is below them. Only a window of them can be
    added to an ideal of k elements: those with at most k below them (up to `stop`), without those
    that every ideal of this size holds already (before `start`).
    """
    ideals, low, high, table, stamps, bit, row, stops, counters = scratch
    half = np.uint64(ideals.size >> 1)
    for count in range(size + _TWO):
        stops[count] = _NONE
    for label in range(size):
        stops[_bit_count(below[base + label]) + _ONE] += _ONE
    for count in range(size):
        stops[count + _ONE] += stops[count]
    for label in range(size):
        count = _bit_count(below[base + label])
        place = stops[count]
        stops[count] = place + _ONE
        bit[place] = _BIT << np.uint32(label)
        row[place] = below[base + label]
    # Now stops[k] is the number of labels with at most k labels in their row.
    here, there, width = _NONE, half, _ONE
    ideals[here] = 0
    low[here] = _ONE
    high[here] = _NONE
    start = _NONE
    in_all = np.uint32(0)
    for layer in range(size):
        counters[_LAYER] += _ONE
        stamp = np.uint32(counters[_LAYER])
        stop = stops[layer + _ONE]
        while in_all & bit[start]:
            start += _ONE
        in_all = ~np.uint32(0)
        slots = np.uint64(_FEWEST_SLOTS)
        while slots < _TWO * width * (stop - start) and slots < np.uint64(table.size):
            slots <<= _ONE
        slots -= _ONE
        end = there
        for place in range(here, here + width):
            ideal = ideals[place]
            for label in range(start, stop):
                if (row[label] & ~ideal) != bit[label]:
                    continue
                grown = ideal | bit[label]
                slot = ((np.uint64(grown) * _HASH_FACTOR) >> _HASH_SHIFT) & slots
                while stamps[slot] == stamp and ideals[table[slot]] != grown:
                    slot = (slot + _ONE) & slots
                if stamps[slot] == stamp:
                    known = np.uint64(table[slot])
                    total = low[known] + low[place]
                    high[known] += high[place] + np.uint64(total < low[known])
                    low[known] = total
                elif end - there == half:
                    return _NONE, _NONE
                else:
                    stamps[slot] = stamp
                    table[slot] = end
                    ideals[end] = grown
                    low[end] = low[place]
                    high[end] = high[place]
                    in_all &= grown
                    end += _ONE
        width = end - there
        here, there = there, here
        counters[_IDEALS] += width
    return low[here], high[here]
