"""The number of linear extensions of a partial order, from its order ideals, layer by layer.

An *order ideal* is a set of labels that contains with each label all labels below it. A linear extension that is built
from its lowest element up passes through one ideal of each size. So the number of ways to reach an ideal is the sum of
these numbers for the ideals from which it can grow, and the whole set is reached in e(P) ways.

Plain Python counts small orders, and the kernel of `ideals.py` all others.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from wargraph.errors import ParameterError, TooLargeError
from wargraph.partial_orders.bit_rows import MOST_LABELS, WIDEST_LAYER, unrelated, with_comparison

_LARGEST_PLAIN = 9


def linear_extensions(size: int, comparisons: Iterable[tuple[int, int]]) -> int:
    """Count the linear extensions of a partial order: the linear orders that agree with all its comparisons.

    Parameters
    ----------
    size
        Number of elements, from 1 to 32; they are called 0, 1, ..., size-1.
    comparisons
        Pairs (higher, lower) of elements; pairs that follow by transitivity may be omitted.

    Raises
    ------
    ParameterError
        If there are too many elements, a pair names another one, or the pairs contradict each other.
    TooLargeError
        If the order has more than four million ideals of one size.

    See Also
    --------
    transcript_classes, transcripts

    References
    ----------
    De Loof, De Meyer and De Baets (2006) count linear extensions by the lattice of ideals.

    Examples
    --------
    Two chains of two:

    >>> linear_extensions(4, [(1, 0), (3, 2)])
    6
    >>> linear_extensions(21, []) == 51090942171709440000
    True
    """
    if not 0 < size <= MOST_LABELS:
        raise ParameterError(f"{size} elements: a partial order here has 1 to {MOST_LABELS}")
    below = unrelated(size)
    for higher, lower in comparisons:
        if not (0 <= higher < size and 0 <= lower < size):
            raise ParameterError(f"comparison ({higher}, {lower}) names an element outside 0..{size - 1}")
        if higher == lower:
            raise ParameterError(f"comparison ({higher}, {lower}): an element is not higher than itself")
        if below[lower] >> higher & 1:
            raise ParameterError(f"comparison ({higher}, {lower}) contradicts the ones before it")
        below = with_comparison(below, higher, lower)
    return extensions_of(below)


def each_extension(below: tuple[int, ...], lowest: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """Yield the linear extensions of the order with some bit rows, as labels from the lowest up: first `lowest`.

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
    """Return the number of linear extensions of a partial order, given by its transitively closed bit rows.

    >>> extensions_of((1, 3, 7))
    1
    """
    return _counted_plainly(below) if len(below) <= _LARGEST_PLAIN else _counted_by_kernel(below)


def _counted_plainly(below: tuple[int, ...]) -> int:
    ways = {0: 1}
    for _ in below:
        grown: Counter[int] = Counter()
        for ideal, count in ways.items():
            for label, row in enumerate(below):
                if row & ~ideal == 1 << label:
                    grown[ideal | row] += count
        ways = grown
    return ways[(1 << len(below)) - 1]


def _counted_by_kernel(below: tuple[int, ...]) -> int:
    import numpy as np

    from wargraph.partial_orders.ideals import count_extensions, joined, new_scratch

    size = len(below)
    rows = np.zeros(MOST_LABELS, np.uint32)
    rows[:size] = below
    low, high = count_extensions(rows, np.uint64(0), np.uint64(size), new_scratch(size))
    if not (low or high):
        raise too_wide(size)
    return joined(low, high)


def too_wide(size: int) -> TooLargeError:
    """Return the error for an order with too many ideals."""
    return TooLargeError(
        f"a partial order on {size} cards has more than {WIDEST_LAYER:,} order ideals of one size: use fewer cards"
    )
