"""The kernel that estimates the size of a transcript tree from a sample.

Single random paths (Knuth 1975) miss the few long branches in which most classes lie. So a whole generation is advanced
instead (stochastic enumeration: Rubinstein 2013; Vaisman and Kroese 2017): the children of its classes are the next
generation. If that is too large, a random sample of it goes on and is weighted to count for the rest.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wargraph.compute.kernel import inner_kernel, kernel
from wargraph.compute.rng_kernels import next_below
from wargraph.core.rng import Chance
from wargraph.fixed_order.transcripts.subtrees import NOBODY, start_of
from wargraph.fixed_order.transcripts.walk import Root
from wargraph.partial_orders.bit_rows import MOST_LABELS
from wargraph.partial_orders.ideals import bit_count
from wargraph.partial_orders.stack import added_row, is_above, with_added

_LEFT_BY_A_PAIR = 0.9
"""The size expected below a class, as a share of that below a class that knows a pair of cards less; found by trial."""

_NONE, _ONE, _TWO = np.uint64(0), np.uint64(1), np.uint64(2)
_TO_DRAW_FROM = 1 << 31


class _Generation(NamedTuple):
    """By class: both hands, bottom first; the bit rows; the size of Left's hand; for how many classes it counts."""

    hands: NDArray[np.uint8]
    rows: NDArray[np.uint32]
    splits: NDArray[np.uint64]
    weights: NDArray[np.float64]


def sampled_classes(root: Root, most: int = 1 << 10, runs: int = 8) -> NDArray[np.float64]:
    """Estimate the number of classes in a tree several times, without bias, with `most` classes of each generation."""
    start, size = start_of(root), 2 * most + 2
    here, there = (
        _Generation(
            np.zeros((size, 2, MOST_LABELS), np.uint8),
            np.zeros((size, MOST_LABELS), np.uint32),
            np.zeros(size, np.uint64),
            np.zeros(size),
        )
        for _ in range(2)
    )
    states = [np.uint64(Chance(1, run).state) for run in range(runs)]
    return np.array([_sampled_classes(start, most, state, here, there, np.zeros(size)) for state in states])


@kernel
def _sampled_classes(start, most, state, here, there, chances):  # type: ignore[no-untyped-def]
    """Return an unbiased estimate of the number of classes in a tree; `state` is that of the random numbers."""
    n = np.uint64(start.left.size + start.right.size)
    for card in range(start.left.size):
        here.hands[0, 0, card] = start.left[card]
    for card in range(start.right.size):
        here.hands[0, 1, card] = start.right[card]
    here.rows[0, :] = start.below
    here.splits[0], here.weights[0] = start.left.size, 1.0
    size, total, never = 1, 0.0, start.never
    while size > 0:
        _set_chances(here, size, most, chances)
        state, drawn = next_below(state, _TO_DRAW_FROM)
        passed, grown = drawn / _TO_DRAW_FROM, 0  # systematic sampling
        for known in range(size):
            total += here.weights[known]
            passed += chances[known]
            if passed >= 1:
                passed -= 1
                here.weights[known] /= chances[known]
                for winner in range(2):
                    if winner != never and _grow(n, start, winner, here, known, there, grown):
                        grown += 1
        here, there, size, never = there, here, grown, NOBODY
    return total


@inner_kernel
def _set_chances(here, size, most, chances):  # type: ignore[no-untyped-def]
    """Set the chance of each class to go on: in proportion to what is expected below it and those it counts for."""
    scale, sure, sure_before = 0.0, 0, -1
    for known in range(size):
        pairs = np.int64(0)
        for label in range(MOST_LABELS):
            pairs += np.int64(bit_count(here.rows[known, label]))
        chances[known] = here.weights[known] * _LEFT_BY_A_PAIR**pairs
    while size > most and sure > sure_before:  # chances above one are one, and the others grow
        sure_before, sure, rest = sure, 0, 0.0
        for known in range(size):
            if scale * chances[known] >= 1:
                sure += 1
            else:
                rest += chances[known]
        scale = (most - sure) / rest
    for known in range(size):
        chances[known] = min(1.0, scale * chances[known]) if size > most else 1.0


@inner_kernel
def _grow(n, start, winner, here, known, there, grown):  # type: ignore[no-untyped-def]
    """Write the class one turn earlier, that turn won by Left (0) or Right (1); return whether there is one."""
    cards = here.splits[known] if winner == 0 else n - here.splits[known]
    hand, other_hand, rows = here.hands[known, winner], here.hands[known, 1 - winner], here.rows[known]
    won, lost = np.uint64(hand[start.above_loser]), np.uint64(hand[_ONE - start.above_loser])
    if cards < _TWO or is_above(rows, _NONE, lost, won):
        return False
    for card in range(cards - _TWO):
        there.hands[grown, winner, card] = hand[card + _TWO]
    for card in range(n - cards):
        there.hands[grown, 1 - winner, card] = other_hand[card]
    there.hands[grown, winner, cards - _TWO], there.hands[grown, 1 - winner, n - cards] = won, lost
    there.splits[grown] = cards - _ONE if winner == 0 else n - cards + _ONE
    there.weights[grown] = here.weights[known]
    row = added_row(rows[lost], lost, start.inherited)
    for label in range(MOST_LABELS):
        there.rows[grown, label] = with_added(rows[label], label, row, won, start.inherited)
    return True
