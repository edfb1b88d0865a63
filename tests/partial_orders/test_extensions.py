"""The number of linear extensions, against trying all permutations and against formulas."""

from functools import reduce
from itertools import combinations, permutations
from math import comb, factorial

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support import refusal
from wargraph.errors import ParameterError, TooLargeError
from wargraph.partial_orders.bit_rows import MOST_LABELS, unrelated, with_comparison
from wargraph.partial_orders.extensions import _counted_by_kernel, _counted_plainly, each_extension, linear_extensions


def bit_rows(size, pairs):
    """The bit rows of an order, comparison by comparison."""
    return reduce(lambda below, pair: with_comparison(below, *pair), pairs, unrelated(size))


@st.composite
def posets(draw, most):
    """A size and comparisons that do not contradict each other: each pair falls in a random order of the elements."""
    size = draw(st.integers(1, most))
    falling = draw(st.permutations(range(size)))
    pairs = draw(st.lists(st.sampled_from(list(combinations(falling, 2)) or [None]), max_size=2 * size))
    return size, [pair for pair in pairs if pair]


@settings(deadline=None)
@given(posets(7))
def test_extensions_are_the_topological_sorts_of_networkx(poset):
    size, pairs = poset
    digraph = nx.DiGraph([(low, high) for high, low in pairs])
    digraph.add_nodes_from(range(size))
    sorts = sorted(map(tuple, nx.all_topological_sorts(digraph)))
    tried = [ranks for ranks in permutations(range(size)) if all(ranks[high] > ranks[low] for high, low in pairs)]
    assert linear_extensions(size, pairs) == len(sorts) == len(tried)
    assert list(each_extension(bit_rows(size, pairs))) == sorts


@settings(deadline=None)
@given(posets(11))
def test_the_kernel_counts_as_plain_python(poset):
    below = bit_rows(*poset)
    assert _counted_by_kernel(below) == _counted_plainly(below)


@settings(deadline=None)
@given(posets(12), st.data())
def test_a_comparison_splits_the_extensions(poset, data):
    size, pairs = poset
    one, other = data.draw(st.tuples(st.integers(0, size - 1), st.integers(0, size - 1)))
    whole = linear_extensions(size, pairs)
    parts = 0
    for pair in ((one, other), (other, one)):
        try:
            parts += linear_extensions(size, [*pairs, pair])
        except ParameterError:  # it contradicts what is known
            continue
    assert one == other or parts == whole


def chains(*lengths):
    """Disjoint chains of the given lengths."""
    starts = [sum(lengths[:number]) for number in range(len(lengths))]
    return [
        (start + step + 1, start + step)
        for start, length in zip(starts, lengths, strict=True)
        for step in range(length - 1)
    ]


@pytest.mark.long
@pytest.mark.parametrize(
    ("lengths", "count"),
    [
        ((MOST_LABELS,), 1),
        ((16, 16), comb(32, 16)),
        ((8, 8, 8, 8), factorial(32) // factorial(8) ** 4),
        ((5, 5, 5, 5, 5, 5, 2), factorial(32) // (factorial(5) ** 6 * 2)),
        ((1,) * 15 + (8,), factorial(23) // factorial(8)),
    ],
    ids=str,
)
def test_chains_also_beyond_64_bits(lengths, count):
    assert linear_extensions(sum(lengths), chains(*lengths)) == count


@pytest.mark.parametrize(("widest", "is_counted"), [(252, True), (251, False)])
def test_too_wide_an_order_is_refused_in_words(widest, is_counted, monkeypatch):
    """Ten unrelated elements have 252 ideals of five."""
    monkeypatch.setattr("wargraph.partial_orders.ideals.WIDEST_LAYER", widest)
    if is_counted:
        assert linear_extensions(10, []) == factorial(10)
    else:
        assert "more than 4,194,304 order ideals" in refusal(TooLargeError, linear_extensions, 10, [])


@pytest.mark.parametrize(
    ("size", "pairs", "part"),
    [(0, [], "1 to 32"), (33, [], "1 to 32"), (3, [(0, 3)], "outside 0..2"), (3, [(-1, 0)], "outside"),
     (3, [(0, 1), (1, 2), (2, 0)], "contradicts"), (2, [(0, 0)], "higher than itself")],
)  # fmt: skip
def test_what_is_no_order_is_refused(size, pairs, part):
    assert part in refusal(ParameterError, linear_extensions, size, pairs)


@given(posets(8))
def test_rows_are_transitively_closed(poset):
    size, pairs = poset
    below = bit_rows(size, pairs)
    closure = nx.transitive_closure(nx.DiGraph(pairs), reflexive=True)
    for high in range(size):
        reached = set(closure[high]) if high in closure else {high}
        assert {low for low in range(size) if below[high] >> low & 1} == reached
