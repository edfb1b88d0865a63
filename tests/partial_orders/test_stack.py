"""The stack of levels that kernels write, against the bit rows in plain Python."""

import numpy as np
import pytest
from hypothesis import given, settings

from tests.partial_orders.test_extensions import posets
from wargraph.partial_orders.bit_rows import MOST_LABELS, unrelated, with_comparison
from wargraph.partial_orders.stack import MOST_LEVELS, WIDTH, is_above, learn


def alone(below, higher, lower):
    """The bit rows after one more comparison that has no consequences."""
    return tuple(row | 1 << lower if label == higher else row for label, row in enumerate(below))


@pytest.mark.parametrize(("closure_mask", "following"), [(2**MOST_LABELS - 1, with_comparison), (0, alone)])
@settings(deadline=None)
@given(posets(12))
def test_a_level_knows_what_the_bit_rows_do(closure_mask, following, poset):
    size, pairs = poset
    levels, level, below = np.zeros(MOST_LEVELS * MOST_LABELS, np.uint32), np.uint64(0), unrelated(size)
    levels[:size] = below
    for high, low in pairs:
        after = learn(levels, level, np.uint64(high), np.uint64(low), np.uint32(closure_mask))
        assert after == level + WIDTH
        level += WIDTH
        below = following(below, high, low)
        assert tuple(levels[level : level + np.uint64(size)].tolist()) == below
    for high in range(size):
        for low in range(size):
            assert is_above(levels, level, np.uint64(high), np.uint64(low)) == (below[high] >> low & 1)
