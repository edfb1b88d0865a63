"""Kernels for a stack of partial orders, of which each knows more than the one below.

The levels of the stack lie in one array, a level as wide as there can be labels: closed bit rows, see `bit_rows.py`. A
level is named by the place of its first row.
"""

import numpy as np

from wargraph.kernel import kernel
from wargraph.partial_orders.bit_rows import MOST_LABELS

MOST_LEVELS = MOST_LABELS * (MOST_LABELS - 1) // 2 + 1
WIDTH = np.uint64(MOST_LABELS)
_BIT = np.uint32(1)


@kernel
def is_above(levels, level, higher, lower):  # type: ignore[no-untyped-def]
    """Whether at a level one label is known to be above another (or is the other)."""
    return (levels[level + higher] >> np.uint32(lower)) & _BIT != 0


@kernel
def learn(levels, level, higher, lower):  # type: ignore[no-untyped-def]
    """Write the next level, in which one label is above another as well, and return it."""
    row = levels[level + lower]
    shift = np.uint32(higher)
    for label in range(MOST_LABELS):
        known = levels[level + np.uint64(label)]
        levels[level + WIDTH + np.uint64(label)] = known | (row & (np.uint32(0) - ((known >> shift) & _BIT)))
    return level + WIDTH
