"""The stack of levels that kernels write, against the bit rows in plain Python."""

import numpy as np
from hypothesis import given, settings

from tests.partial_orders.test_extensions import posets
from wargraph.partial_orders.bit_rows import MOST_LABELS, unrelated, with_comparison
from wargraph.partial_orders.stack import MOST_LEVELS, WIDTH, is_above, learn


@settings(deadline=None)
@given(posets(12))
def test_a_level_knows_what_the_bit_rows_do(poset):
    size, pairs = poset
    levels, level, below = np.zeros(MOST_LEVELS * MOST_LABELS, np.uint32), np.uint64(0), unrelated(size)
    levels[:size] = below
    for high, low in pairs:
        assert learn(levels, level, np.uint64(high), np.uint64(low)) == level + WIDTH
        level += WIDTH
        below = with_comparison(below, high, low)
        assert tuple(levels[level : level + np.uint64(size)].tolist()) == below
    for high in range(size):
        for low in range(size):
            assert is_above(levels, level, np.uint64(high), np.uint64(low)) == (below[high] >> low & 1)
