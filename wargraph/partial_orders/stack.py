"""Kernels for a stack of comparisons, where each level holds one comparison more than the level below.

All levels are in one array. A level consists of `MOST_LABELS` bit rows, see `bit_rows.py`, which are transitively
closed if the comparisons are those of an order. The index of its first row identifies a level.
"""

import numpy as np

from wargraph.compute.kernel import kernel
from wargraph.partial_orders.bit_rows import MOST_LABELS

MOST_LEVELS = MOST_LABELS * (MOST_LABELS - 1) // 2 + 1
WIDTH = np.uint64(MOST_LABELS)
_BIT = np.uint32(1)


@kernel
def is_above(levels, level, higher, lower):
    """Return whether a level knows that one label is above another, or is the other."""
    return (levels[level + higher] >> np.uint32(lower)) & _BIT != 0


@kernel
def learn(levels, level, higher, lower, closure_mask):
    """Write the next level, in which also one label is above another, and return it.

    `closure_mask` are the bits of rows that other rows inherit: all bits in an order, and none if comparisons have no
    consequences.
    """
    row = (levels[level + lower] & closure_mask) | (_BIT << np.uint32(lower))
    for label in range(MOST_LABELS):
        known = levels[level + np.uint64(label)]
        is_reached = (((known & closure_mask) | (_BIT << np.uint32(label))) >> np.uint32(higher)) & _BIT
        levels[level + WIDTH + np.uint64(label)] = known | (row & (np.uint32(0) - is_reached))
    return level + WIDTH
