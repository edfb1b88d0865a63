"""Kernels for a stack of comparisons, where each level holds one comparison more than the level below.

All levels are in one array. A level consists of `MOST_LABELS` bit rows, see `bit_rows.py`, which are transitively
closed if the comparisons are those of an order. The index of its first row identifies a level.
"""

import numpy as np

from wargraph.compute.kernel import inlined_kernel, kernel
from wargraph.partial_orders.bit_rows import MOST_LABELS

MOST_LEVELS = MOST_LABELS * (MOST_LABELS - 1) // 2 + 1
WIDTH = np.uint64(MOST_LABELS)
_BIT = np.uint32(1)


@kernel
def is_above(levels, level, higher, lower):  # type: ignore[no-untyped-def]
    """Return whether a level knows that one label is above another, or is the other."""
    return (levels[level + higher] >> np.uint32(lower)) & _BIT != 0


@kernel
def learn(levels, level, higher, lower, inherited):  # type: ignore[no-untyped-def]
    """Write the next level, in which also one label is above another, and return it."""
    row = added_row(levels[level + lower], lower, inherited)
    for label in range(MOST_LABELS):
        known = levels[level + np.uint64(label)]
        levels[level + WIDTH + np.uint64(label)] = with_added(known, label, row, higher, inherited)
    return level + WIDTH


@inlined_kernel
def added_row(known, lower, inherited):  # type: ignore[no-untyped-def]
    """Return the bits that come below a label above `lower`, whose row is `known`.

    `inherited` are the bits of rows that other rows inherit: all bits in an order, and none if comparisons have no
    consequences.
    """
    return (known & inherited) | (_BIT << np.uint32(lower))


@inlined_kernel
def with_added(known, label, row, higher, inherited):  # type: ignore[no-untyped-def]
    """Return the row `known` of a label after `row` came below `higher` and below all labels that inherit its row."""
    is_reached = (((known & inherited) | (_BIT << np.uint32(label))) >> np.uint32(higher)) & _BIT
    return known | (row & (np.uint32(0) - is_reached))
