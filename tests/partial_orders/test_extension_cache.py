"""ExtensionCache counts: what is looked up is what would be counted, however many orders share a place."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.partial_orders.test_extensions import bit_rows, posets
from wargraph.compute.kernel import kernel
from wargraph.partial_orders.bit_rows import MOST_LABELS
from wargraph.partial_orders.extension_cache import cache_of_thread, cached_extensions, empty_cache
from wargraph.partial_orders.extensions import linear_extensions
from wargraph.partial_orders.ideals import joined, new_scratch

SIZE = 7
SCRATCH = new_scratch(SIZE)


@kernel
def called(below, size, scratch, extension_cache):
    """The inner kernel, which only kernels can call."""
    return cached_extensions(below, np.uint64(0), size, scratch, extension_cache)


def rows_of(pairs):
    rows = np.zeros(MOST_LABELS, np.uint32)
    rows[:SIZE] = bit_rows(SIZE, pairs)
    return rows


def recalled_count(pairs, extension_cache):
    return joined(*called(rows_of(pairs), np.uint64(SIZE), SCRATCH, extension_cache))


@pytest.mark.long
@settings(deadline=None)
@given(st.lists(posets(SIZE), min_size=1, max_size=20), st.sampled_from([2, 4, 1024]))
def test_orders_that_share_places_are_told_apart(asked, places):
    extension_cache = empty_cache(places)
    for _, pairs in asked * 2:
        assert recalled_count(pairs, extension_cache) == linear_extensions(SIZE, pairs)


@pytest.mark.parametrize("places", [2, 1 << 10])
def test_an_order_is_counted_once(places):
    extension_cache = empty_cache(places)
    pairs = [(2, 1), (3, 1), (6, 5)]
    assert recalled_count(pairs, extension_cache) == linear_extensions(SIZE, pairs)
    layers = int(SCRATCH.layers[0])
    assert recalled_count(pairs[::-1], extension_cache) == linear_extensions(SIZE, pairs)
    assert int(SCRATCH.layers[0]) == layers
    recalled_count([*pairs, (0, 1)], extension_cache)
    assert int(SCRATCH.layers[0]) > layers


def test_orders_are_spread_over_the_places():
    extension_cache = empty_cache(1 << 12)
    pairs = [(high, low) for high in range(SIZE) for low in range(high)]
    asked = [[one, other] for one in pairs for other in pairs]
    for each in asked:
        recalled_count(each, extension_cache)
    different = len({tuple(rows_of(each)) for each in asked})
    assert np.count_nonzero(extension_cache.low) > 0.9 * different


def test_a_thread_keeps_a_cache_for_each_size():
    """Rows are compared up to the size, so a shorter order could be taken for a longer one that begins like it."""
    arrays = cache_of_thread(4)
    assert cache_of_thread(4) is arrays
    assert cache_of_thread(5) is not arrays
